import { z } from 'zod';
import { defineBlock } from '../../block.ts';
import {
  anchorMark,
  choice,
  color,
  flag,
  list,
  maybeId,
  seconds,
  sourceId,
  text,
} from '../../fields.ts';
import { quoteTokenizer, readQuote, spanLabel, writeQuote } from '../../locator-link.ts';
import { quotation } from '../../post-rendering.ts';

/** A clip of a video: from `start` to `end`, in seconds. */
export const clip = defineBlock({
  name: 'clip',
  attributes: {
    source_id: sourceId(),
    start: seconds(),
    end: seconds(),
    clip_text: text(20_000),
    clip_heading: text(500),
    /** key points of generated clips */
    keypoints: list(z.string().trim().min(1).max(300), 12),
    clip_type: choice(['manual', 'ghost', 'moment'], 'manual'),
    color: color(),
    shrink: flag(true),
    moment_ref_id: maybeId(),
    anchor: anchorMark(),
    /** the window that is generating its heading */
    generatingBy: maybeId(),
    meta: z.object({ cont_id: maybeId() }).catch({ cont_id: null }).default({ cont_id: null }),
  },
  normalise: (it) => (it.end < it.start ? { ...it, end: it.start } : it),
  text: (it) => [it.clip_heading, it.clip_text, ...it.keypoints].filter(Boolean).join('\n'),
  locators: (it) => [
    {
      sourceId: it.source_id,
      locator: { medium: 'timed', startS: it.start, endS: it.end, quote: it.clip_text },
      anchor: it.anchor,
    },
  ],
  relocate: (_it, _n, { locator, anchor }) => ({
    ...(locator?.medium === 'timed' ? { start: locator.startS, end: locator.endS } : {}),
    anchor,
  }),
  html: (it) => [
    ...(it.clip_heading ? [['p', ['strong', it.clip_heading]] as const] : []),
    ['blockquote', it.clip_text],
    ...(it.keypoints.length > 0
      ? [['ul', ...it.keypoints.map((point) => ['li', point] as const)] as const]
      : []),
    ['figcaption', spanLabel('timed', it.start, it.end)],
  ],
  // A suggested clip isn't part of the notes yet.
  post: (it, context, [at]) =>
    it.clip_type === 'ghost'
      ? []
      : quotation(
          {
            className: 'clip',
            heading: it.clip_heading,
            text: it.clip_text,
            points: it.keypoints,
            at,
          },
          context,
        ),
  markdown: {
    tokenizer: quoteTokenizer('clip'),
    parse: (token) => {
      const quote = readQuote(token);
      if (!quote) return {};
      return {
        source_id: quote.at.sourceId,
        start: quote.at.position,
        end: quote.at.extra ?? quote.at.position,
        clip_text: quote.text,
        clip_heading: quote.heading ?? '',
        keypoints: [...(quote.keypoints ?? [])],
      };
    },
    render: (it) =>
      writeQuote('clip', {
        heading: it.clip_heading,
        text: it.clip_text,
        keypoints: it.keypoints,
        label: spanLabel('timed', it.start, it.end),
        at: { sourceId: it.source_id, medium: 'timed', position: it.start, extra: it.end },
      }),
  },
  slash: {
    title: 'Clip',
    hint: 'Clip the last 10 seconds of the video',
    group: 'sources',
    icon: 'highlighter',
    keywords: ['clip', 'moment', 'video'],
    needsHost: true,
  },
  example: {
    _id: '0198c0de-0000-7000-8000-000000000001',
    createdAt: '2026-01-02T03:04:05.000Z',
    source_id: '0198c0de-0000-7000-8000-0000000000a1',
    start: 83.5,
    end: 105,
    clip_heading: 'Why *margins* matter',
    clip_text: 'A gloss is a note in the margin.\nIt explains a "hard" word <here>.',
    keypoints: ['A gloss is a *note*', '- in the [margin]'],
    color: '#FFD356',
    anchor: { outcome: 'changed', version: 2, now: 'A gloss is a mark in the margin.' },
  },
});
