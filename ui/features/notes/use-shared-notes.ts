/**
 * One thread's shared document in this browser: kept here by IndexedDB, sent to the server over one WebSocket.
 * What counts as synced is the server's word that it is on disk, never the protocol's own acknowledgement.
 */
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider';
import { useEffect, useState } from 'react';
import { IndexeddbPersistence } from 'y-indexeddb';
import { Doc } from 'yjs';
import { type NotesState, initial, type NotesEvent, reduce } from './notes-state.ts';

const READ_AGAIN_MS = 5000;

export interface SharedNotes { document: Doc | undefined; state: NotesState }

export function useSharedNotes(threadId: string, threadUrl: string): SharedNotes {
  const [document, setDocument] = useState<Doc>();
  const [state, setState] = useState<NotesState>(initial);

  useEffect(() => {
    const doc = new Doc();
    let current = initial;
    let closed = false;
    let again: ReturnType<typeof setTimeout> | undefined;
    const dispatch = (event: NotesEvent) => { if (closed) return; current = reduce(current, event); setState(current); };

    const local = openLocal(threadId, doc);
    local?.whenSynced.then(
      () => dispatch({ type: 'opened-here', empty: doc.getXmlFragment('default').length === 0 }),
      () => dispatch({ type: 'nothing-kept-here' }),
    );
    if (!local) dispatch({ type: 'nothing-kept-here' });

    const socket = new HocuspocusProviderWebsocket({ url: `${location.origin.replace(/^http/, 'ws')}/collab`, delay: 500, minDelay: 300, maxDelay: 10_000 });
    const provider = new HocuspocusProvider({
      websocketProvider: socket, name: `thread:${threadId}`, document: doc,
      token: JSON.stringify({ accessToken: '', threadId, threadSlug: threadUrl, environment: 'prod' }),
      onStatus: ({ status }) => { if (status !== 'connected') dispatch({ type: 'offline' }); },
      onSynced: () => dispatch({ type: 'opened', readOnly: provider.authorizedScope === 'readonly' }),
      onStateless: ({ payload }) => dispatch({ type: 'said', payload, unacknowledged: provider.unsyncedChanges }),
      onAuthenticationFailed: ({ reason }) => {
        dispatch({ type: 'refused', reason });
        // Refused for good, or for now.
        socket.disconnect();
        if (reason !== 'permission-denied') again = setTimeout(() => { void socket.connect(); }, READ_AGAIN_MS);
      },
    });
    doc.on('update', (_: Uint8Array, origin: unknown) => { if (origin !== provider && origin !== local) dispatch({ type: 'written' }); });
    provider.attach();
    setDocument(doc);

    // Only where closing the page would lose words: nothing keeps them here, and the server does not have them.
    const guard = (event: BeforeUnloadEvent) => { if (current.dirty && !current.keptHere) event.preventDefault(); };
    window.addEventListener('beforeunload', guard);
    return () => {
      closed = true;
      clearTimeout(again);
      window.removeEventListener('beforeunload', guard);
      provider.destroy();
      socket.destroy();
      void local?.destroy();
      setDocument(undefined);
      setState(initial);
    };
  }, [threadId, threadUrl]);

  return { document, state };
}

/** Nothing where the browser refuses to keep anything, as in some private windows. */
function openLocal(threadId: string, doc: Doc): IndexeddbPersistence | undefined {
  try {
    return 'indexedDB' in window ? new IndexeddbPersistence(`gloss-notes-${threadId}`, doc) : undefined;
  } catch {
    return undefined;
  }
}
