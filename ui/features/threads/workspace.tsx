/** The thread's screen: it holds what the panes share, and passes places on to the viewer. */
import { Suspense, useMemo } from 'react';
import type { Me } from '#core/contract/account.ts';
import type { Thread } from '#core/contract/thread.ts';
import { loadWhenReachable } from '#ui/client/load-when-reachable.ts';
import { ChatBox } from '#ui/features/ask/index.ts';
import { isDesktop } from '#ui/kit/media.ts';
import { retriable } from '#ui/kit/retriable.tsx';
import { AnswersPane } from './answers-pane.tsx';
import { NotesPane } from './notes-pane.tsx';
import { PanesSkeleton } from './panes-skeleton.tsx';
import { TopBar } from './top-bar.tsx';
import { useTour } from './use-tour.tsx';
import { useWorkspace } from './use-workspace.ts';
import { SkipLinks } from './skip-links.tsx';
import { ViewerPane } from './viewer-pane.tsx';
import { WorkspaceDialogs } from './workspace-dialogs.tsx';
import { WorkspaceStrip } from './workspace-strip.tsx';

const widePanes = retriable(
  () => import('./wide-panes.tsx').then(({ WidePanes }) => WidePanes),
  loadWhenReachable,
);
const narrowPanes = retriable(
  () => import('./narrow-panes.tsx').then(({ NarrowPanes }) => NarrowPanes),
  loadWhenReachable,
);
// The panes are fetched while the thread itself is still loading.
(isDesktop() ? widePanes : narrowPanes).bring();

interface WorkspaceProps {
  thread: Thread;
  /** null if nobody is signed in */
  me: Me | null | undefined;
}

export function Workspace({ thread, me }: WorkspaceProps) {
  const workspace = useWorkspace(thread, me);
  const { access, current, questions, addDialog, viewerClips, linked } = workspace;
  const { isOwner, writes, writesHere } = access;
  const { source, view, go } = current;
  const sources = thread.thread_source_data;
  const { tour, counts } = useTour(thread, isOwner, workspace.setPane);
  const onClip = useMemo(() => counts('clip', viewerClips.onClip), [counts, viewerClips.onClip]);
  const goFromNotes = useMemo(() => counts('chip', go), [counts, go]);

  const Panes = workspace.isWide ? widePanes.part() : narrowPanes.part();
  return (
    <div className="flex h-dvh flex-col overflow-hidden">
      <SkipLinks />
      <TopBar thread={thread} me={me} owner={isOwner} writes={writes} sync={workspace.sync} />
      <main className="flex min-h-0 flex-1 flex-col">
        {tour}
        <Suspense fallback={<PanesSkeleton />}>
          <Panes
            waiting={<PanesSkeleton />}
            pane={workspace.pane}
            onPane={workspace.setPane}
            answerCount={workspace.answerCount}
            busy={questions.asking.busy}
            strip={
              <WorkspaceStrip
                sources={sources}
                currentId={source?._id}
                awaited={workspace.awaited}
                onView={view}
                onAdd={addDialog.open}
                onList={() => workspace.setListed(true)}
              />
            }
            viewer={
              <ViewerPane
                source={source}
                isMissing={current.missing}
                onDismissMissing={current.dismiss}
                onAdd={addDialog.open}
                threadId={thread._id}
                ref={workspace.viewerRef}
                {...viewerClips}
                onClip={onClip}
                own={isOwner}
                onEditLink={
                  isOwner && source
                    ? () => workspace.setSourceAction({ kind: 'edit-link', source })
                    : undefined
                }
                onRemove={
                  writes && source
                    ? () => workspace.setSourceAction({ kind: 'remove', source })
                    : undefined
                }
              />
            }
            notes={
              <NotesPane
                thread={thread}
                readOnly={!writesHere}
                writes={writes}
                selected={questions.chosen}
                openSource={source}
                viewer={workspace.viewer}
                onGo={goFromNotes}
                ref={workspace.notes}
                onSyncState={workspace.sync.set}
                onClips={workspace.setClips}
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
                unselected={workspace.unselected}
                onSelect={workspace.select}
                onAddSource={addDialog.open}
                owner={isOwner}
                busy={questions.asking.busy}
                onCall={counts('ask', questions.ask)}
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
        asksLogin={workspace.asksLogin}
        onAsksLogin={workspace.setAsksLogin}
        isListed={workspace.isListed}
        onListed={workspace.setListed}
        addDialog={addDialog}
        sourceAction={workspace.sourceAction}
        onSourceAction={workspace.setSourceAction}
        onAdded={workspace.showAdded}
        onView={view}
        onLeave={current.leave}
      />
    </div>
  );
}
