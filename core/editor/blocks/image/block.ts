import { z } from 'zod';
import { defineBlock } from '../../block.ts';
import { flag, integer, seconds, sourceId, text } from '../../fields.ts';
import { escapeMarkdown, spanLabel, unescapeMarkdown } from '../../locator-link.ts';
import { element } from '../../post-rendering.ts';

export const MIN_IMAGE_WIDTH = 80;
const WHOLE =
  /^!\[((?:\\.|[^\]\\\n])*)\]\(\?file=([a-zA-Z0-9/._-]{1,300})&width=(\d{1,5})(?:&source=([\w-]{1,64})&at=(\d+(?:\.\d+)?))?\)(?:\n|$)/;

/**
 * An image in the thread's files. Pages request its address by `file_key` each time, because signed
 * addresses expire. A video frame names its source and second.
 */
export const image = defineBlock({
  name: 'image',
  attributes: {
    file_key: z
      .string()
      .regex(/^[a-zA-Z0-9/._-]{0,300}$/)
      .catch('')
      .default(''),
    uploaded: flag(false),
    /** its original file name */
    file: text(300),
    signedUrl: z
      .string()
      .regex(/^(?:https?:\/\/[^\s"'<>]{1,4000})?$/)
      .catch('')
      .default(''),
    source_id: sourceId(),
    sec: seconds(),
    /** px; 0: original size, at most the column */
    width: integer(0, 4000, 0),
    alt: text(2000),
  },
  normalise: (it) =>
    it.width > 0 && it.width < MIN_IMAGE_WIDTH ? { ...it, width: MIN_IMAGE_WIDTH } : it,
  text: (it) => it.alt,
  locators: (it) => [
    {
      sourceId: it.source_id,
      locator: { medium: 'timed', startS: it.sec, endS: it.sec, quote: '' },
    },
  ],
  relocate: (_it, _n, { locator }) => (locator?.medium === 'timed' ? { sec: locator.startS } : {}),
  html: (it) => [['p', it.alt || it.file]],
  post: (it, context, [at]) => {
    const served = context.image(it.file_key);
    if (!served) return [];
    return element(
      'figure',
      { className: 'image' },
      element('img', {
        src: served.url,
        alt: it.alt,
        width: served.width,
        height: served.height,
        loading: 'lazy',
        decoding: 'async',
      }),
      ...(context.canFollow(at)
        ? [
            element(
              'figcaption',
              {},
              ...context.link(at, spanLabel('timed', it.sec), { className: 'moment' }),
            ),
          ]
        : []),
    );
  },
  markdown: {
    tokenizer: {
      name: 'image',
      level: 'block',
      start: (src) => src.search(/!\[(?:\\.|[^[\]\\\n])*\]\(\?file=/),
      tokenize(src) {
        const [raw, alt, key, width, source, at] = WHOLE.exec(src) ?? [];
        return raw === undefined ? undefined : { type: 'image', raw, alt, key, width, source, at };
      },
    },
    parse: (token) => {
      const [alt, key, source] = [token['alt'], token['key'], token['source']].map(
        (part: unknown) => (typeof part === 'string' ? part : ''),
      );
      return {
        file_key: key ?? '',
        uploaded: true,
        alt: unescapeMarkdown(alt ?? ''),
        width: Number(token['width'] ?? 0),
        source_id: source ?? '',
        sec: Number(token['at'] ?? 0),
      };
    },
    render: (it) =>
      `![${escapeMarkdown(it.alt.replaceAll('\n', ' '))}](?file=${it.file_key}&width=${it.width}${it.source_id ? `&source=${it.source_id}&at=${it.sec}` : ''})`,
  },
  slash: {
    title: 'Image',
    hint: 'Upload from this device',
    group: 'media',
    icon: 'image',
    keywords: ['image', 'picture', 'photo', 'upload'],
    needsHost: true,
  },
  example: {
    _id: '0198c0de-0000-7000-8000-000000000008',
    file_key: 'threads/0198c0de/margin.jpg',
    uploaded: true,
    file: 'margin.jpg',
    alt: 'A margin [full] of notes',
    width: 480,
  },
});
