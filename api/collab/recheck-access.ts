import type { Hocuspocus } from '@hocuspocus/server';
import type { Log } from '#config/log.ts';
import type { ThreadId } from '#core/contract/id.ts';
import { askAgain, documentName } from './authorise.ts';
import type { CollabContext } from './socket.ts';

/**
 * Checks the access of open connections again, of one thread or of all. Connections are downgraded
 * or closed before it resolves.
 */
export async function recheckAccess(
  hocuspocus: Hocuspocus<CollabContext>,
  log: Log,
  threadId?: ThreadId,
): Promise<void> {
  const connections = [...hocuspocus.documents.values()]
    .filter(({ name }) => threadId === undefined || name === documentName(threadId))
    .flatMap((document) => document.getConnections());
  await Promise.all(
    connections.map(async (connection) => {
      try {
        await askAgain(connection);
      } catch (error) {
        log.error(
          { err: error },
          'Access to a shared document could not be checked; the connection is closed',
        );
        connection.close({ code: 1011, reason: 'Try again' });
      }
    }),
  );
}
