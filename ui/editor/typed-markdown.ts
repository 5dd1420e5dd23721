/** Markdown shortcuts while typing, in addition to Tiptap's own input rules. */
import { Extension, InputRule, type InputRuleMatch } from '@tiptap/core';
import { mathInline } from '#core/editor/blocks/math-inline/block.ts';
import { typedLink } from './typed-link.ts';
import { isSafeLink } from '#core/editor/schema.ts';

/** The formula in dollars at the end of `text`; as in Pandoc, without a space inside them. */
function mathAtEnd(text: string): InputRuleMatch | null {
  const index = text.endsWith('$') ? text.lastIndexOf('$', text.length - 2) : -1;
  const latex = text.slice(index + 1, -1);
  if (index < 0 || latex === '' || latex.trim() !== latex) return null;
  return /[\w\\$]/.test(text[index - 1] ?? '')
    ? null
    : { index, text: text.slice(index), data: { latex } };
}

/** The link at the end of `text`, as `[label](address)`. */
function linkAtEnd(text: string): InputRuleMatch | null {
  const middle = text.endsWith(')') ? text.lastIndexOf('](') : -1;
  const index = middle > 0 ? text.lastIndexOf('[', middle - 1) : -1;
  const label = text.slice(index + 1, middle);
  const href = typedLink(text.slice(middle + 2, -1));
  if (index < 0 || label.trim() === '' || label.includes(']') || /[\s()]/.test(href)) return null;
  return /[!\\]/.test(text[index - 1] ?? '') || !isSafeLink(href)
    ? null
    : { index, text: text.slice(index), data: { label, href } };
}

const DEEP_HEADING = /^#{4,6}\s$/;
const TASK = /^\[([ xX]?)\]\s$/;

export const typedMarkdown = Extension.create({
  name: 'typedMarkdown',
  addInputRules: () => [
    new InputRule({
      find: mathAtEnd,
      handler: ({ state: { tr, schema }, range, match }) => {
        const { latex } = match.data ?? {};
        const formula = schema.nodes[mathInline.name]?.create(mathInline.clean({ latex }));
        if (formula) tr.replaceWith(range.from, range.to, formula);
      },
    }),
    new InputRule({
      find: linkAtEnd,
      handler: ({ state: { tr, schema }, range, match }) => {
        const { label, href } = match.data ?? {};
        const mark = schema.marks['link']?.create({ href: String(href) });
        if (mark)
          tr.replaceWith(range.from, range.to, schema.text(String(label), [mark])).removeStoredMark(
            mark,
          );
      },
    }),
    new InputRule({
      find: DEEP_HEADING,
      handler: ({ chain, range }) => {
        chain().deleteRange(range).setHeading({ level: 3 }).run();
      },
    }),
    // Tiptap converts it to a task at the start of a paragraph; this does it in a list item.
    new InputRule({
      find: TASK,
      handler: ({ state, chain, range, match: [, mark = ''] }) => {
        const { $from } = state.selection;
        if ($from.node(-1).type.name !== 'listItem') return null;
        chain()
          .deleteRange(range)
          .toggleTaskList()
          .updateAttributes('taskItem', { checked: mark.toLowerCase() === 'x' })
          .run();
        return undefined;
      },
    }),
  ],
});
