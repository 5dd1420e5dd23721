/** The thread's screen: holds the shared state of the panes, and passes positions to the viewer. */
import { Suspense, useMemo } from 'react';
import type { Me } from '#core/contract/account.ts';
import type { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { loadWhenReachable } from '#ui/client/load-when-reachable.ts';
import { ChatBox } from '#ui/features/ask/index.ts';
import { isDesktop } from '#ui/kit/media-queries.ts';
import { lazyPart } from '#ui/kit/lazy-part.tsx';
import { AnswersPane } from './answers-pane.tsx';
import { NotesPane } from './notes-pane.tsx';
import { PaneButtons } from './pane-buttons.tsx';
import { PanesSkeleton } from './panes-skeleton.tsx';
import { TopBar } from './top-bar.tsx';
import { useTour } from './use-tour.tsx';
import { useWorkspace, type WorkspaceState } from './use-workspace.ts';
import { SkipLinks } from './skip-links.tsx';
import { ViewerPane } from './viewer-pane.tsx';
import { WorkspaceDialogs } from './workspace-dialogs.tsx';
import { WorkspaceSources } from './workspace-sources.tsx';
import { TitleBarSources, WorkspaceStrip } from './workspace-strip.tsx';

const widePanes = lazyPart(
  () => import('./wide-panes.tsx').then(({ WidePanes }) => WidePanes),
  loadWhenReachable,
);
const narrowPanes = lazyPart(
  () => import('./narrow-panes.tsx').then(({ NarrowPanes }) => NarrowPanes),
  loadWhenReachable,
);
// The panes are fetched while the thread is still loading.
(isDesktop() ? widePanes : narrowPanes).bring();

interface WorkspaceProps {
  thread: Thread;
  /** null if nobody is signed in */
  me: Me | null | undefined;
}

export function Workspace({ thread, me }: WorkspaceProps) {
  const workspace = useWorkspace(thread, me);
  const { access, current, layout, questions, addDialog, viewerClips, linked } = workspace;
  const { isOwner, writes, writesHere } = access;
  const { source, view, go } = current;
  const sources = thread.thread_source_data;
  const { tour, counts } = useTour(thread, isOwner, layout.show);
  const onClip = useMemo(() => counts('clip', viewerClips.onClip), [counts, viewerClips.onClip]);
  const goFromNotes = useMemo(() => counts('chip', go), [counts, go]);

  const sourcesPanel = <WorkspaceSources thread={thread} workspace={workspace} />;
  const { titleBar, strip } = sourceBars(workspace, sources);
  const Panes = workspace.isWide ? widePanes.part() : narrowPanes.part();
  return (
    <div className="flex h-dvh flex-col overflow-hidden">
      <SkipLinks />
      <TopBar
        thread={thread}
        me={me}
        owner={isOwner}
        writes={writes}
        sync={workspace.sync}
        sources={titleBar}
        panes={<PaneButtons layout={layout} />}
      />
      <main className="flex min-h-0 flex-1 flex-col">
        {tour}
        <Suspense fallback={<PanesSkeleton />}>
          <Panes
            waiting={<PanesSkeleton />}
            layout={layout}
            answerCount={workspace.answerCount}
            busy={questions.asking.busy}
            fold={workspace.fold}
            toolbarRef={workspace.toolbar[1]}
            sources={workspace.panel.isDocked && sourcesPanel}
            strip={strip}
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
                {...sourceActions(workspace)}
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
                toolbar={workspace.toolbar[0]}
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
      {!workspace.panel.isDocked && sourcesPanel}
      <WorkspaceDialogs
        thread={thread}
        me={me}
        isReadOnlyDialogOpen={workspace.isReadOnlyDialogOpen}
        onReadOnlyDialog={workspace.setReadOnlyDialogOpen}
        addDialog={addDialog}
        sourceAction={workspace.sourceAction}
        onSourceAction={workspace.setSourceAction}
        onAdded={workspace.showAdded}
        onView={(id) => {
          view(id);
          workspace.panel.leaveSheet();
        }}
        onLeave={current.leave}
      />
    </div>
  );
}

/** The sources in the title bar, and in their own row. */
function sourceBars(
  { fold, current, isWide, awaited, addDialog, panel }: WorkspaceState,
  sources: readonly Source[],
) {
  const shared = { fold, sources, currentId: current.source?._id, onView: current.view };
  // A narrow title bar has no room for the list while the strip has.
  const isListedInTitle = isWide || (fold.isShort && fold.isFolded);
  return {
    titleBar: <TitleBarSources {...shared} panel={isListedInTitle ? panel : undefined} />,
    strip: (
      <WorkspaceStrip
        {...shared}
        awaited={awaited}
        onAdd={addDialog.open}
        panel={isListedInTitle ? undefined : panel}
      />
    ),
  };
}

/** The actions for the current source. */
function sourceActions({ access, current: { source }, setSourceAction }: WorkspaceState) {
  if (!source) return {};
  return {
    onEditLink: access.isOwner ? () => setSourceAction({ kind: 'edit-link', source }) : undefined,
    onRemove: access.writes ? () => setSourceAction({ kind: 'remove', source }) : undefined,
  };
}
