/** Clips of the notes, changed from where they are shown in their source. */
import { type RefObject, useMemo } from 'react';
import type { NotesHandle } from '#ui/features/notes/index.tsx';
import { toast } from '#ui/kit/toast.ts';
import type { ClipChange } from '#ui/viewer/index.tsx';
import { changedAttributes } from './clip-block.ts';

export interface ClipEdits { onChangeClip(id: string, change: ClipChange): void; onDeleteClip(id: string): void }

/** Nothing for those who only read. */
export function useClipEdits(notes: RefObject<NotesHandle | null>, owner: boolean): Partial<ClipEdits> {
  return useMemo(() => {
    if (!owner) return {};
    const gone = () => toast.error('The notes are not open yet, or this clip is not in them any more.');
    return {
      onChangeClip(id, change) { if (!notes.current?.changeBlock(id, changedAttributes(change))) gone(); },
      onDeleteClip(id) {
        const back = notes.current?.removeBlock(id);
        if (back) toast.success('Clip deleted', { action: { label: 'Undo', onClick: back } });
        else gone();
      },
    };
  }, [notes, owner]);
}
