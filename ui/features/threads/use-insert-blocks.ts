import { type RefObject, useCallback } from 'react';
import type { NotesHandle } from '#ui/features/notes/index.tsx';
import { toast } from '#ui/kit/toast.ts';
import { workspaceTexts as texts } from './texts/workspace.ts';
import type { BlockJson } from './clip-block.ts';

export type InsertBlocks = (blocks: BlockJson[], message: string) => void;

/** Puts blocks into the notes and confirms it with a message that leads there. */
export function useInsertBlocks(
  notes: RefObject<NotesHandle | null>,
  onShowNotes: () => void,
): InsertBlocks {
  return useCallback(
    (blocks, message) => {
      if (!notes.current) {
        toast.error(texts.notesClosed);
        return;
      }
      notes.current.insertBlocks(blocks);
      toast.success(message, { action: { label: texts.show, onClick: onShowNotes } });
    },
    [notes, onShowNotes],
  );
}
