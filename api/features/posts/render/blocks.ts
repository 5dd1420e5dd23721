/** The blocks of the notes as readers of a post see them. */
import type { JSONContent } from '@tiptap/core';
import { h } from 'hastscript';
import type { Citation } from '#core/contract/ask.ts';
import type { Locator } from '#core/contract/locator.ts';
import { aiChat } from '#core/editor/blocks/ai-chat/block.ts';
import { aiNote } from '#core/editor/blocks/ai-note/block.ts';
import { callout } from '#core/editor/blocks/callout/block.ts';
import { clip } from '#core/editor/blocks/clip/block.ts';
import { image } from '#core/editor/blocks/image/block.ts';
import { insight } from '#core/editor/blocks/insight/block.ts';
import { mathInline } from '#core/editor/blocks/math-inline/block.ts';
import { math } from '#core/editor/blocks/math/block.ts';
import { pdfClip } from '#core/editor/blocks/pdf-clip/block.ts';
import { place } from '#core/editor/blocks/place/block.ts';
import { question } from '#core/editor/blocks/question/block.ts';
import { quote } from '#core/editor/blocks/quote/block.ts';
import { summary } from '#core/editor/blocks/summary/block.ts';
import { toggle } from '#core/editor/blocks/toggle/block.ts';
import { webClip } from '#core/editor/blocks/web-clip/block.ts';
import { docFromMarkdown } from '#core/editor/markdown.ts';
import { spanLabel } from '#core/editor/locator-link.ts';
import { linked, type Context, type Renderer } from './context.ts';
import { formula } from './math.ts';
import { locatorLink } from '../page/places.ts';
import type { ElementContent } from './tree.ts';

const lines = (text: string): ElementContent[] =>
  text
    .split('\n')
    .flatMap((line, at) => [...(at > 0 ? [h('br')] : []), { type: 'text' as const, value: line }]);
const paragraphs = (text: string): ElementContent[] =>
  text
    .split(/\n{2,}/)
    .filter((it) => it.trim() !== '')
    .map((it) => h('p', lines(it)));

const labelOf = (at: Locator): string =>
  at.medium === 'timed'
    ? spanLabel('timed', at.startS, at.endS)
    : spanLabel(at.medium, at.medium === 'paged' ? at.page : at.paragraph);

/** A quotation from a source, with its label and position. */
function quoted(
  context: Context,
  it: {
    className: string;
    heading?: string;
    text: string;
    speaker?: string;
    sourceId: string;
    locator: Locator | undefined;
  },
): ElementContent[] {
  if ((it.heading ?? '') + it.text === '') return [];
  const source = context.sources.get(it.sourceId);
  const caption = [
    ...(it.speaker ? [h('cite', `— ${it.speaker}`)] : []),
    ...(it.locator && it.sourceId
      ? [
          linked(
            locatorLink(context.sources, it.sourceId, it.locator),
            labelOf(it.locator),
            context,
            { className: 'moment' },
          ),
        ]
      : []),
    ...(source ? [h('span', { className: 'from' }, source.title)] : []),
  ];
  return [
    h('figure', { className: it.className }, [
      ...(it.heading ? [h('p', { className: 'name' }, it.heading)] : []),
      ...(it.text ? [h('blockquote', paragraphs(it.text))] : []),
      ...(caption.length > 0 ? [h('figcaption', caption)] : []),
    ]),
  ];
}

/** Markdown of the assistant with its marks. */
function cited(
  context: Context,
  markdown: string,
  citations: readonly Citation[],
): ElementContent[] {
  return context.render(docFromMarkdown(markdown).content, {
    ...context,
    citations: new Map(citations.map((it) => [it.mark, it])),
  });
}

function quiz(node: JSONContent, context: Context): ElementContent[] {
  const {
    compAttrs: { question: asked, options, answer },
  } = question.read(node.attrs);
  if (asked === '' && options.length === 0) return [];
  const right = options[answer];
  if (right !== undefined) context.wants.script = true;
  return [
    h(
      'section',
      {
        className: 'quiz',
        ariaLabel: 'Question',
        ...(right === undefined ? {} : { dataAnswer: String(answer) }),
      },
      [
        h('p', { className: 'asked' }, lines(asked)),
        ...(options.length > 0
          ? [
              h(
                'ol',
                { className: 'options' },
                options.map((option) => h('li', option)),
              ),
            ]
          : []),
        ...(right === undefined
          ? []
          : [
              h('details', { className: 'solution' }, [
                h('summary', 'Show the answer'),
                h('p', right),
              ]),
            ]),
      ],
    ),
  ];
}

