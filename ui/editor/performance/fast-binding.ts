/**
 * Runs the Yjs binding for each key only from the block with the caret. On its own, it traverses
 * the whole shared document to find the caret, before and after each change, and again to find the
 * changed block.
 */
import { Plugin, type Selection, TextSelection } from '@tiptap/pm/state';
import type { Node } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import {
  absolutePositionToRelativePosition,
  type ProsemirrorBinding,
  relativePositionToAbsolutePosition,
  updateYFragment,
  ySyncPluginKey,
  yUndoPluginKey,
} from '@tiptap/y-tiptap';
import { type RelativePosition, type UndoManager, XmlElement } from 'yjs';

type Bound = Pick<ProsemirrorBinding, 'type' | 'mapping'>;
type Updated = Bound & Pick<ProsemirrorBinding, 'doc' | 'isOMark'>;
type Remembered = ProsemirrorBinding['beforeTransactionSelection'];

/** the last requested block of each document */
const lastOf = new WeakMap<object, XmlElement>();

/** Block `at` in the shared document; undefined if uncertain. */
function sharedBlock({ type, mapping }: Bound, doc: Node, at: number): XmlElement | undefined {
  const blocks = doc.content.content;
  const block = doc.child(at);
  const is = (it: unknown): it is XmlElement =>
    it instanceof XmlElement &&
    it.parent === type &&
    it._item?.deleted === false &&
    mapping.get(it) === block;
  const last = lastOf.get(type);
  // The same value can be at two positions, for example after it was inserted twice.
  if (is(last) && blocks.indexOf(block) === at && blocks.lastIndexOf(block) === at) return last;
  const found: unknown = type.length === doc.childCount ? type.get(at) : undefined;
  if (!is(found)) return undefined;
  lastOf.set(type, found);
  return found;
}

/** A position of `doc` in the shared document, in the binding's form. */
export function sharedPosition(bound: Bound, doc: Node, pos: number): RelativePosition {
  const $pos = doc.resolve(pos);
  const block = $pos.depth > 0 ? sharedBlock(bound, doc, $pos.index(0)) : undefined;
  // It starts at the first block it is given, and stays in it for a position inside.
  const found = block
    ? absolutePositionToRelativePosition(
        pos - $pos.before(1),
        { _first: block._item } as never,
        bound.mapping,
      )
    : absolutePositionToRelativePosition(pos, bound.type, bound.mapping);
  return found as RelativePosition;
}

/** The selection in the binding's form. */
export function sharedSelection(bound: Bound, doc: Node, selection: Selection): Remembered {
  const { anchor, head } = selection;
  const { jsonID: type, depth } = selection as Selection & { jsonID?: string; depth?: number };
  const at = sharedPosition(bound, doc, anchor);
  return {
    type,
    depth: type === 'nodeRange' ? depth : undefined,
    anchor: at,
    head: head === anchor ? at : sharedPosition(bound, doc, head),
    absAnchor: anchor,
    absHead: head,
  };
}

/** Writes `doc` to the shared document. */
export function writeShared(bound: Updated, doc: Node): void {
  const was = bound.mapping.get(bound.type);
  // The positions after only the caret moved.
  if (was === doc && bound.type.length === doc.childCount) return;
  const at = was === undefined || Array.isArray(was) ? undefined : onlyChanged(was, doc);
  const block = at === undefined ? undefined : sharedBlock(bound, was as Node, at);
  if (
    at === undefined ||
    block?.nodeName !== doc.child(at).type.name ||
    bound.type.length !== doc.childCount
  ) {
    updateYFragment(bound.doc, bound.type, doc, bound);
    return;
  }
  updateYFragment(bound.doc, block, doc.child(at), bound);
  bound.mapping.set(bound.type, doc);
}

/** The only changed block, if all others are equal. */
function onlyChanged(was: Node, now: Node): number | undefined {
  const [before, after] = [was.content.content, now.content.content];
  if (before.length !== after.length) return undefined;
  const at = after.findIndex((block, index) => block !== before[index]);
  return at >= 0 && after.findLastIndex((block, index) => block !== before[index]) === at
    ? at
    : undefined;
}

interface Undo {
  undoManager: { undoStack: unknown[]; redoStack: unknown[] };
}

/** The binding's plugins with these functions. */
export function withFastBinding(plugins: readonly Plugin[]): Plugin[] {
  return plugins.map((plugin) => {
    if (plugin.spec.key === ySyncPluginKey)
      quicken(
        (
          plugin.spec.state?.init.call(plugin, {}, undefined as never) as {
            binding: ProsemirrorBinding;
          }
        ).binding,
      );
    return plugin.spec.key === yUndoPluginKey ? quickUndo(plugin) : plugin;
  });
}

function quicken(binding: ProsemirrorBinding): void {
  const remember = () => {
    const { state } = binding.prosemirrorView as { state: { doc: Node; selection: Selection } };
    binding.beforeTransactionSelection = sharedSelection(binding, state.doc, state.selection);
  };
  // Waits while this editor writes, because the shared document is behind until then.
  binding.beforeAllTransactions = () => {
    if (binding.beforeTransactionSelection === null && binding.prosemirrorView !== null)
      binding.mux(remember);
  };
  binding._prosemirrorChanged = (doc) =>
    binding.doc.transact(() => {
      writeShared(binding, doc);
      remember();
    }, ySyncPluginKey);
}

function quickUndo(plugin: Plugin): Plugin {
  const { state } = plugin.spec;
  return new Plugin({
    ...plugin.spec,
    ...(state && {
      state: {
        ...state,
        apply: (_tr, { undoManager }: Undo, before, now) => {
          const { binding } = ySyncPluginKey.getState(now) as { binding: ProsemirrorBinding };
          return {
            undoManager,
            prevSel: sharedSelection(binding, before.doc, before.selection),
            hasUndoOps: undoManager.undoStack.length > 0,
            hasRedoOps: undoManager.redoStack.length > 0,
          };
        },
      },
    }),
    view(editor) {
      const drawn = plugin.spec.view?.call(plugin, editor);
      const { undoManager } = yUndoPluginKey.getState(editor.state) as { undoManager: UndoManager };
      // Runs after the binding's own listener.
      const back = () => {
        caretBack(editor);
      };
      undoManager.on('stack-item-popped', back);
      return {
        ...drawn,
        destroy() {
          undoManager.off('stack-item-popped', back);
          drawn?.destroy?.();
        },
      };
    },
  });
}

/**
 * The binding remembers the caret from before an undone change, but restores it only with the next
 * change, even another person's.
 */
function caretBack(editor: EditorView): void {
  const { binding } = ySyncPluginKey.getState(editor.state) as {
    binding: Omit<ProsemirrorBinding, 'beforeTransactionSelection'> & {
      beforeTransactionSelection: Remembered | null;
    };
  };
  const was = binding.beforeTransactionSelection;
  binding.beforeTransactionSelection = null;
  if (was?.type !== 'text') return;
  const { tr } = editor.state;
  const [anchor, head] = [was.anchor, was.head].map((it) =>
    relativePositionToAbsolutePosition(binding.doc, binding.type, it, binding.mapping),
  );
  if (
    typeof anchor !== 'number' ||
    typeof head !== 'number' ||
    Math.max(anchor, head) > tr.doc.content.size
  )
    return;
  editor.dispatch(
    tr
      .setSelection(TextSelection.between(tr.doc.resolve(anchor), tr.doc.resolve(head)))
      .scrollIntoView(),
  );
}
