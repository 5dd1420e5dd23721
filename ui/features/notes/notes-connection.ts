import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider';
import type { Awareness } from 'y-protocols/awareness';
import type { Doc } from 'yjs';
import { NOTES_CLOSE_CODES } from '#core/contract/notes-close-codes.ts';
import { NOTES_PONG } from '#core/contract/notes-ping.ts';
import { schemaVersion } from '#core/editor/schema-version.ts';
import { collabAddress } from './collab-address.ts';
import { endLostConnections } from './lost-connection.ts';
import type { NotesEvent } from './notes-state.ts';
import { pingServer } from './ping-server.ts';

const READ_AGAIN_MS = 5000;
/** Close codes of the server that mean that it accepts no more changes. */
const REJECTIONS = new Map<number | undefined, 'invalid' | 'full'>([
  [NOTES_CLOSE_CODES.invalid, 'invalid'],
  [NOTES_CLOSE_CODES.full, 'full'],
]);

export interface NotesConnection {
  awareness: Awareness | undefined;
  /** Sends and receives the document from now on; the socket connects before that. */
  attach(): void;
  close(): void;
}

/** Connects a thread's document to the server over one WebSocket. */
export function connectNotes(
  { threadId, threadUrl }: { threadId: string; threadUrl: string },
  document: Doc,
  dispatch: (event: NotesEvent) => void,
): NotesConnection {
  let again: ReturnType<typeof setTimeout> | undefined;
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
  const provider: HocuspocusProvider = new HocuspocusProvider({
    websocketProvider: socket,
    name: `thread:${threadId}`,
    document,
    token: JSON.stringify({
      accessToken: '',
      threadId,
      threadSlug: threadUrl,
      environment: import.meta.env.PROD ? 'prod' : 'dev',
      schema: schemaVersion(),
    }),
    onSynced: () => dispatch({ type: 'opened', readOnly: provider.authorizedScope === 'readonly' }),
    onStateless: ({ payload }) => {
      if (payload !== NOTES_PONG)
        dispatch({ type: 'said', payload, unacknowledged: provider.unsyncedChanges });
    },
    onAuthenticationFailed: ({ reason }) => {
      dispatch({ type: 'refused', reason });
      // Rejected permanently, or for now.
      socket.disconnect();
      if (reason !== 'permission-denied')
        again = setTimeout(() => {
          void socket.connect();
        }, READ_AGAIN_MS);
    },
  });
  const stopWatching = endLostConnections(socket, provider);
  const stopPinging = pingServer(socket, provider, (silent) =>
    dispatch({ type: silent ? 'silent' : 'heard' }),
  );
  return {
    awareness: provider.awareness ?? undefined,
    attach: () => provider.attach(),
    close() {
      clearTimeout(again);
      stopWatching();
      stopPinging();
      provider.destroy();
      socket.destroy();
    },
  };
}
