/** Edits of clips from the source in which they are shown. */
import { type RefObject, useMemo } from 'react';
import type { NotesHandle } from '#ui/features/notes/index.tsx';
import { toast } from '#ui/kit/toast.ts';
import { clipAlerts as texts } from '#ui/editor/texts/clip-alerts.ts';
import type { ClipChange } from '#ui/viewer/index.tsx';
import { changedAttributes } from './clip-block.ts';

export interface ClipEdits {
  /** shows the block in the notes */
  onEditClip(id: string): void;
  onChangeClip(id: string, change: ClipChange): void;
  onDeleteClip(id: string): void;
}

/** Readers only get the link to the notes. */
export function useClipEdits(
  notes: RefObject<NotesHandle | null>,
  by: string | undefined,
  onShown: () => void,
): Partial<ClipEdits> {
  return useMemo(() => {
    const onEditClip = (id: string) => {
      onShown();
      notes.current?.showBlock(id);
    };
    if (by === undefined) return { onEditClip };
    const reportMissing = () => toast.error(texts.notThere);
    return {
      onEditClip,
      onChangeClip(id, change) {
        if (!notes.current?.changeBlock(id, { ...changedAttributes(change), updatedBy: by }))
          reportMissing();
      },
      onDeleteClip(id) {
        const back = notes.current?.removeBlock(id);
        if (back)
          toast.success(texts.clipDeleted, { action: { label: texts.undo, onClick: back } });
        else reportMissing();
      },
    };
  }, [notes, by, onShown]);
}
