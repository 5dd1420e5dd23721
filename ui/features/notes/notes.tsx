import type { JSONContent } from '@tiptap/core';
import { clsx } from 'clsx';
import {
  lazy,
  type ReactNode,
  type Ref,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import type { NoteType } from '#core/contract/ask.ts';
import type { NotesVersion } from '#core/contract/history.ts';
import type { Locator } from '#core/contract/locator.ts';
import type { Source } from '#core/contract/source.ts';
import type { NoteClip } from '#ui/editor/note-clips.ts';
import { type BlockEdits, NotesEditor } from '#ui/editor/notes-editor.tsx';
import { BlogHost, useIdeasCommand } from '#ui/features/blog/index.ts';
import { Skeleton } from '#ui/kit/empty-state.tsx';
import type { LinkTarget } from '#ui/kit/link-target.ts';
import type { ViewerHandle } from '#ui/viewer/index.tsx';
import { notesTexts as texts } from './texts.ts';
import { cursors } from './cursors.ts';
import { NotesFooter, NotesTools } from './notes-footer.tsx';
import { Notices } from './notices.tsx';
import { type SyncState, syncState } from './notes-state.ts';
import { useSharedNotes } from './use-shared-notes.ts';
import { useOpenVideo, useViewerBlocks } from './use-viewer-blocks.ts';
import { useBlockEdits } from './use-block-edits.ts';
import { useNarrowEditing } from './use-narrow-editing.tsx';
import { useAiHosts } from './use-ai-hosts.ts';
import { useNotesEditorHost } from './use-notes-editor-host.tsx';

export interface NotesHandle {
  /**
   * Inserts blocks at the cursor or at the end, after the notes have opened. Skips blocks whose
   * `_id` exists.
   */
  insertBlocks(nodes: readonly JSONContent[]): void;
  /** Returns `false` if the notes are not open, or the block is gone. */
  changeBlock(id: string, attributes: Readonly<Record<string, unknown>>): boolean;
  /** Returns a function that restores the block. */
  removeBlock(id: string): (() => void) | undefined;
  /** Scrolls to the block once the notes' pane is shown. */
  showBlock(id: string): void;
  /**
   * Opens a question about a clip that is not in the notes yet; `rect`: the box of its text in the
   * window.
   */
  askOf(clip: JSONContent, rect: DOMRect): void;
  /** Inserts empty AI notes of a type, which the assistant fills. Returns `false` if it can't. */
  makeNotes(type: NoteType, sources: readonly string[], model: number): boolean;
}

export interface NotesProps {
  threadId: string;
  /** the slug */
  threadUrl: string;
  readOnly: boolean;
  /** whether the person may edit the notes, even if not on this screen */
  writes?: boolean;
  sources: readonly Source[];
  /** ids of the sources selected for questions */
  selected?: readonly string[];
  onGo: (sourceId: string, locator: Locator) => void;
  /** `changes`: number of unsent changes while they can't be sent */
  onSyncState?: (state: SyncState, changes: number) => void;
  /** called with the clips of the notes, initially and on changes */
  onClips?: (clips: readonly NoteClip[]) => void;
  /** target block of a link */
  linked?: LinkTarget | undefined;
  /** the source shown next to the notes, from which slash commands make blocks */
  openSource?: Source | undefined;
  viewer?: RefObject<ViewerHandle | null>;
  /** shown until the notes are open */
  early?: ReactNode;
  /** the end of the row of tabs, for the toolbar of the notes */
  toolbar?: HTMLElement | null;
  ref?: Ref<NotesHandle>;
}

const NONE: readonly string[] = [];
const NotesHistory = lazy(() =>
  import('#ui/features/history/index.tsx').then((it) => ({ default: it.NotesHistory })),
);

export function Notes({
  threadId,
  threadUrl,
  readOnly: asked,
  writes = !asked,
  sources,
  selected = NONE,
  onGo,
  onSyncState,
  onClips,
  linked,
  openSource,
  viewer,
  early,
  toolbar = null,
  ref,
}: NotesProps) {
  const { document, awareness, state, shown, discard } = useSharedNotes(threadId, threadUrl);
  const isNarrow = asked && writes && !state.readOnly;
  const { isEditing, button } = useNarrowEditing(isNarrow, toolbar);
  const readOnly = (asked && !isEditing) || state.readOnly;
  const ideasCommand = useIdeasCommand();
  const sync = syncState(state);
  const unsentCount = sync === 'offline' || sync === 'failed' ? state.changes : 0;
  useEffect(() => {
    onSyncState?.(sync, unsentCount);
  }, [sync, unsentCount, onSyncState]);

  const { edits, insertBlocks, onReady } = useBlockEdits(shown);
  const openVideo = useOpenVideo(openSource, viewer);
  const hosts = useViewerBlocks(openSource, viewer, openVideo, insertBlocks);
  const host = useNotesEditorHost({
    threadId,
    threadUrl,
    readOnly,
    sources,
    selected,
    onGo,
    openVideo,
  });
  const { makeNotes, allHosts } = useAiHosts(edits, host, sources, hosts);
  useNotesHandle(ref, edits, insertBlocks, makeNotes);

  const [bar, setBar] = useState<HTMLElement | null>(null);
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const { history, version, setVersion, closeHistory, toggleHistory } = useHistoryPanel();
  const extensions = useMemo(() => (awareness ? [cursors(awareness)] : []), [awareness]);

  return (
    <section
      role="region"
      id="notes"
      aria-label={texts.region}
      className="relative flex h-full min-h-0 flex-col bg-surface"
    >
      <Notices state={state} document={document} onDiscard={discard} />
      <div className="@container flex min-h-0 flex-1">
        <div
          className={clsx(
            'flex min-h-0 min-w-0 flex-1 flex-col',
            version ? 'hidden' : history && '@max-xl:hidden',
          )}
        >
          <div
            ref={setBar}
            className="@container shrink-0 border-b border-line bg-surface empty:hidden"
          />
          <div data-notes-scroller className="min-h-0 flex-1 overflow-y-auto">
            {state.refused !== 'none' && !state.ready ? (
              <p role="alert" className="mx-auto max-w-(--measure) px-6 pt-10 text-ink-soft">
                {texts.refused[state.refused]}
              </p>
            ) : document && state.ready ? (
              <NotesEditor
                document={document}
                threadId={threadId}
                extensions={extensions}
                host={host}
                puts={writes && !state.readOnly}
                onReady={onReady}
                onClips={onClips}
                linked={linked}
                bar={bar}
                toolbar={toolbar}
                foot={isNarrow ? foot : undefined}
                hosts={allHosts}
                pageCommands={ideasCommand}
                Host={BlogHost}
              />
            ) : (
              early
            )}
          </div>
          <div ref={setFoot} className="shrink-0" />
        </div>
        {history && (
          <Suspense fallback={<Skeleton className="m-4 h-40 w-60" />}>
            <NotesHistory
              threadId={threadId}
              chosen={version}
              onChoose={setVersion}
              onClose={closeHistory}
            />
          </Suspense>
        )}
      </div>
      <NotesFooter state={state} />
      {button}
      {toolbar &&
        createPortal(
          <NotesTools
            state={state}
            awareness={awareness}
            history={state.online && !state.readOnly ? history : undefined}
            onHistory={toggleHistory}
          />,
          toolbar,
        )}
    </section>
  );
}

/** Whether the history is open, and which version is shown in place of the notes. */
function useHistoryPanel() {
  const [history, setHistory] = useState(false);
  const [version, setVersion] = useState<NotesVersion>();
  const closeHistory = useCallback(() => {
    setHistory(false);
    setVersion(undefined);
  }, []);
  const toggleHistory = () => {
    if (history) closeHistory();
    else setHistory(true);
  };
  return { history, version, setVersion, closeHistory, toggleHistory };
}

function useNotesHandle(
  ref: Ref<NotesHandle> | undefined,
  edits: RefObject<BlockEdits | undefined>,
  insertBlocks: NotesHandle['insertBlocks'],
  makeNotes: NotesHandle['makeNotes'],
): void {
  useImperativeHandle(
    ref,
    () => ({
      insertBlocks,
      changeBlock: (id, attributes) => edits.current?.change(id, attributes) ?? false,
      removeBlock: (id) => edits.current?.remove(id),
      showBlock: (id) => {
        requestAnimationFrame(() => {
          edits.current?.show(id);
        });
      },
      askOf: (clip, rect) => edits.current?.askOf(clip, rect),
      makeNotes,
    }),
    [edits, insertBlocks, makeNotes],
  );
}