export const BLOCKS: Readonly<Record<string, Renderer>> = {
  blog: (node, context) => context.render(node.content, context),
  clip: (node, context) => {
    const it = clip.read(node.attrs);
    // What is only suggested was not kept.
    if (it.clip_type === 'ghost') return [];
    return quoted(context, {
      className: 'clip',
      heading: it.clip_heading,
      text: it.clip_text,
      sourceId: it.source_id,
      locator: clip.locators(it)[0]?.locator,
    });
  },
  'pdf-clip': (node, context) => {
    const it = pdfClip.read(node.attrs);
    return quoted(context, {
      className: 'clip',
      text: it.text,
      sourceId: it.source_id,
      locator: pdfClip.locators(it)[0]?.locator,
    });
  },
  'web-clip': (node, context) => {
    const it = webClip.read(node.attrs);
    return quoted(context, {
      className: 'clip',
      text: it.text,
      sourceId: it.source_id,
      locator: webClip.locators(it)[0]?.locator,
    });
  },
  quote: (node, context) => {
    const it = quote.read(node.attrs);
    return quoted(context, {
      className: 'quote',
      text: it.compAttrs.context,
      speaker: it.compAttrs.speaker,
      sourceId: it.compAttrs.source_id,
      locator: quote.locators(it)[0]?.locator,
    });
  },
  place: (node, context) => {
    const it = place.read(node.attrs);
    const at = place.locators(it)[0];
    return linked(at && locatorLink(context.sources, at.sourceId, at.locator), it.label, context, {
      className: 'moment',
      title: it.quote,
    });
  },
  insight: (node) => {
    const { compAttrs } = insight.read(node.attrs);
    return compAttrs.text === ''
      ? []
      : h('aside', { className: 'insight' }, paragraphs(compAttrs.text));
  },
  question: quiz,
  callout: (node, context) =>
    h(
      'aside',
      { className: `callout ${callout.read(node.attrs).kind}` },
      context.render(node.content, context),
    ),
  toggle: (node, context) =>
    h('details', { className: 'toggle' }, [
      h('summary', toggle.read(node.attrs).summary || 'More'),
      ...context.render(node.content, context),
    ]),
  image: (node, context) => {
    const it = image.read(node.attrs);
    const served = context.images.get(it.file_key);
    if (!served) return [];
    const label = it.source_id
      ? locatorLink(context.sources, it.source_id, {
          medium: 'timed',
          startS: it.sec,
          endS: it.sec,
          quote: '',
        })
      : undefined;
    return h('figure', { className: 'image' }, [
      h('img', {
        src: served.url,
        alt: it.alt,
        width: served.width,
        height: served.height,
        loading: 'lazy',
        decoding: 'async',
      }),
      ...(label
        ? [
            h(
              'figcaption',
              linked(label, spanLabel('timed', it.sec), context, { className: 'moment' }),
            ),
          ]
        : []),
    ]);
  },
  math: (node) => formula(math.read(node.attrs).latex, true),
  'math-inline': (node) => formula(mathInline.read(node.attrs).latex, false),
  'ai-chat': (node, context) => {
    const it = aiChat.read(node.attrs);
    return it.answer === ''
      ? []
      : h('section', { className: 'answer' }, [
          h('p', { className: 'asked' }, it.question),
          ...cited(context, it.answer, it.citations),
        ]);
  },
  'ai-note': (node, context) => {
    const it = aiNote.read(node.attrs);
    return it.note_content === ''
      ? []
      : h('section', { className: 'answer' }, [
          ...(it.note_title ? [h('p', { className: 'asked' }, it.note_title)] : []),
          ...cited(context, it.note_content, it.citations),
        ]);
  },
  summary: (node, context) => {
    const it = summary.read(node.attrs);
    return it.summary === ''
      ? []
      : h('section', { className: 'answer' }, [
          ...(it.clip_heading ? [h('p', { className: 'asked' }, it.clip_heading)] : []),
          ...cited(context, it.summary, it.citations),
        ]);
  },
};
