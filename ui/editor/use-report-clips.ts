/** Reports the clips of the notes to the page. */
import type { Editor } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';
import { useEffect } from 'react';
import { isPlainTyping } from '#core/editor/plain-typing.ts';
import { afterPaint } from '#ui/kit/after-paint.ts';
import { type NoteClip, noteClips, sameClips } from './note-clips.ts';

/** The time between two searches for clips while typing. */
const TYPING_MS = 300;

/** Calls `onClips` initially, and whenever the clips have changed. */
export function useReportClips(
  editor: Editor,
  onClips: ((clips: readonly NoteClip[]) => void) | undefined,
): void {
  useEffect(() => {
    let reported: readonly NoteClip[] | undefined;
    let isDue = false;
    let isOver = false;
    const report = () => {
      isDue = false;
      if (isOver) return;
      const clips = noteClips(editor.state.doc);
      if (!reported || !sameClips(reported, clips)) onClips?.(clips);
      reported = clips;
    };
    // Traversing all blocks must delay neither a key nor the first paint.
    const reportSoon = () => {
      if (!isDue) {
        isDue = true;
        afterPaint(report);
      }
    };
    // Letters create no clip, but shift clips without an id, which are identified by position.
    let typing: ReturnType<typeof setTimeout> | undefined;
    const onUpdate = ({ transaction }: { transaction: Transaction }) => {
      if (isPlainTyping([transaction]))
        typing ??= setTimeout(() => {
          typing = undefined;
          reportSoon();
        }, TYPING_MS);
      else reportSoon();
    };
    editor.on('update', onUpdate);
    reportSoon();
    return () => {
      isOver = true;
      clearTimeout(typing);
      editor.off('update', onUpdate);
    };
  }, [editor, onClips]);
}
