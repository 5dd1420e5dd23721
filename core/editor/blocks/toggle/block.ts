import { escapeTagText, unescapeTagText } from '#core/text/escape-html.ts';
import { defineBlock } from '../../block.ts';
import { flag, text } from '../../fields.ts';
import { element } from '../../post-rendering.ts';

const OPEN = /^<details( open)?><summary>([^\n]*)<\/summary>\n/;

/** Returns the index of the `</details>` that closes the first `<details>` of `src`. */
function closingOf(src: string): number {
  let depth = 0;
  for (const { 0: tag, index } of src.matchAll(/^<details\b|^<\/details>/gm)) {
    depth += tag === '</details>' ? -1 : 1;
    if (depth === 0) return index;
  }
  return -1;
}

/** A collapsible section. */
export const toggle = defineBlock({
  name: 'toggle',
  content: 'block+',
  attributes: { summary: text(1000), open: flag(true) },
  text: (it) => it.summary,
  html: (it) => [['p', ['strong', it.summary]]],
  post: (it, { content }) =>
    element(
      'details',
      { className: 'toggle' },
      element('summary', {}, it.summary || 'More'),
      ...content(),
    ),
  markdown: {
    tokenizer: {
      name: 'toggle',
      level: 'block',
      start: (src) => src.search(/^<details( open)?><summary>/m),
      tokenize(src, _, lexer) {
        const [opening, open, summary] = OPEN.exec(src) ?? [];
        const end = opening === undefined ? -1 : closingOf(src);
        if (opening === undefined || end < opening.length) return undefined;
        return {
          type: 'toggle',
          raw: `${src.slice(0, end)}</details>`,
          summary,
          open: open !== undefined,
          tokens: lexer.blockTokens(src.slice(opening.length, end).trim()),
        };
      },
    },
    parse: (token) => ({
      summary: typeof token['summary'] === 'string' ? unescapeTagText(token['summary']) : '',
      open: token['open'] === true,
    }),
    render: (it, held) =>
      [
        `<details${it.open ? ' open' : ''}><summary>${escapeTagText(it.summary.replaceAll('\n', ' '))}</summary>`,
        '',
        held,
        '',
        '</details>',
      ].join('\n'),
  },
  slash: {
    title: 'Toggle',
    hint: 'Collapsible section',
    group: 'more',
    icon: 'toggle',
    keywords: ['toggle', 'details', 'fold', 'collapse'],
  },
  example: {
    _id: '0198c0de-0000-7000-8000-000000000012',
    summary: 'Why <margins> & notes?',
    open: true,
  },
  exampleContent: [
    { type: 'paragraph', content: [{ type: 'text', text: 'Because there is room.' }] },
    { type: 'paragraph', content: [{ type: 'text', text: 'And time.' }] },
  ],
});
