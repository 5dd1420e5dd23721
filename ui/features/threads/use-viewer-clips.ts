/** Clips in the viewer: shows those of the notes, and saves new ones or asks about them. */
import { type RefObject, useCallback, useMemo, useState } from 'react';
import { track } from '#ui/client/track.ts';
import type { KeptClip, NotesHandle } from '#ui/features/notes/index.tsx';
import type { ClipRequest } from '#ui/viewer/index.tsx';
import { workspaceTexts as texts } from './texts/workspace.ts';
import { clipBlock } from './clip-block.ts';
import { type ClipEdits, useClipEdits } from './clip-edits.ts';
import type { ThreadAccess } from './thread-access.ts';
import type { InsertBlocks } from './use-insert-blocks.ts';

export interface ViewerClips extends Partial<ClipEdits> {
  clips: readonly KeptClip[];
  onClip: (clip: ClipRequest) => void;
  /** Undefined if the notes can't be edited. */
  onAsk: ((clip: ClipRequest, rect: DOMRect) => void) | undefined;
}

export function useViewerClips({
  threadId,
  sourceId,
  access: { myId, writes, writesHere },
  notes,
  insert,
  onShowNotes,
  onReadOnlyDialog,
}: {
  threadId: string;
  /** the current source */
  sourceId: string | undefined;
  access: ThreadAccess;
  notes: RefObject<NotesHandle | null>;
  insert: InsertBlocks;
  onShowNotes: () => void;
  /** Called for readers. */
  onReadOnlyDialog: (isReadOnlyDialogOpen: boolean) => void;
}): [viewerClips: ViewerClips, setClips: (clips: readonly KeptClip[]) => void] {
  const [allClips, setClips] = useState<readonly KeptClip[]>([]);
  const clips = useMemo(
    () => allClips.filter((clip) => clip.sourceId === sourceId),
    [allClips, sourceId],
  );
  const edits = useClipEdits(notes, writes ? myId : undefined, onShowNotes);
  const onClip = useCallback(
    (clip: ClipRequest) => {
      if (!writes) onReadOnlyDialog(true);
      else if (sourceId) {
        track('save_clip', { thread_id: threadId, medium: clip.locator.medium });
        insert([clipBlock(sourceId, clip, new Date(), myId)], texts.clipAdded);
      }
    },
    [threadId, sourceId, insert, writes, myId, onReadOnlyDialog],
  );
  const onAsk = useMemo(
    () =>
      writesHere && sourceId !== undefined
        ? (clip: ClipRequest, rect: DOMRect) =>
            notes.current?.askOf(clipBlock(sourceId, clip, new Date(), myId), rect)
        : undefined,
    [writesHere, sourceId, myId, notes],
  );
  return [{ clips, onClip, onAsk, ...edits }, setClips];
}
