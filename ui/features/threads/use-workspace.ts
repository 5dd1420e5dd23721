import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Me } from '#core/contract/account.ts';
import type { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { followThread } from '#ui/client/thread-events.ts';
import { useAnswers } from '#ui/client/queries.ts';
import type { NotesHandle } from '#ui/features/notes/index.tsx';
import { useAwaited, type SourceAction } from '#ui/features/sources/index.ts';
import { useIsDesktop } from '#ui/kit/media-queries.ts';
import { toast } from '#ui/kit/toast.ts';
import { useCurrentSource } from './current-source.ts';
import { useOwnLink } from './own-link.ts';
import { useSourceKeys } from './source-keys.ts';
import { createSyncStore } from './sync-mark.tsx';
import { threadAccess } from './thread-access.ts';
import { hasNotes, useAddDialog } from './use-add-dialog.ts';
import { useAttachedViewer } from './use-attached-viewer.ts';
import { useInsertBlocks } from './use-insert-blocks.ts';
import { usePaneLayout } from './use-pane-layout.ts';
import { useQuestions } from './use-questions.ts';
import { useSourceFold } from './use-source-fold.ts';
import { useSourceSelection } from './use-source-selection.ts';
import { useSourcesPanel } from './use-sources-panel.ts';
import { useViewerClips } from './use-viewer-clips.ts';

export type WorkspaceState = ReturnType<typeof useWorkspace>;

/** The shared state of a thread's panes: its current source, notes, questions and open dialogs. */
export function useWorkspace(thread: Thread, me: Me | null | undefined) {
  const cache = useQueryClient();
  const isWide = useIsDesktop();
  const sources = thread.thread_source_data;
  const access = threadAccess(thread, me, isWide);
  const [isReadOnlyDialogOpen, setReadOnlyDialogOpen] = useState(false);
  const [sourceAction, setSourceAction] = useState<SourceAction>();
  const layout = usePaneLayout(isWide);
  const panel = useSourcesPanel(layout);
  const [sync] = useState(createSyncStore);
  const notes = useRef<NotesHandle>(null);
  const fold = useSourceFold();
  const toolbar = useState<HTMLElement | null>(null);

  useEffect(() => followThread(thread._id, cache, toast.error), [thread._id, cache]);
  const awaited = useAwaited(thread._id);
  const addDialog = useAddDialog(
    access.writes,
    thread.thread_sources.length === 0 && awaited.length === 0 && !hasNotes(thread),
  );

  const { show } = layout;
  const showNotes = useCallback(() => show('notes'), [show]);
  const showSource = useCallback(() => show('source'), [show]);
  const current = useCurrentSource(thread, access.isOwner, showSource);
  const { source, view, attach } = current;
  const [viewer, viewerRef] = useAttachedViewer(attach);
  useSourceKeys(sources, source?._id, view);
  const linked = useOwnLink(isWide, show);

  const [unselected, select] = useSourceSelection(thread._id);
  const insert = useInsertBlocks(notes, showNotes);
  const questions = useQuestions({ thread, unselected, access, notes, insert, onPane: show });
  const [viewerClips, setClips] = useViewerClips({
    threadId: thread._id,
    sourceId: source?._id,
    access,
    notes,
    insert,
    onShowNotes: showNotes,
    onReadOnlyDialog: setReadOnlyDialogOpen,
  });
  const answerCount = useAnswers(thread._id).data?.docs.length ?? 0;

  const showAdded = (added: Source[]) => {
    const first = added[0];
    if (!first) return;
    const stillUnselected = new Set(unselected);
    for (const { _id } of added) stillUnselected.delete(_id);
    select(stillUnselected);
    panel.leaveSheet();
    view(first._id, { still: true });
  };

  return {
    isWide,
    access,
    layout,
    sync,
    notes,
    fold,
    toolbar,
    awaited,
    addDialog,
    current,
    viewerRef,
    viewer,
    linked,
    unselected,
    select,
    questions,
    viewerClips,
    setClips,
    answerCount,
    isReadOnlyDialogOpen,
    setReadOnlyDialogOpen,
    panel,
    sourceAction,
    setSourceAction,
    showAdded,
  };
}
