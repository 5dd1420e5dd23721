/** Words marked in a colour of a few; without one they are marked in the yellow of clips. */
import Highlight from '@tiptap/extension-highlight';

/** What each is painted with on light paper, below dark words. */
export const MARK_PAINTS = {
  orange: '#ffa862',
  red: '#f58e8e',
  violet: '#c3a2f5',
  blue: '#86bdf5',
  green: '#8ad3a0',
} as const;
export type MarkColor = keyof typeof MARK_PAINTS;
export const MARK_COLORS = Object.keys(MARK_PAINTS) as MarkColor[];

export const markColor = (value: unknown): MarkColor | null =>
  MARK_COLORS.find((color) => color === value) ?? null;

/** `==` has no colours: a coloured mark is the HTML that Markdown allows within a line. */
const COLORED = /^<mark data-color="(\w+)"[^<>]*>([^]*?)<\/mark>/;
const PLAIN = /^==(?!\s)([^=]*[^=\s])==/;

export const Marked = Highlight.extend({
  addAttributes: () => ({
    color: {
      default: null,
      parseHTML: (element: HTMLElement) => markColor(element.getAttribute('data-color')),
      renderHTML: (attrs: Record<string, unknown>) => {
        const color = markColor(attrs['color']);
        return color ? { 'data-color': color } : {};
      },
    },
  }),
  renderMarkdown: (node, { renderChildren }) => {
    const color = markColor(node.attrs?.['color']);
    return color
      ? `<mark data-color="${color}" style="background:${MARK_PAINTS[color]}">${renderChildren(node.content ?? [])}</mark>`
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
        color: markColor(colored?.[1]),
        tokens: lexer.inlineTokens(inner),
      };
    },
  },
  parseMarkdown: (token, { applyMark, parseInline }) =>
    applyMark('highlight', parseInline(token.tokens ?? []), { color: markColor(token['color']) }),
});
