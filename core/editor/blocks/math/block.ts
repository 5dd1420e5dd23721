import { defineBlock } from '../../block.ts';
import { text } from '../../fields.ts';

/** A block formula as LaTeX. */
export const math = defineBlock({
  name: 'math',
  attributes: { latex: text(20_000) },
  text: (it) => it.latex,
  html: (it) => [['code', it.latex]],
  post: (it, { formula }) => formula(it.latex, true),
  markdown: {
    tokenizer: {
      name: 'math',
      level: 'block',
      start: (src) => src.search(/^\$\$/m),
      tokenize(src) {
        const [raw, latex] = /^\$\$\n?((?:(?!\$\$)[\s\S])*?)\n?\$\$(?:\n|$)/.exec(src) ?? [];
        return raw === undefined ? undefined : { type: 'math', raw, latex };
      },
    },
    parse: (token) => ({ latex: typeof token['latex'] === 'string' ? token['latex'] : '' }),
    // Two dollars or an empty line would end the block.
    render: (it) => `$$\n${it.latex.replaceAll('$$', '').replace(/\n{2,}/g, '\n')}\n$$`,
  },
  slash: {
    title: 'Formula',
    hint: 'LaTeX formula on its own line',
    group: 'media',
    icon: 'formula',
    keywords: ['math', 'formula', 'equation', 'latex', 'tex'],
  },
  example: {
    _id: '0198c0de-0000-7000-8000-000000000013',
    latex: String.raw`\int_0^1 x^2\,dx = \frac{1}{3}`,
  },
});
