/**
 * Creates views of a long note as they come near the viewport, and the rest when idle. Until then a
 * block is its text, so that it can be found and has about the right height. Blocks inserted while
 * typing get their view immediately.
 */
import type { NodeViewRenderer } from '@tiptap/core';
import type { NodeView } from '@tiptap/pm/view';
import { blockOf } from '#core/editor/blocks/registry.ts';
import { whenNearOrIdle } from './lazy-mount.ts';

/** Number of views created immediately for blocks inserted together. */
const AT_ONCE = 12;

let burst = 0;
function isFirst(): boolean {
  if (burst === 0)
    setTimeout(() => {
      burst = 0;
    });
  burst += 1;
  return burst <= AT_ONCE;
}

/** For blocks without child blocks. React does not know a view before it is created. */
export const lateView =
  (make: NodeViewRenderer): NodeViewRenderer =>
  (props) =>
    isFirst() ? make(props) : waitingView(make, props);

function waitingView(make: NodeViewRenderer, props: Parameters<NodeViewRenderer>[0]): NodeView {
  let { node, decorations, innerDecorations } = props;
  let selected = false;
  let made: NodeView | undefined;
  const { isInline, type } = node;
  const dom = document.createElement(isInline ? 'span' : 'div');
  if (!isInline)
    dom.className = 'note-block whitespace-pre-line rounded-card border border-line px-4 py-3';
  const showText = () => {
    dom.textContent = blockOf(type.name)?.text(node.attrs) ?? '';
  };
  showText();
  const stop = whenNearOrIdle(dom, () => {
    made = make({ ...props, node, decorations, innerDecorations });
    const shown = made.dom as HTMLElement;
    // ProseMirror already uses this element for the view.
    shown.draggable = dom.draggable;
    dom.draggable = false;
    dom.className = '';
    dom.replaceChildren(shown);
    if (selected) made.selectNode?.();
  });
  return {
    dom,
    update(next, nextDecorations, nextInner) {
      if (next.type !== type) return false;
      ({ node, decorations, innerDecorations } = {
        node: next,
        decorations: nextDecorations as typeof decorations,
        innerDecorations: nextInner,
      });
      if (made) return made.update?.(next, nextDecorations, nextInner) ?? false;
      showText();
      return true;
    },
    selectNode() {
      selected = true;
      if (made) made.selectNode?.();
      else dom.classList.add('ProseMirror-selectednode');
    },
    deselectNode() {
      selected = false;
      if (made) made.deselectNode?.();
      dom.classList.remove('ProseMirror-selectednode');
    },
    stopEvent: (event) => made?.stopEvent?.(event) ?? false,
    ignoreMutation: (mutation) => made?.ignoreMutation?.(mutation) ?? mutation.type !== 'selection',
    destroy() {
      stop();
      made?.destroy?.();
    },
  };
}
