/**
 * Tells a connection `synced` once every update received from it so far is on disk, and
 * `syncFailed` when a write fails. The acknowledgement of the protocol itself comes from memory and
 * promises nothing. It goes out for each update before its `synced`, in order: a client that has no
 * unacknowledged update when `synced` arrives has everything on disk.
 */
import type { Connection, Document, Extension } from '@hocuspocus/server';
import type { UpdateLog } from './update-log.ts';

const SYNC_STEP_1 = 0;

export interface DurableSync {
  extension: Extension;
  failing(document: Document): void;
  recovered(document: Document): void;
}

export function durableSync(whenDurable: UpdateLog['whenDurable']): DurableSync {
  /** how many updates came from a connection */
  const received = new WeakMap<Connection, number>();
  const handling = new WeakSet<Connection>();

  const tell = (connection: Connection, doc: string): void => {
    const count = received.get(connection) ?? 0;
    void whenDurable(doc).then(() => {
      if ((received.get(connection) ?? 0) === count) connection.sendStateless('synced');
    });
  };
  return {
    extension: {
      extensionName: 'durable-sync',
      async beforeSync({ connection, type }) {
        if (type !== SYNC_STEP_1) handling.add(connection);
      },
      async afterHandleMessage({ connection, documentName }) {
        // Updates of a reader are dropped, so there is nothing to confirm.
        if (!handling.delete(connection) || connection.readOnly) return;
        received.set(connection, (received.get(connection) ?? 0) + 1);
        tell(connection, documentName);
      },
    },
    failing: (document) => {
      for (const connection of document.getConnections()) connection.sendStateless('syncFailed');
    },
    recovered: (document) => {
      for (const connection of document.getConnections())
        if (!connection.readOnly) tell(connection, document.name);
    },
  };
}
