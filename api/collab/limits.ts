import type { Extension, onAuthenticatePayload } from '@hocuspocus/server';
import { Refusal } from './refusal.ts';
import { type CollabContext, type Socket, userKey } from './socket.ts';

export interface CollabLimits { clientsPerDocument: number; socketsPerUser: number }
const TRY_LATER = 1013;

/** How many may be connected to a document, and from how many places one user. */
export function limits({ clientsPerDocument, socketsPerUser }: CollabLimits): Extension<CollabContext> {
  const sockets = new Map<string, Set<Socket>>();
  return {
    extensionName: 'limits',
    priority: 900,
    async onAuthenticate({ context, instance, documentName }: onAuthenticatePayload<CollabContext>) {
      const { socket } = context;
      if (!socket) return;
      const key = userKey(context);
      const mine = sockets.get(key) ?? new Set();
      const crowded = (instance.documents.get(documentName)?.getConnectionsCount() ?? 0) >= clientsPerDocument;
      if (crowded || (!mine.has(socket) && mine.size >= socketsPerUser)) {
        socket.admitted.delete(documentName);
        setImmediate(() => { if (socket.admitted.size === 0) socket.close(TRY_LATER, 'Too many clients'); });
        throw new Refusal('too-many-clients');
      }
      if (mine.has(socket)) return;
      mine.add(socket);
      sockets.set(key, mine);
      socket.onClose(() => {
        mine.delete(socket);
        if (mine.size === 0) sockets.delete(key);
      });
    },
  };
}
