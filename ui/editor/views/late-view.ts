/**
 * Views of a long note are made as they come near what is seen, and the rest while nothing else is to do. Until then a
 * block is its words, so that it can be found and is about as high. What is put while one writes is there at once.
 */
import type { NodeViewRenderer } from '@tiptap/core';
import { ReactNodeView } from '@tiptap/react';
import type { NodeView } from '@tiptap/pm/view';
import { blockOf } from '#core/editor/blocks/registry.ts';
import { onceNearOrIdle } from './near.ts';

/** Made at once, of those that are put in one go. */
const AT_ONCE = 12;

let burst = 0;
function isFirst(): boolean {
  if (burst === 0) setTimeout(() => { burst = 0; });
  burst += 1;
  return burst <= AT_ONCE;
}

const wordless = new Set<() => void>();
/** What comes in one go is seen before what of it is out of sight gets its words. */
function soon(put: () => void): void {
  if (wordless.size === 0) requestAnimationFrame(() => setTimeout(() => { for (const it of wordless) it(); wordless.clear(); }));
  wordless.add(put);
}

/** React knows nothing of a view before it is made. What a block holds is there from the beginning, and moves into its view. */
export const lateView = (make: NodeViewRenderer): NodeViewRenderer => (props) => (isFirst() ? make(props) : waitingView(make, props));

function waitingView(make: NodeViewRenderer, props: Parameters<NodeViewRenderer>[0]): NodeView {
  let { node, decorations, innerDecorations } = props;
  let selected = false;
  let made: NodeView | undefined;
  const { isInline, type } = node;
  const dom = document.createElement(isInline ? 'span' : 'div');
  if (!isInline) dom.className = 'note-block whitespace-pre-line rounded-card border border-line px-4 py-3';
  const words = dom.appendChild(document.createElement('span'));
  words.contentEditable = 'false';
  const held = node.isLeaf ? undefined : dom.appendChild(document.createElement('div'));
  if (held) {
    held.className = 'held';
    // As the view marks its own, which this stands for.
    Object.assign(held.dataset, { nodeViewContentReact: '', nodeViewWrapper: '' });
    held.style.whiteSpace = 'inherit';
  }
  const put = () => { if (!made) words.textContent = blockOf(type.name)?.text(node.attrs) ?? ''; };
  soon(put);
  const stop = onceNearOrIdle(dom, () => {
    made = make({ ...props, node, decorations, innerDecorations });
    if (held && made instanceof ReactNodeView) {
      made.contentDOMElement?.replaceWith(held);
      made.contentDOMElement = held;
      held.className = '';
    }
    const shown = made.dom as HTMLElement;
    // ProseMirror has taken this element for the view.
    shown.draggable = dom.draggable;
    dom.draggable = false;
    dom.className = '';
    dom.replaceChildren(shown);
    if (selected) made.selectNode?.();
  });
  return {
    dom, contentDOM: held ?? null,
    update(next, nextDecorations, nextInner) {
      if (next.type !== type) return false;
      ({ node, decorations, innerDecorations } = { node: next, decorations: nextDecorations as typeof decorations, innerDecorations: nextInner });
      if (made) return made.update?.(next, nextDecorations, nextInner) ?? false;
      put();
      return true;
    },
    selectNode() { selected = true; if (made) made.selectNode?.(); else dom.classList.add('ProseMirror-selectednode'); },
    deselectNode() { selected = false; if (made) made.deselectNode?.(); dom.classList.remove('ProseMirror-selectednode'); },
    stopEvent: (event) => made?.stopEvent?.(event) ?? false,
    ignoreMutation: (mutation) => made?.ignoreMutation?.(mutation) ?? (mutation.type !== 'selection' && !held?.contains(mutation.target)),
    destroy() { wordless.delete(put); stop(); made?.destroy?.(); },
  };
}
