/** A link to a block of the notes shows it, as soon as it is there. */
import type { Editor } from '@tiptap/core';
import { useEffect } from 'react';
import { type LinkedOne, showFound } from '#ui/kit/found.ts';
import { toast } from '#ui/kit/toast.ts';

/** Notes that were opened from this browser get what others wrote a little later. */
const PATIENCE_MS = 6000;
/** How a thread names a block that has no id: by its order. */
const BY_ORDER = /^node-(\d+)$/;

function positionOf({ state: { doc } }: Editor, id: string): number | undefined {
  let found: number | undefined;
  doc.descendants((node, position) => {
    if (found === undefined && node.attrs['_id'] === id) found = position;
    return found === undefined;
  });
  const order = BY_ORDER.exec(id)?.[1];
  if (found === undefined && order !== undefined) doc.forEach((_, position, index) => { if (index === Number(order)) found = position; });
  return found;
}

export function useShownBlock(editor: Editor, linked: LinkedOne | undefined): void {
  useEffect(() => {
    if (!linked) return undefined;
    const look = (): boolean => {
      const position = positionOf(editor, linked.id);
      const element = position === undefined ? null : editor.view.nodeDOM(position);
      if (!(element instanceof HTMLElement)) return false;
      showFound(element);
      return true;
    };
    const stop = () => { clearTimeout(timer); cancelAnimationFrame(frame); editor.off('update', again); };
    const again = () => { if (look()) stop(); };
    const timer = setTimeout(() => { stop(); toast.info('That block is not in these notes any more.'); }, PATIENCE_MS);
    // Views of blocks are drawn after the editor stands.
    const frame = requestAnimationFrame(again);
    editor.on('update', again);
    return stop;
  }, [editor, linked]);
}
