import { defineBlock } from '../../block.ts';
import { text } from '../../fields.ts';

/** A formula within a line, as LaTeX. */
export const mathInline = defineBlock({
  name: 'math-inline',
  inline: true,
  attributes: { latex: text(5000) },
  text: (it) => it.latex,
  html: (it) => [['code', it.latex]],
  post: (it, { formula }) => formula(it.latex, false),
  markdown: {
    tokenizer: {
      name: 'math-inline',
      level: 'inline',
      start: (src) => src.search(/\$[^\s$]/),
      tokenize(src) {
        // Pandoc's rule: no space inside the dollars, no digit after them. "$5 and $6" is money.
        const [raw, latex] = /^\$((?!\s)(?:\\.|[^$\\\n])*?(?<!\s))\$(?!\d)/.exec(src) ?? [];
        return raw === undefined || latex === '' ? undefined : { type: 'math-inline', raw, latex };
      },
    },
    parse: (token) => ({ latex: typeof token['latex'] === 'string' ? token['latex'] : '' }),
    render: (it) =>
      it.latex.trim() === ''
        ? ''
        : `$${it.latex
            .trim()
            .replaceAll('\n', ' ')
            .replace(/(?<!\\)\$/g, '\\$')}$`,
  },
  example: { latex: String.raw`e^{i\pi} + 1 = 0` },
});
