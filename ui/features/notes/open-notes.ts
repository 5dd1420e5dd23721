/**
 * One thread's shared document in this browser: kept here by IndexedDB, sent to the server over one
 * WebSocket. What counts as synced is the server's word that it is on disk, never the protocol's
 * own acknowledgement.
 */
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider';
import { IndexeddbPersistence } from 'y-indexeddb';
import type { Awareness } from 'y-protocols/awareness';
import { applyUpdate, Doc } from 'yjs';
import { NOTES_CLOSE } from '#core/contract/notes-close.ts';
import { schemaVersion } from '#core/editor/schema-version.ts';
import { api } from '#ui/client/api.ts';
import { mayStoreNotes, notesDatabase, onLook } from '#ui/client/local-data.ts';
import { afterPaint } from '#ui/kit/after-paint.ts';
import { collabAddress } from './collab-address.ts';
import { openSchemaSandbox } from './schema-sandbox.ts';
import {
  initial,
  looksLike,
  type NotesEvent,
  type NotesState,
  reduce,
  syncState,
  wouldLose,
} from './notes-state.ts';

const READ_AGAIN_MS = 5000;
/** So often it is noted how much the server has not got. */
const NOTE_MS = 300;
const UNSENT = 'unsent';
/** The state is *saving* while a person types, and *saved* when they pause. */
const SETTLE_MS = 300;
/** Codes by which the server says that it takes no more changes. */
const REJECTIONS = new Map<number | undefined, 'invalid' | 'full'>([
  [NOTES_CLOSE.invalid, 'invalid'],
  [NOTES_CLOSE.full, 'full'],
]);
/**
 * So long the server is not asked, where this browser does not say what it has kept, or that is not
 * seen.
 */
