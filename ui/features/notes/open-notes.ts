/**
 * One thread's shared document in this browser: kept here by IndexedDB, sent to the server over one
 * WebSocket. What counts as synced is the server's word that it is on disk, never the protocol's
 * own acknowledgement.
 */
import { IndexeddbPersistence } from 'y-indexeddb';
import type { Awareness } from 'y-protocols/awareness';
import { Doc } from 'yjs';
import { mayStoreNotes, notesDatabase, onLook } from '#ui/client/local-data.ts';
import { afterPaint } from '#ui/kit/after-paint.ts';
import { FirstContent, SERVER } from './first-content.ts';
import { connectNotes } from './notes-connection.ts';
import { type NotesState, wouldLose } from './notes-state.ts';
import { NotesStateStore } from './notes-state-store.ts';
import { openSchemaSandbox } from './schema-sandbox.ts';
import { UnsentCount } from './unsent-count.ts';

export interface OpenNotes {
  /** the editor's */
  document: Doc;
  awareness: Awareness | undefined;
  /** as it is shown */
  state(): NotesState;
  /** They are on the screen: what was put off until then is done once they are seen. */
  shown(): void;
  /** One listener at a time; undefined for none. */
  tell(told: ((state: NotesState) => void) | undefined): void;
  close(): void;
  /** Closes them, and removes what this browser keeps of them, also what the server has not got. */
  discard(): Promise<void>;
}

export function openNotes(threadId: string, threadUrl: string): OpenNotes {
  const stored = new Doc();
  const store = new NotesStateStore(() => unsent.storeSoon());
  const { dispatch } = store;
  const mayBeHere = mayStoreNotes(threadId);
  const local = openLocal(threadId, stored);
  const unsent = new UnsentCount(local, () => store.current);
  const passOver = onLook(threadId, () => {
    desk.pass();
    return store.current.changes;
  });
  const connection = connectNotes({ threadId, threadUrl }, stored, dispatch);
  const desk = openSchemaSandbox(stored, () => dispatch({ type: 'foreign' }), {
    readers: [local, SERVER],
  });
  stored.on('update', (_: Uint8Array, origin: unknown) => {
    if (origin === desk.document) dispatch({ type: 'written' });
  });
  const content = new FirstContent({
    threadId,
    kept: stored,
    desk,
    local,
    unsent,
    mayBeHere,
    dispatch,
    attach: connection.attach,
  });

  const guard = (event: BeforeUnloadEvent) => {
    desk.pass();
    unsent.store();
    if (wouldLose(store.current)) event.preventDefault();
  };
  window.addEventListener('beforeunload', guard);
  window.addEventListener('pagehide', desk.pass);
  return {
    document: desk.document,
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
      desk.pass();
      unsent.store();
      store.close();
      unsent.close();
      content.close();
      window.removeEventListener('beforeunload', guard);
      window.removeEventListener('pagehide', desk.pass);
      connection.close();
      void local?.destroy();
      desk.close();
    },
  };
}

/** Nothing where the browser refuses to keep anything, as in some private windows. */
function openLocal(threadId: string, doc: Doc): IndexeddbPersistence | undefined {
  try {
    return 'indexedDB' in window
      ? new IndexeddbPersistence(notesDatabase(threadId), doc)
      : undefined;
  } catch {
    return undefined;
  }
}
