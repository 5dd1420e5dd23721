import { z } from 'zod';
import { defineBlock } from '../../block.ts';
import { anchorMark, maybeId, seconds, sourceId, text } from '../../fields.ts';
import {
  escapeMarkdown,
  LOCATOR_LINK,
  parseLocatorQuery,
  spanLabel,
  unescapeMarkdown,
  writeLocatorQuery,
} from '../../locator-link.ts';
import { calloutLines, calloutTokenizer, writeCallout } from '../../callout-markdown.ts';
import { quotation } from '../../post-rendering.ts';

const Attributes = z.object({
  /** the words */
  context: text(20_000),
  speaker: text(300),
  timestamp: seconds(),
  source_id: sourceId(),
});
const empty = Attributes.parse({});

/** A quote with its speaker and time. */
export const quote = defineBlock({
  name: 'quote',
  attributes: {
    compType: z.literal('quote').catch('quote').default('quote'),
    compAttrs: Attributes.catch(empty).default(empty),
    meta: z.object({ cont_id: maybeId() }).catch({ cont_id: null }).default({ cont_id: null }),
    anchor: anchorMark(),
  },
  text: ({ compAttrs }) => [compAttrs.context, compAttrs.speaker].filter(Boolean).join('\n'),
  locators: ({ compAttrs, anchor }) => [
    {
      sourceId: compAttrs.source_id,
      locator: {
        medium: 'timed',
        startS: compAttrs.timestamp,
        endS: compAttrs.timestamp,
        quote: compAttrs.context,
      },
      anchor,
    },
  ],
  relocate: ({ compAttrs }, _n, { locator, anchor }) => ({
    ...(locator?.medium === 'timed'
      ? { compAttrs: { ...compAttrs, timestamp: locator.startS } }
      : {}),
    anchor,
  }),
  html: ({ compAttrs }) => [
    ['blockquote', compAttrs.context],
    ['figcaption', compAttrs.speaker],
  ],
  post: ({ compAttrs }, context, [at]) =>
    quotation(
      {
        className: 'quote',
        text: compAttrs.context,
        speaker: compAttrs.speaker,
        at,
      },
      context,
    ),
  markdown: {
    tokenizer: calloutTokenizer('quote'),
    parse: (token) => {
      const lines = calloutLines(token);
      const [, , query] = LOCATOR_LINK.exec(lines.at(-1) ?? '') ?? [];
      const at = parseLocatorQuery(query ?? '');
      const quotedLines = (at ? lines.slice(0, -1) : lines).join('\n').trim().split('\n');
      const speaker = /^— (.*)$/.exec(quotedLines.at(-1) ?? '')?.[1];
      return {
        compAttrs: {
          context: (speaker === undefined ? quotedLines : quotedLines.slice(0, -1))
            .map(unescapeMarkdown)
            .join('\n')
            .trim(),
          speaker: unescapeMarkdown(speaker ?? ''),
          timestamp: at?.position ?? 0,
          source_id: at?.sourceId ?? '',
        },
      };
    },
    render: ({ compAttrs: it }) =>
      writeCallout('quote', [
        ...it.context.split('\n').map(escapeMarkdown),
        '',
        ...(it.speaker ? [`— ${escapeMarkdown(it.speaker.replaceAll('\n', ' '))}`, ''] : []),
        ...(it.source_id
          ? [
              `[${spanLabel('timed', it.timestamp)}](${writeLocatorQuery({ sourceId: it.source_id, medium: 'timed', position: it.timestamp })})`,
            ]
          : []),
      ]),
  },
  slash: {
    title: 'Speaker quote',
    hint: 'A quote with speaker and time',
    group: 'sources',
    icon: 'quote',
    keywords: ['quote', 'speaker', 'said'],
  },
  example: {
    _id: '0198c0de-0000-7000-8000-000000000011',
    meta: { cont_id: '0198c0de-0000-7000-8000-0000000000b1' },
    anchor: { outcome: 'changed', version: 2, now: 'A gloss is a mark in the margin.' },
    compAttrs: {
      context: 'A gloss is a *note* in the margin.\nNo more.',
      speaker: 'Ada [the host]',
      timestamp: 83.5,
      source_id: '0198c0de-0000-7000-8000-0000000000a1',
    },
  },
});
