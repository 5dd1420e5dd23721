/**
 * One thread's shared document in this browser: stored in IndexedDB and sent to the server over one
 * WebSocket. It is synced when the server says that it is on disk, which the protocol's own
 * acknowledgement does not.
 */
import { IndexeddbPersistence } from 'y-indexeddb';
import type { Awareness } from 'y-protocols/awareness';
import { Doc } from 'yjs';
import { mayStoreNotes, notesDatabase, registerUnsentCount } from '#ui/client/local-data.ts';
import { afterPaint } from '#ui/kit/after-paint.ts';
import { FirstContent, SERVER } from './first-content.ts';
import { connectNotes } from './notes-connection.ts';
import { type NotesState, wouldLoseEdits } from './notes-state.ts';
import { NotesStateStore } from './notes-state-store.ts';
import { openSchemaSandbox } from './schema-sandbox.ts';
import { UnsentCount } from './unsent-count.ts';

export interface OpenNotes {
  /** the editor's */
  document: Doc;
  awareness: Awareness | undefined;
  /** the displayed state */
  state(): NotesState;
  /** Called once the notes are displayed, which starts deferred work. */
  shown(): void;
  /** One listener at a time; undefined for none. */
  tell(told: ((state: NotesState) => void) | undefined): void;
  close(): void;
  /** Closes them and deletes this browser's copy, including unsent edits. */
  discard(): Promise<void>;
}

export function openNotes(threadId: string, threadUrl: string): OpenNotes {
  const stored = new Doc();
  const store = new NotesStateStore(() => unsent.storeSoon());
  const { dispatch } = store;
  const mayBeHere = mayStoreNotes(threadId);
  const local = openLocal(threadId, stored);
  const unsent = new UnsentCount(local, () => store.current);
  const passOver = registerUnsentCount(threadId, () => {
    sandbox.pass();
    return store.current.changes;
  });
  const connection = connectNotes({ threadId, threadUrl }, stored, dispatch);
  const sandbox = openSchemaSandbox(stored, () => dispatch({ type: 'foreign' }), {
    readers: [local, SERVER],
  });
  stored.on('update', (_: Uint8Array, origin: unknown) => {
    if (origin === sandbox.document) dispatch({ type: 'written' });
  });
  const content = new FirstContent({
    threadId,
    kept: stored,
    sandbox,
    local,
    unsent,
    mayBeHere,
    dispatch,
    attach: connection.attach,
  });

  const guard = (event: BeforeUnloadEvent) => {
    sandbox.pass();
    unsent.store();
    if (wouldLoseEdits(store.current)) event.preventDefault();
  };
  window.addEventListener('beforeunload', guard);
  window.addEventListener('pagehide', sandbox.pass);
  return {
    document: sandbox.document,
    awareness: connection.awareness,
    state: () => store.shown,
    shown() {
      requestAnimationFrame(() => afterPaint(content.attach));
    },
    tell: (told) => store.listen(told),
    async discard() {
      this.close();
      await local?.clearData();
    },
    close() {
      passOver();
      sandbox.pass();
      unsent.store();
      store.close();
      unsent.close();
      content.close();
      window.removeEventListener('beforeunload', guard);
      window.removeEventListener('pagehide', sandbox.pass);
      connection.close();
      void local?.destroy();
      sandbox.close();
    },
  };
}

/** Undefined if the browser refuses storage, as in some private windows. */
function openLocal(threadId: string, doc: Doc): IndexeddbPersistence | undefined {
  try {
    return 'indexedDB' in window
      ? new IndexeddbPersistence(notesDatabase(threadId), doc)
      : undefined;
  } catch {
    return undefined;
  }
}
