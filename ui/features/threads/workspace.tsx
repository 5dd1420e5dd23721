/** The thread's screen: it holds what the panes share, and passes places on to the viewer. */
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { Me } from '#core/contract/account.ts';
import type { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { followThread } from '#ui/client/events.ts';
import { useAnswers } from '#ui/client/queries.ts';
import { ChatBox } from '#ui/features/ask/index.ts';
import type { NotesHandle } from '#ui/features/notes/index.tsx';
import { useAwaited } from '#ui/features/sources/index.ts';
import { isDesktop, useIsDesktop } from '#ui/kit/media.ts';
import { retriable } from '#ui/kit/retriable.tsx';
import { AnswersPane } from './answers-pane.tsx';
import { useCurrentSource } from './current-source.ts';
import { NotesPane } from './notes-pane.tsx';
import { useOwnLink } from './own-link.ts';
import type { Pane } from './panes.ts';
import { PanesSkeleton } from './panes-skeleton.tsx';
import { useSourceKeys } from './source-keys.ts';
import { createSyncStore } from './sync-mark.tsx';
import { threadAccess } from './thread-access.ts';
import { TopBar } from './top-bar.tsx';
import { useAddDialog } from './use-add-dialog.ts';
import { useAttachedViewer, useViewerBlocks } from './use-attached-viewer.ts';
import { useInsertBlocks } from './use-insert-blocks.ts';
import { useQuestions } from './use-questions.ts';
import { useSourceSelection } from './use-source-selection.ts';
import { useViewerClips } from './use-viewer-clips.ts';
import { ViewerPane } from './viewer-pane.tsx';
import { WorkspaceDialogs } from './workspace-dialogs.tsx';
import { WorkspaceStrip } from './workspace-strip.tsx';

const widePanes = retriable(() => import('./wide-panes.tsx').then(({ WidePanes }) => WidePanes));
const narrowPanes = retriable(() =>
  import('./narrow-panes.tsx').then(({ NarrowPanes }) => NarrowPanes),
);
// The panes are fetched while the thread itself is still loading.
(isDesktop() ? widePanes : narrowPanes).bring();

interface WorkspaceProps {
  thread: Thread;
  /** null where nobody is signed in */
  me: Me | null | undefined;
}

export function Workspace({ thread, me }: WorkspaceProps) {
  const cache = useQueryClient();
  const isWide = useIsDesktop();
  const sources = thread.thread_source_data;
  const access = threadAccess(thread, me, isWide);
  const { isOwner, writes, writesHere } = access;
  const [asksLogin, setAsksLogin] = useState(false);
  const [isListed, setListed] = useState(false);
  const [pane, setPane] = useState<Pane>(isWide ? 'notes' : 'source');
  const [sync] = useState(createSyncStore);
  const notes = useRef<NotesHandle>(null);

  useEffect(() => followThread(thread._id, cache), [thread._id, cache]);
  const awaited = useAwaited(thread._id);
  const addDialog = useAddDialog(writes, sources.length === 0 && awaited.length === 0);

  const showNotes = useCallback(() => setPane('notes'), []);
  const showSource = useCallback(() => {
    if (!isWide) setPane('source');
  }, [isWide]);
  const { source, missing, dismiss, leave, view, go, attach } = useCurrentSource(
    thread,
    isOwner,
    showSource,
  );
  const [viewer, viewerRef] = useAttachedViewer(attach);
  const viewerBlocks = useViewerBlocks(source, viewer);
  useSourceKeys(sources, source?._id, view);
  const linked = useOwnLink(isWide, setPane);

  const [unselected, select] = useSourceSelection(thread._id);
  const insert = useInsertBlocks(notes, showNotes);
  const questions = useQuestions({ thread, unselected, access, notes, insert, onPane: setPane });
  const [viewerClips, setClips] = useViewerClips({
    sourceId: source?._id,
    access,
    notes,
    insert,
    onShowNotes: showNotes,
    onLogin: setAsksLogin,
  });
  const answerCount = useAnswers(thread._id).data?.docs.length ?? 0;

  const showAdded = (added: Source[]) => {
    const first = added[0];
    if (!first) return;
    const stillUnselected = new Set(unselected);
    for (const { _id } of added) stillUnselected.delete(_id);
    select(stillUnselected);
    setListed(false);
    view(first._id);
  };

  const Panes = isWide ? widePanes.part() : narrowPanes.part();
  return (
    <div className="flex h-dvh flex-col overflow-hidden">
      <TopBar thread={thread} me={me} owner={isOwner} writes={writes} sync={sync} />
      <main className="flex min-h-0 flex-1 flex-col">
        <Suspense fallback={<PanesSkeleton />}>
          <Panes
            waiting={<PanesSkeleton />}
            pane={pane}
            onPane={setPane}
            answerCount={answerCount}
            busy={questions.asking.busy}
            strip={
              <WorkspaceStrip
                sources={sources}
                currentId={source?._id}
                awaited={awaited}
                onView={view}
                onAdd={addDialog.open}
                onList={() => setListed(true)}
              />
            }
            viewer={
              <ViewerPane
                source={source}
                isMissing={missing}
                onDismissMissing={dismiss}
                onAdd={addDialog.open}
                threadId={thread._id}
                ref={viewerRef}
                {...viewerClips}
                own={isOwner}
              />
            }
            notes={
              <NotesPane
                thread={thread}
                readOnly={!writesHere}
                writes={writes}
                selected={questions.chosen}
                hosts={viewerBlocks}
                onGo={go}
                ref={notes}
                onSyncState={sync.set}
                onClips={setClips}
                linked={linked.note}
              />
            }
            answers={
              <AnswersPane
                me={me}
                threadId={thread._id}
                questions={questions}
                onGo={go}
                readOnly={!writes}
                linked={linked.answer}
              />
            }
            chatBox={
              <ChatBox
                me={me}
                threadId={thread._id}
                sources={sources}
                source={source}
                unselected={unselected}
                onSelect={select}
                onAddSource={addDialog.open}
                owner={isOwner}
                busy={questions.asking.busy}
                onCall={questions.ask}
                onStop={questions.asking.stop}
              />
            }
          />
        </Suspense>
      </main>
      <WorkspaceDialogs
        thread={thread}
        currentId={source?._id}
        isOwner={isOwner}
        writes={writes}
        asksLogin={asksLogin}
        onAsksLogin={setAsksLogin}
        isListed={isListed}
        onListed={setListed}
        addDialog={addDialog}
        onAdded={showAdded}
        onView={view}
        onLeave={leave}
      />
    </div>
  );
}
