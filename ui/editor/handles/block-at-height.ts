/** Top-level blocks of the notes, and where they are drawn. */
import type { EditorView } from '@tiptap/pm/view';

export const blockElement = (view: EditorView, at: number): HTMLElement | undefined => {
  const drawn = view.nodeDOM(at);
  return drawn instanceof HTMLElement ? drawn : undefined;
};

/** The position of the block at this height of the window, including the space beside it. */
export function blockAtHeight(view: EditorView, left: number, top: number): number | undefined {
  const around = view.dom.getBoundingClientRect();
  const within = (at: number, from: number, to: number) => Math.min(Math.max(from + 5, at), to - 5);
  const found = view.root
    .elementsFromPoint(
      within(left, around.left, around.right),
      within(top, around.top, around.bottom),
    )
    .find((it) => it !== view.dom && view.dom.contains(it));
  const among = [...(found?.closest('.note-group, .note-section')?.children ?? view.dom.children)];
  let block =
    among.findLast((it) => it.contains(found ?? null)) ??
    among.findLast((it) => it.getBoundingClientRect().top <= top);
  while (block?.matches('.note-group, .note-section')) block = block.lastElementChild ?? undefined;
  if (!block) return undefined;
  const $at = view.state.doc.resolve(view.posAtDOM(block, 0));
  return $at.depth > 0 ? $at.before(1) : $at.pos;
}
