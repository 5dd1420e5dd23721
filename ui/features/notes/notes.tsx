import type { JSONContent } from '@tiptap/core';
import { CloudAlert } from 'lucide-react';
import { type Ref, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { Locator } from '#core/contract/locator.ts';
import type { Source } from '#core/contract/source.ts';
import type { KeptClip } from '#ui/editor/kept-clips.ts';
import { type BlockEdits, NotesEditor } from '#ui/editor/notes-editor.tsx';
import type { Surroundings } from '#ui/editor/surroundings.ts';
import { AnswerText } from '#ui/features/ask/index.ts';
import { titleOf } from '#ui/features/sources/index.ts';
import { Skeleton } from '#ui/kit/blank.tsx';
import type { LinkedOne } from '#ui/kit/found.ts';
import { type NotesState, type SyncState, syncState } from './notes-state.ts';
import { useSharedNotes } from './use-shared-notes.ts';

export interface NotesHandle {
  /** Puts blocks where the cursor stands, or at the end; waits for the notes to open. One whose `_id` is there is not put twice. */
  insertBlocks(nodes: readonly JSONContent[]): void;
  /** `false` where the notes are not open, or the block is gone. */
  changeBlock(id: string, attributes: Readonly<Record<string, unknown>>): boolean;
  /** Answers how to put it back. */
  removeBlock(id: string): (() => void) | undefined;
  /** Brings it into sight, once the pane of the notes is shown. */
  showBlock(id: string): void;
}

export interface NotesProps {
  threadId: string;
  /** the slug */ threadUrl: string;
  readOnly: boolean;
  sources: readonly Source[];
  onGo: (sourceId: string, locator: Locator) => void;
  onSyncState?: (state: SyncState) => void;
  /** the clips of the notes, at first and whenever they change */ onClips?: (clips: readonly KeptClip[]) => void;
  /** a block that a link leads to */ linked?: LinkedOne | undefined;
  /** blocks that the page can make, by name, for the slash menu */ hosts?: Readonly<Record<string, (() => void) | undefined>>;
  ref?: Ref<NotesHandle>;
}

const BADGE: Record<SyncState, string> = { connecting: 'opening', saving: 'saved here', synced: 'synced', offline: 'offline', failed: 'sync failed' };
const REFUSED: Record<Exclude<NotesState['refused'], 'none'>, string> = {
  forbidden: 'You may not open these notes. Ask the owner of the thread for access.',
  unreadable: 'The server could not read these notes. They are not lost; it is tried again every few seconds.',
  crowded: 'Too many people have these notes open. It is tried again every few seconds.',
};

export function Notes({ threadId, threadUrl, readOnly: asked, sources, onGo, onSyncState, onClips, linked, hosts, ref }: NotesProps) {
  const { document, state } = useSharedNotes(threadId, threadUrl);
  const readOnly = asked || state.readOnly;
  const sync = syncState(state);
  useEffect(() => { onSyncState?.(sync); }, [sync, onSyncState]);

  const edits = useRef<BlockEdits>(undefined);
  const waiting = useRef<JSONContent[]>([]);
  const onReady = useCallback((next: BlockEdits | undefined) => {
    edits.current = next;
    if (next && waiting.current.length > 0) next.insert(waiting.current.splice(0));
  }, []);
  useImperativeHandle(ref, () => ({
    insertBlocks(nodes) {
      if (edits.current) edits.current.insert(nodes);
      else waiting.current.push(...nodes);
    },
    changeBlock: (id, attributes) => edits.current?.change(id, attributes) ?? false,
    removeBlock: (id) => edits.current?.remove(id),
    showBlock: (id) => { requestAnimationFrame(() => { edits.current?.show(id); }); },
  }), []);

  const surroundings = useMemo<Surroundings>(() => ({
    readOnly, onGo,
    titleOf: (id) => { const source = sources.find((it) => it._id === id); return source && titleOf(source); },
    renderAnswer: (text, citations) => <AnswerText text={text} citations={citations} onGo={onGo} />,
  }), [readOnly, onGo, sources]);
  const [told, setTold] = useState(false);

  return (
    <section role="region" aria-label="Notes" className="relative flex h-full min-h-0 flex-col bg-surface">
      {state.damaged && !told && (
        <p role="alert" className="flex items-start gap-2 border-b border-line bg-warn-soft px-4 py-2.5 text-sm text-warn">
          <CloudAlert size={17} aria-hidden className="mt-0.5 shrink-0" />
          <span className="flex-1">A part of these notes could not be read from the server’s disk. The rest is here, and the damaged part is kept.</span>
          <button type="button" onClick={() => setTold(true)} className="rounded-control px-2 font-medium hover:bg-hover">Dismiss</button>
        </p>
      )}
      <div className="min-h-0 flex-1 overflow-y-auto">
        {state.refused !== 'none' && !state.ready
          ? <p role="alert" className="mx-auto max-w-(--measure) px-6 pt-10 text-ink-soft">{REFUSED[state.refused]}</p>
          : document && state.ready
            ? <NotesEditor document={document} surroundings={surroundings} onReady={onReady} onClips={onClips} linked={linked} {...(hosts ? { hosts } : {})} />
            : <div className="space-y-3 p-8"><Skeleton className="h-5 w-2/5" /><Skeleton className="h-4 w-full" /><Skeleton className="h-4 w-11/12" /><Skeleton className="h-4 w-3/5" /></div>}
      </div>
      <SyncBadge sync={sync} keptHere={state.keptHere} />
    </section>
  );
}

function SyncBadge({ sync, keptHere }: { sync: SyncState; keptHere: boolean }) {
  const bad = sync === 'offline' || sync === 'failed';
  const said = sync === 'saving' && !keptHere ? 'saving' : BADGE[sync];
  return (
    <p data-sync={sync} className={`pointer-events-none absolute right-3 bottom-2 rounded-full border border-line bg-raised px-2.5 py-0.5 text-xs ${bad ? 'text-warn' : 'text-ink-faint'}`}>
      {said}{bad && keptHere && <span>, kept in this browser</span>}
    </p>
  );
}
