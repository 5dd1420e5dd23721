/** The thread's screen: it knows who is shown and who is asked, and hands places to the viewer. */
import { useQueryClient } from '@tanstack/react-query';
import { ListVideo, Plus } from 'lucide-react';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { toast } from '#ui/kit/toast.ts';
import type { Me } from '#core/contract/account.ts';
import { NOTE_TYPES } from '#core/contract/ask.ts';
import type { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { followThread } from '#ui/client/events.ts';
import { useAnswers, useGuides } from '#ui/client/queries.ts';
import { AuthDialog } from '#ui/features/account/index.ts';
import {
  answerBlock,
  Answers,
  ChatBox,
  useAsk,
  useModel,
  type AnswerView,
} from '#ui/features/ask/index.ts';
import type { KeptClip, NotesHandle } from '#ui/features/notes/index.tsx';
import {
  AddSourceDialog,
  askable,
  MissingSource,
  SourcesPanel,
  SourceStrip,
  SourceSwitch,
  useAwaited,
  useRemoveSource,
} from '#ui/features/sources/index.ts';
import { callOf, FollowUp, standingOf, type AiCall } from '#ui/features/suggest/index.ts';
import { Blank, Skeleton } from '#ui/kit/blank.tsx';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { isDesktop, useIsDesktop } from '#ui/kit/media.ts';
import { useOffer } from '#ui/kit/palette.ts';
import { PaneBoundary } from '#ui/kit/pane-boundary.tsx';
import { retriable } from '#ui/kit/retriable.tsx';
import { paneTexts } from '#ui/texts/panes.ts';
import { workspaceTexts as texts } from '#ui/texts/workspace.ts';
import type { ClipRequest } from '#ui/viewer/index.tsx';
import { notesPart } from './bring-thread.ts';
import { clipBlock, type BlockJson } from './clip-block.ts';
import { useClipEdits } from './clip-edits.ts';
import { EarlyNotes } from './early-notes.tsx';
import { useCurrentSource } from './current-source.ts';
import { keep, readKept } from './kept-places.ts';
import type { Pane } from './panes.ts';
import { PanesSkeleton } from './panes-skeleton.tsx';
import { useAttached } from './attached.ts';
import { useOwnLink } from './own-link.ts';
import { useSourceKeys } from './source-keys.ts';
import { createSyncStore } from './sync-mark.tsx';
import { TopBar } from './top-bar.tsx';

const viewers = retriable(() => import('#ui/viewer/index.tsx').then((it) => it.SourceViewer));
const widePanes = retriable(() => import('./wide-panes.tsx').then((it) => it.WidePanes));
const narrowPanes = retriable(() => import('./narrow-panes.tsx').then((it) => it.NarrowPanes));
// Asked for at once, while the thread itself is on its way.
(isDesktop() ? widePanes : narrowPanes).bring();

export function Workspace({
  thread,
  me,
}: {
  thread: Thread /** null where nobody is signed in */;
  me: Me | null | undefined;
}) {
  const cache = useQueryClient();
  const desktop = useIsDesktop();
  const sources = thread.thread_source_data;
  const myId = me?.user._id;
  const owner = myId !== undefined && myId === thread.user;
  /** in the notes, and what the thread holds */
  const writes = owner || thread.role === 'editor';
  const verified = me?.user.is_verified_user ?? false;
  const [asksLogin, setAsksLogin] = useState(false);
  const [pane, setPane] = useState<Pane>(desktop ? 'notes' : 'source');
  const [listed, setListed] = useState(false);
  const [adding, setAdding] = useState(false);
  const [addWanted, setAddWanted] = useState(false);
  if (adding && !addWanted) setAddWanted(true);
  const [sync] = useState(createSyncStore);
  const notes = useRef<NotesHandle>(null);
  const [clips, setClips] = useState<readonly KeptClip[]>([]);

  useEffect(() => followThread(thread._id, cache), [thread._id, cache]);
  const awaited = useAwaited(thread._id);
  const bare = writes && sources.length === 0 && awaited.length === 0;
  useEffect(() => {
    if (bare) setAdding(true);
  }, [bare]);

  const shown = useCallback(() => {
    if (!desktop) setPane('source');
  }, [desktop]);
  const { source, missing, dismiss, leave, view, go, attach } = useCurrentSource(
    thread,
    owner,
    shown,
  );
  useSourceKeys(sources, source?._id, view);
  const linked = useOwnLink(desktop, setPane);

  const [unselected, setUnselected] = useState<ReadonlySet<string>>(
    () => new Set(readKept(thread._id).unselected),
  );
  const select = (next: ReadonlySet<string>) => {
    setUnselected(next);
    keep(thread._id, { unselected: [...next] });
  };

  const model = useModel();
  const asking = useAsk(thread._id);
  const { data: guides } = useGuides();
  const answerCount = useAnswers(thread._id).data?.docs.length ?? 0;
  const retry = (answer: AnswerView) => {
    const still = sources.filter((it) => answer.sources.includes(it._id));
    const of = askable(
      still.length > 0 ? still : sources,
      still.length > 0 ? new Set() : unselected,
    );
    ask(
      callOf(answer.question, guides),
      of.map((it) => it._id),
      model,
    );
  };

  const insert = useCallback((blocks: BlockJson[], said: string) => {
    if (!notes.current) {
      toast.error(texts.notesClosed);
      return;
    }
    notes.current.insertBlocks(blocks);
    toast.success(said, { action: { label: texts.show, onClick: () => setPane('notes') } });
  }, []);
  const insertAnswer = useMemo(
    () =>
      writes && desktop
        ? (answer: AnswerView) => insert([answerBlock(answer, new Date(), myId)], texts.answerAdded)
        : undefined,
    [writes, desktop, insert, myId],
  );
  const ask = (call: AiCall, of: Source['_id'][], by: number) => {
    const type =
      call.forNotes && insertAnswer
        ? NOTE_TYPES.find((it) => it.name === call.question)
        : undefined;
    if (type && notes.current?.makeNotes(type.name, of, by)) {
      setPane('notes');
      return;
    }
    setPane('ask');
    void asking.send(call, of, by).then((answer) => {
      if (!call.forNotes || answer.state !== 'done') return;
      if (insertAnswer) insertAnswer(answer);
      else toast.info(texts.notesWide);
    });
  };
  const chosen = useMemo(
    () => askable(sources, unselected).map((it) => it._id),
    [sources, unselected],
  );
  const followUp = (answer: AnswerView) => (
    <FollowUp
      key={answer.id}
      after={answer}
      guides={guides?.followUps ?? []}
      standing={standingOf(me, chosen.length, asking.busy)}
      onCall={(call) => ask(call, chosen, model)}
    />
  );
  const currentId = source?._id;
  const clipsHere = useMemo(
    () => clips.filter((clip) => clip.sourceId === currentId),
    [clips, currentId],
  );
  const showNotes = useCallback(() => setPane('notes'), []);
  const clipEdits = useClipEdits(notes, writes ? myId : undefined, showNotes);
  const clipped = useCallback(
    (clip: ClipRequest) => {
      if (!writes && !verified) setAsksLogin(true);
      else if (!writes) toast.error(texts.clipNot);
      else if (currentId) insert([clipBlock(currentId, clip, new Date(), myId)], texts.clipAdded);
    },
    [currentId, insert, writes, verified, myId],
  );

  const askOf = useMemo(
    () =>
      writes && desktop && currentId !== undefined
        ? (clip: ClipRequest, rect: DOMRect) =>
            notes.current?.askOf(clipBlock(currentId, clip, new Date(), myId), rect)
        : undefined,
    [writes, desktop, currentId, myId],
  );
  const [viewer, attachViewer] = useAttached(attach);
  const hosts = useMemo(
    () => ({
      clip:
        source?.medium === 'timed'
          ? () => {
              viewer.current?.clipLast();
            }
          : undefined,
    }),
    [source?.medium, viewer],
  );

  const added = (fresh: Source[]) => {
    const first = fresh[0];
    if (!first) return;
    const next = new Set(unselected);
    for (const it of fresh) next.delete(it._id);
    select(next);
    setListed(false);
    view(first._id);
  };
  const remove = useRemoveSource(thread);
  const openAdd = useMemo(() => (writes ? () => setAdding(true) : undefined), [writes]);
  useOffer(texts.addSource, openAdd);

  const early = <EarlyNotes nodes={thread.thread_nodes} readOnly={!writes || !desktop} />;
  const Panes = desktop ? widePanes.part() : narrowPanes.part();
  return (
    <div className="flex h-dvh flex-col overflow-hidden">
      <TopBar thread={thread} me={me} owner={owner} writes={writes} sync={sync} />
      <main className="flex min-h-0 flex-1 flex-col">
        <Suspense fallback={<PanesSkeleton />}>
          <Panes
            waiting={<PanesSkeleton />}
            pane={pane}
            onPane={setPane}
            answerCount={answerCount}
            busy={asking.busy}
            strip={
              <SourceStrip
                sources={sources}
                currentId={source?._id}
                awaited={awaited}
                onView={view}
                onAdd={openAdd}
                before={
                  <>
                    <IconButton label={texts.sources} onClick={() => setListed(true)}>
                      <ListVideo size={19} />
                    </IconButton>
                    {sources.length > 1 && (
                      <SourceSwitch sources={sources} currentId={source?._id} onView={view} />
                    )}
                  </>
                }
              />
            }
            viewer={
              <section
                aria-label={texts.viewer}
                className="h-full min-h-0 overflow-hidden bg-surface"
              >
                {missing ? (
                  <Suspense>
                    <MissingSource onDismiss={dismiss} />
                  </Suspense>
                ) : source ? (
                  <PaneBoundary
                    at={source._id}
                    {...paneTexts.source}
                    retryLabel={paneTexts.retry}
                    onRetry={viewers.renew}
                  >
                    {() => {
                      const SourceViewer = viewers.part();
                      return (
                        <SourceViewer
                          waiting={
                            <div className="h-full p-4">
                              <Skeleton className="h-full rounded-card!" />
                            </div>
                          }
                          source={source}
                          threadId={thread._id}
                          ref={attachViewer}
                          onClip={clipped}
                          onAsk={askOf}
                          clips={clipsHere}
                          {...clipEdits}
                          own={owner}
                        />
                      );
                    }}
                  </PaneBoundary>
                ) : (
                  <Blank className="h-full" title={texts.noSource} text={texts.noSourceText}>
                    {openAdd && (
                      <Button look="primary" onClick={openAdd}>
                        <Plus size={17} aria-hidden />
                        {texts.firstSource}
                      </Button>
                    )}
                  </Blank>
                )}
              </section>
            }
            notes={
              <PaneBoundary
                at={thread._id}
                {...paneTexts.notes}
                retryLabel={paneTexts.retry}
                onRetry={notesPart.renew}
              >
                {() => {
                  const Notes = notesPart.part();
                  return (
                    <Notes
                      waiting={<div className="h-full overflow-hidden">{early}</div>}
                      early={early}
                      threadId={thread._id}
                      threadUrl={thread.url}
                      readOnly={!writes || !desktop}
                      writes={writes}
                      sources={sources}
                      selected={chosen}
                      hosts={hosts}
                      onGo={go}
                      ref={notes}
                      onSyncState={sync.set}
                      onClips={setClips}
                      linked={linked.note}
                    />
                  );
                }}
              </PaneBoundary>
            }
            answers={
              <PaneBoundary at={thread._id} {...paneTexts.answers} retryLabel={paneTexts.retry}>
                {() => (
                  <Answers
                    threadId={thread._id}
                    asking={asking}
                    onGo={go}
                    onRetry={retry}
                    onInsert={insertAnswer}
                    followUp={followUp}
                    readOnly={!writes}
                    linked={linked.answer}
                  />
                )}
              </PaneBoundary>
            }
            chatBox={
              <ChatBox
                me={me}
                threadId={thread._id}
                sources={sources}
                source={source}
                unselected={unselected}
                onSelect={select}
                onAddSource={openAdd}
                owner={owner}
                busy={asking.busy}
                onCall={ask}
                onStop={asking.stop}
              />
            }
          />
        </Suspense>
      </main>
      <Suspense>
        {asksLogin && <AuthDialog open onOpenChange={setAsksLogin} />}
        {listed && (
          <SourcesPanel
            open
            onOpenChange={setListed}
            sources={sources}
            currentId={source?._id}
            adding={adding}
            own={owner}
            onView={(id) => {
              view(id);
              setListed(false);
            }}
            onAdd={openAdd}
            onRemove={
              writes
                ? (it) => {
                    leave(it._id);
                    remove.mutate(it);
                  }
                : undefined
            }
          />
        )}
        {addWanted && (
          <AddSourceDialog open={adding} onOpenChange={setAdding} thread={thread} onAdded={added} />
        )}
      </Suspense>
    </div>
  );
}
