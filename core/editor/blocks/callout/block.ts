import { defineBlock } from '../../block.ts';
import { choice } from '../../fields.ts';
import { element } from '../../post-rendering.ts';

export const CALLOUT_KINDS = ['note', 'tip', 'important', 'warning', 'caution'] as const;
/** The syntax of GitHub and Obsidian: `> [!NOTE]`, then the lines of the quote. */
const WHOLE = /^> \[!(note|tip|important|warning|caution)\][^\S\n]*\n((?:>[^\n]*(?:\n|$))*)/i;

/** A callout. */
export const callout = defineBlock({
  name: 'callout',
  content: 'block+',
  attributes: { kind: choice(CALLOUT_KINDS, 'note') },
  text: () => '',
  html: () => [],
  post: (it, { content }) => element('aside', { className: `callout ${it.kind}` }, ...content()),
  markdown: {
    tokenizer: {
      name: 'callout',
      level: 'block',
      start: (src) => src.search(/^> \[!/m),
      tokenize(src, _, lexer) {
        const [raw, kind, lines] = WHOLE.exec(src) ?? [];
        if (raw === undefined || lines === undefined) return undefined;
        return {
          type: 'callout',
          raw,
          kind: kind?.toLowerCase(),
          tokens: lexer.blockTokens(lines.replace(/^> ?/gm, '')),
        };
      },
    },
    parse: (token) => ({ kind: CALLOUT_KINDS.find((kind) => kind === token['kind']) ?? 'note' }),
    render: (it, held) =>
      [`[!${it.kind.toUpperCase()}]`, ...held.split('\n')]
        .map((line) => `> ${line}`.trimEnd())
        .join('\n'),
  },
  slash: {
    title: 'Callout',
    hint: 'Highlighted box',
    group: 'more',
    icon: 'callout',
    keywords: ['note', 'tip', 'warning', 'info', 'admonition'],
  },
  example: { kind: 'warning', _id: '0198c0de-0000-7000-8000-000000000005' },
  exampleContent: [
    { type: 'paragraph', content: [{ type: 'text', text: 'Margins are narrow.' }] },
    {
      type: 'bulletList',
      content: [
        {
          type: 'listItem',
          content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Write small.' }] }],
        },
      ],
    },
  ],
});
