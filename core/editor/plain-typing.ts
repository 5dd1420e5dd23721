/**
 * Skips plugins that scan the whole document after every change, while a person types plain text.
 * Typing is the most frequent change and must stay fast in long notes; text without white space
 * neither ends a link nor changes a table.
 */
import { Plugin, type Transaction } from '@tiptap/pm/state';
import { ReplaceStep } from '@tiptap/pm/transform';

/** Every character that Tiptap counts as white space. */
const WHITE_SPACE = /[\0-\x20\u180e\s]/;

/** Whether the transactions only insert text without white space, at a cursor. */
export const isPlainTyping = (transactions: readonly Transaction[]): boolean =>
  transactions.every(
    ({ docChanged, selection, steps }) =>
      docChanged &&
      selection.empty &&
      steps.every(
        (step) =>
          step instanceof ReplaceStep &&
          step.from === step.to &&
          step.slice.openStart === 0 &&
          step.slice.openEnd === 0 &&
          step.slice.content.childCount === 1 &&
          !WHITE_SPACE.test(step.slice.content.firstChild?.text ?? ' '),
      ),
  );

/** Extend an extension with this, so that its plugins don't run after plain typing. */
export const skipPlainTyping = {
  addProseMirrorPlugins(this: { parent: (() => Plugin[]) | null | undefined }): Plugin[] {
    return (this.parent?.() ?? []).map((plugin) => {
      const { appendTransaction } = plugin.spec;
      return appendTransaction
        ? new Plugin({
            ...plugin.spec,
            appendTransaction: (transactions, before, now) =>
              isPlainTyping(transactions)
                ? null
                : appendTransaction.call(plugin, transactions, before, now),
          })
        : plugin;
    });
  },
};
