import { z } from 'zod';
import { defineBlock } from '../../block.ts';
import { maybeId, text } from '../../fields.ts';
import { escapeMarkdown, unescapeMarkdown } from '../../locator-link.ts';
import { calloutLines, calloutTokenizer, writeCallout } from '../../callout-markdown.ts';
import { element, paragraphs } from '../../post-rendering.ts';

const Attributes = z.object({ text: text(20_000) });
const empty = Attributes.parse({});

/** An insight in a sentence or two. */
export const insight = defineBlock({
  name: 'insight',
  attributes: {
    compType: z.literal('insight').catch('insight').default('insight'),
    compAttrs: Attributes.catch(empty).default(empty),
    meta: z.object({ cont_id: maybeId() }).catch({ cont_id: null }).default({ cont_id: null }),
  },
  text: (it) => it.compAttrs.text,
  html: (it) => [['p', it.compAttrs.text]],
  post: ({ compAttrs }) =>
    compAttrs.text === ''
      ? []
      : element('aside', { className: 'insight' }, ...paragraphs(compAttrs.text)),
  markdown: {
    tokenizer: calloutTokenizer('insight'),
    parse: (token) => ({
      compAttrs: { text: calloutLines(token).map(unescapeMarkdown).join('\n') },
    }),
    render: (it) => writeCallout('insight', it.compAttrs.text.split('\n').map(escapeMarkdown)),
  },
  slash: {
    title: 'Insight',
    hint: 'Key takeaway',
    group: 'more',
    icon: 'bulb',
    keywords: ['insight', 'info', 'takeaway', 'key'],
  },
  example: {
    _id: '0198c0de-0000-7000-8000-000000000009',
    compAttrs: { text: 'A margin is where *reading* turns into writing.\nLeave one.' },
    meta: { cont_id: '0198c0de-0000-7000-8000-0000000000b1' },
  },
});
