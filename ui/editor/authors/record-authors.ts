/**
 * Records who wrote each block and when. New blocks are stamped immediately; edited ones once
 * typing pauses, because a new attribute redraws the block. Only this person's edits are stamped:
 * those of others, undo and the assistant bring their own stamps. The server corrects false names.
 */
import { Extension } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { ySyncPluginKey } from '@tiptap/y-tiptap';
import { isPlainTyping } from '#core/editor/plain-typing.ts';
import {
  applyStamps,
  type ChangedTexts,
  changedTexts,
  stampsOf,
  textStamps,
} from './block-stamps.ts';

/** The pause in typing after which edited blocks are stamped. */
const PAUSE_MS = 2000;

const key = new PluginKey<ChangedTexts>('recordAuthors');
const NONE: ChangedTexts = new Map();

const isOwnEdit = (tr: Transaction): boolean =>
  tr.getMeta(key) === undefined &&
  tr.getMeta('addToHistory') !== false &&
  (tr.getMeta(ySyncPluginKey) as { isChangeOrigin?: boolean } | undefined)?.isChangeOrigin !== true;

/** `me`: the id of the author; blocks are stamped without a name while it is unknown. */
export const recordAuthors = (me: () => string | undefined) =>
  Extension.create({
    name: 'recordAuthors',
    addProseMirrorPlugins: () => [
      new Plugin<ChangedTexts>({
        key,
        state: {
          init: () => NONE,
          apply: nextTexts,
        },
        appendTransaction(transactions, _before, { doc, tr }) {
          const changes = transactions.filter((it) => it.docChanged);
          if (changes.length === 0 || !changes.every(isOwnEdit) || isPlainTyping(changes))
            return null;
          const stamps = stampsOf(changes, doc, { me: me(), now: new Date() });
          return stamps.size > 0 ? applyStamps(tr, stamps).setMeta(key, 'blocks') : null;
        },
        view: (view) => stampInPauses(view, me),
      }),
    ],
  });

function nextTexts(tr: Transaction, texts: ChangedTexts): ChangedTexts {
  if (tr.getMeta(key) === 'texts') return NONE;
  if (!tr.docChanged) return texts;
  const next = new Map<number, boolean>();
  for (const [position, wasEmpty] of texts) {
    const { pos, deletedAfter } = tr.mapping.mapResult(position);
    if (!deletedAfter) next.set(pos, wasEmpty);
  }
  if (isOwnEdit(tr))
    for (const [position, wasEmpty] of changedTexts(tr))
      next.set(position, next.get(position) ?? wasEmpty);
  return next;
}

function stampInPauses(view: EditorView, me: () => string | undefined) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stamp = () => {
    const changed = key.getState(view.state) ?? NONE;
    if (changed.size === 0 || view.isDestroyed) return;
    // Redrawing a block would end the composition of an input method.
    if (view.composing) {
      timer = setTimeout(stamp, PAUSE_MS);
      return;
    }
    const { tr, doc } = view.state;
    view.dispatch(
      applyStamps(tr, textStamps(doc, changed, { me: me(), now: new Date() }))
        .setMeta(key, 'texts')
        .setMeta('addToHistory', false),
    );
  };
  const stampWhenHidden = () => {
    if (document.visibilityState === 'hidden') stamp();
  };
  document.addEventListener('visibilitychange', stampWhenHidden);
  return {
    update: (_: EditorView, before: EditorState) => {
      const changed = key.getState(view.state);
      if (changed === key.getState(before)) return;
      clearTimeout(timer);
      if (changed && changed.size > 0) timer = setTimeout(stamp, PAUSE_MS);
    },
    destroy: () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', stampWhenHidden);
    },
  };
}
