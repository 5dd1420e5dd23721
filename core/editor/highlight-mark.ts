/** Highlighted text in one of five colours, or in the yellow of clips if it has no colour. */
import Highlight from '@tiptap/extension-highlight';

/** The background of each colour on a light page. */
export const HIGHLIGHT_FILLS = {
  orange: '#ffa862',
  red: '#f58e8e',
  violet: '#c3a2f5',
  blue: '#86bdf5',
  green: '#8ad3a0',
} as const;
export type HighlightColor = keyof typeof HIGHLIGHT_FILLS;
export const HIGHLIGHT_COLORS = Object.keys(HIGHLIGHT_FILLS) as HighlightColor[];

export const toHighlightColor = (value: unknown): HighlightColor | null =>
  HIGHLIGHT_COLORS.find((color) => color === value) ?? null;

/** `==` has no colours, so a coloured mark is written as inline HTML. */
const COLORED = /^<mark data-color="(\w+)"[^<>]*>([^]*?)<\/mark>/;
const PLAIN = /^==(?!\s)([^=]*[^=\s])==/;

export const HighlightMark = Highlight.extend({
  addAttributes: () => ({
    color: {
      default: null,
      parseHTML: (element: HTMLElement) => toHighlightColor(element.getAttribute('data-color')),
      renderHTML: (attrs: Record<string, unknown>) => {
        const color = toHighlightColor(attrs['color']);
        return color ? { 'data-color': color } : {};
      },
    },
  }),
  renderMarkdown: (node, { renderChildren }) => {
    const color = toHighlightColor(node.attrs?.['color']);
    return color
      ? `<mark data-color="${color}" style="background:${HIGHLIGHT_FILLS[color]}">${renderChildren(node.content ?? [])}</mark>`
      : `==${renderChildren(node.content ?? [])}==`;
  },
  markdownTokenizer: {
    name: 'highlight',
    level: 'inline',
    start: (src) => src.search(/==|<mark data-color="/),
    tokenize(src, _, lexer) {
      const colored = COLORED.exec(src);
      const inner = colored ? colored[2] : PLAIN.exec(src)?.[1];
      if (inner === undefined) return undefined;
      return {
        type: 'highlight',
        raw: colored ? colored[0] : `==${inner}==`,
        text: inner,
        color: toHighlightColor(colored?.[1]),
        tokens: lexer.inlineTokens(inner),
      };
    },
  },
  parseMarkdown: (token, { applyMark, parseInline }) =>
    applyMark('highlight', parseInline(token.tokens ?? []), {
      color: toHighlightColor(token['color']),
    }),
});
