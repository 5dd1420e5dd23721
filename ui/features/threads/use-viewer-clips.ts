/** Clips in the viewer: shows those of the notes, and saves new ones or asks about them. */
import { type RefObject, useCallback, useMemo, useState } from 'react';
import type { KeptClip, NotesHandle } from '#ui/features/notes/index.tsx';
import { toast } from '#ui/kit/toast.ts';
import type { ClipRequest } from '#ui/viewer/index.tsx';
import { workspaceTexts as texts } from './texts/workspace.ts';
import { clipBlock } from './clip-block.ts';
import { type ClipEdits, useClipEdits } from './clip-edits.ts';
import type { ThreadAccess } from './thread-access.ts';
import type { InsertBlocks } from './use-insert-blocks.ts';

export interface ViewerClips extends Partial<ClipEdits> {
  clips: readonly KeptClip[];
  onClip: (clip: ClipRequest) => void;
  /** Undefined where the notes cannot be written to. */
  onAsk: ((clip: ClipRequest, rect: DOMRect) => void) | undefined;
}

export function useViewerClips({
  sourceId,
  access: { myId, isVerified, writes, writesHere },
  notes,
  insert,
  onShowNotes,
  onLogin,
}: {
  /** the source that is shown */
  sourceId: string | undefined;
  access: ThreadAccess;
  notes: RefObject<NotesHandle | null>;
  insert: InsertBlocks;
  onShowNotes: () => void;
  /** Called for a visitor who has to sign in first. */
  onLogin: (isAsked: boolean) => void;
}): [viewerClips: ViewerClips, setClips: (clips: readonly KeptClip[]) => void] {
  const [allClips, setClips] = useState<readonly KeptClip[]>([]);
  const clips = useMemo(
    () => allClips.filter((clip) => clip.sourceId === sourceId),
    [allClips, sourceId],
  );
  const edits = useClipEdits(notes, writes ? myId : undefined, onShowNotes);
  const onClip = useCallback(
    (clip: ClipRequest) => {
      if (!writes && !isVerified) onLogin(true);
      else if (!writes) toast.error(texts.clipNot);
      else if (sourceId) insert([clipBlock(sourceId, clip, new Date(), myId)], texts.clipAdded);
    },
    [sourceId, insert, writes, isVerified, myId, onLogin],
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