const LONGEST_LOOK_MS = 1000;
/** whose it is what was read from the server before it is connected to */
const SERVER = {};

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
  const kept = new Doc();
  let current = initial;
  const ending = new AbortController();
  let again: ReturnType<typeof setTimeout> | undefined;
  let shown = initial;
  let told: ((state: NotesState) => void) | undefined;
  let settling: ReturnType<typeof setTimeout> | undefined;
  const show = () => {
    settling = undefined;
    if (ending.signal.aborted || looksLike(shown, current)) return;
    shown = current;
    told?.(shown);
  };
  const dispatch = (event: NotesEvent) => {
    if (ending.signal.aborted) return;
    current = reduce(current, event);
    clearTimeout(settling);
    if (syncState(shown) === 'saving' && syncState(current) === 'synced')
      settling = setTimeout(show, SETTLE_MS);
    else show();
    noteSoon();
  };
  const mayBeHere = mayStoreNotes(threadId);
  const local = openLocal(threadId, kept);
  // What an earlier visit could not send is counted on.
  let noted = 0;
  let noting: ReturnType<typeof setTimeout> | undefined;
  const note = () => {
    noting = undefined;
    if (current.keptHere && noted !== current.changes)
      void local?.set(UNSENT, (noted = current.changes));
  };
  const passOver = onLook(threadId, () => {
    desk.pass();
    return current.changes;
  });
  const noteSoon = () => {
    if (noted !== current.changes) noting ??= setTimeout(note, NOTE_MS);
  };

  const socket: HocuspocusProviderWebsocket = new HocuspocusProviderWebsocket({
    url: collabAddress(location.origin),
    delay: 500,
    minDelay: 300,
    maxDelay: 10_000,
    onStatus: ({ status }) => {
      if (status === 'disconnected') dispatch({ type: 'offline' });
    },
    onClose: ({ event }) => {
      const why = REJECTIONS.get(event.code);
      if (!why) return;
      // With the same changes it would be closed each time.
      socket.disconnect();
      dispatch({ type: 'rejected', why });
    },
  });
  /** the origin of the content that is shown first */
  let first: object | undefined = local;
  let attached = false;
  const provider: HocuspocusProvider = new HocuspocusProvider({
    websocketProvider: socket,
    name: `thread:${threadId}`,
    document: kept,
    token: JSON.stringify({
      accessToken: '',
      threadId,
      threadSlug: threadUrl,
      environment: 'prod',
      schema: schemaVersion(),
    }),
    onSynced: () => dispatch({ type: 'opened', readOnly: provider.authorizedScope === 'readonly' }),
    onStateless: ({ payload }) =>
      dispatch({ type: 'said', payload, unacknowledged: provider.unsyncedChanges }),
    onAuthenticationFailed: ({ reason }) => {
      dispatch({ type: 'refused', reason });
      // Refused for good, or for now.
      socket.disconnect();
      if (reason !== 'permission-denied')
        again = setTimeout(() => {
          void socket.connect();
        }, READ_AGAIN_MS);
    },
  });
  const desk = openSchemaSandbox(kept, () => dispatch({ type: 'foreign' }), {
    readers: [local, SERVER],
  });
  kept.on('update', (_: Uint8Array, origin: unknown) => {
    if (origin === desk.document) dispatch({ type: 'written' });
  });
  // What this browser has kept comes to the desk first; what is written there is kept in what it
  // was made for.
  if (local) local.doc = desk.document;
  /**
   * The stored content is neither sent nor requested again, because the first message tells the
   * server what this browser has. Connects meanwhile.
   */
  const attach = () => {
    if (attached || ending.signal.aborted) return;
    attached = true;
    clearTimeout(looking);
    if (local) local.doc = kept;
    desk.settle(first);
    provider.attach();
  };
  const attachAtLast = () => setTimeout(attach, LONGEST_LOOK_MS);
  let looking = attachAtLast();
  const isEmpty = (): boolean => desk.document.getXmlFragment('default').length === 0;
  const read = (by: object) => {
    first = by;
    desk.read(by);
    if (!desk.isOpen()) attach();
  };
  /**
   * Where nothing is kept here. The server has them as they lie on its disk before it has put them
   * together for who connects.
   */
  let asked = false;
  const askServer = async () => {
    if (asked || attached) return;
    asked = true;
    if (local) local.doc = kept;
    try {
      const answer = await api.notes(threadId, ending.signal);
      clearTimeout(looking);
      const update = new Uint8Array(await answer.arrayBuffer());
      // Where something came to be here meanwhile, they come with the connection.
      if (attached || !isBlank(desk.document)) return attach();
      applyUpdate(desk.document, update, SERVER);
      read(SERVER);
      if (isEmpty()) return attach();
      dispatch({ type: 'brought' });
      if (!attached) looking = attachAtLast();
    } catch {
      attach();
    }
  };
  const nothingHere = () => {
    void askServer();
    dispatch({ type: 'nothing-kept-here' });
  };
  if (local) {
    // It is known before there is room for it here.
    void mayBeHere.then((may) => {
      if (!may) void askServer();
    });
    Promise.all([local.get(UNSENT), local.whenSynced])
      .then(([unsent]: [unknown, unknown]) => {
        if (!asked) read(local);
        if (isEmpty()) void askServer();
        dispatch({
          type: 'opened-here',
          empty: isEmpty(),
          unsent: typeof unsent === 'number' ? unsent : 0,
        });
      })
      .catch(nothingHere);
  } else nothingHere();

  const guard = (event: BeforeUnloadEvent) => {
    desk.pass();
    note();
    if (wouldLose(current)) event.preventDefault();
  };
  window.addEventListener('beforeunload', guard);
  window.addEventListener('pagehide', desk.pass);
  return {
    document: desk.document,
    awareness: provider.awareness ?? undefined,
    state: () => shown,
    shown() {
      requestAnimationFrame(() => afterPaint(attach));
    },
    tell(next) {
      told = next;
      show();
    },
    async discard() {
      this.close();
      await local?.clearData();
    },
    close() {
      passOver();
      desk.pass();
      note();
      ending.abort();
      if (local) local.doc = kept;
      for (const timer of [settling, again, noting, looking]) clearTimeout(timer);
      window.removeEventListener('beforeunload', guard);
      window.removeEventListener('pagehide', desk.pass);
      provider.destroy();
      socket.destroy();
      void local?.destroy();
      desk.close();
    },
  };
}

/** Nothing was ever in it, nor waits to be. */
const isBlank = ({ store: { clients, pendingStructs, pendingDs } }: Doc): boolean =>
  clients.size === 0 && !pendingStructs && !pendingDs;

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
