/** Words marked in a colour of a few; without one they are marked in the yellow of clips. */
import Highlight from '@tiptap/extension-highlight';

export const MARK_COLORS = ['orange', 'red', 'violet', 'blue', 'green'] as const;
export type MarkColor = (typeof MARK_COLORS)[number];

export const markColor = (value: unknown): MarkColor | null => MARK_COLORS.find((color) => color === value) ?? null;

export const Marked = Highlight.extend({
  addAttributes: () => ({
    color: {
      default: null,
      parseHTML: (element: HTMLElement) => markColor(element.getAttribute('data-color')),
      renderHTML: (attrs: Record<string, unknown>) => { const color = markColor(attrs['color']); return color ? { 'data-color': color } : {}; },
    },
  }),
});
