/** Shows the block that a link leads to, as soon as it exists. */
import type { Editor } from '@tiptap/core';
import { useEffect } from 'react';
import { type LinkTarget, revealTarget } from '#ui/kit/link-target.ts';
import { toast } from '#ui/kit/toast.ts';
import { editorTexts } from './texts/editor.ts';
import { positionOf } from './block-position.ts';

/** Notes opened from this browser's copy get other people's edits a little later. */
const PATIENCE_MS = 6000;

/** Returns `false` if it does not exist. */
export function showBlock(editor: Editor, id: string): boolean {
  const position = positionOf(editor.state.doc, id);
  const element = position === undefined ? null : editor.view.nodeDOM(position);
  if (!(element instanceof HTMLElement)) return false;
  revealTarget(element);
  return true;
}

export function useLinkedBlock(editor: Editor, linked: LinkTarget | undefined): void {
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
    // Views of blocks are drawn after the editor.
    const frame = requestAnimationFrame(observeAgain);
    editor.on('update', observeAgain);
    return stop;
  }, [editor, linked]);
}
