/** A link to a block of the notes shows it, as soon as it is there. */
import type { Editor } from '@tiptap/core';
import { useEffect } from 'react';
import { type LinkTarget, revealTarget } from '#ui/kit/link-target.ts';
import { toast } from '#ui/kit/toast.ts';
import { editorTexts } from './texts/editor.ts';
import { positionOf } from './block-position.ts';

/** Notes that were opened from this browser get what others wrote a little later. */
const PATIENCE_MS = 6000;

/** `false` where it is not there. */
export function showBlock(editor: Editor, id: string): boolean {
  const position = positionOf(editor.state.doc, id);
  const element = position === undefined ? null : editor.view.nodeDOM(position);
  if (!(element instanceof HTMLElement)) return false;
  revealTarget(element);
  return true;
}

export function useShownBlock(editor: Editor, linked: LinkTarget | undefined): void {
  useEffect(() => {
    if (!linked) return undefined;
    const look = (): boolean => showBlock(editor, linked.id);
    const stop = () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      editor.off('update', observeAgain);
    };
    const observeAgain = () => {
      if (look()) stop();
    };
    const timer = setTimeout(() => {
      stop();
      toast.info(editorTexts.notes.gone);
    }, PATIENCE_MS);
    // Views of blocks are drawn after the editor stands.
    const frame = requestAnimationFrame(observeAgain);
    editor.on('update', observeAgain);
    return stop;
  }, [editor, linked]);
}
