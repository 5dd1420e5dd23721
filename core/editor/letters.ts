/**
 * A letter is typed far more often than anything else, and some plugins go through the whole
 * document after each to find out that it is none of theirs: nothing becomes a link before the
 * blank that ends it, and no table is taken apart by a letter.
 */
import { Plugin, type Transaction } from '@tiptap/pm/state';
import { ReplaceStep } from '@tiptap/pm/transform';

/** Also what Tiptap holds for one. */
const BLANK = /[\0-\x20\u180e\s]/;

/** Nothing but text without a blank was put in, in place of nothing, and nothing is selected. */
export const isLetters = (transactions: readonly Transaction[]): boolean =>
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
          !BLANK.test(step.slice.content.firstChild?.text ?? ' '),
      ),
  );

/** An extension extended by this: its plugins have nothing to say about letters. */
export const sparingLetters = {
  addProseMirrorPlugins(this: { parent: (() => Plugin[]) | null | undefined }): Plugin[] {
    return (this.parent?.() ?? []).map((plugin) => {
      const { appendTransaction } = plugin.spec;
      return appendTransaction
        ? new Plugin({
            ...plugin.spec,
            appendTransaction: (transactions, before, now) =>
              isLetters(transactions)
                ? null
                : appendTransaction.call(plugin, transactions, before, now),
          })
        : plugin;
    });
  },
};
