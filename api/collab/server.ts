/**
 * Collaboration on the notes: Hocuspocus on a WebSocket path of the HTTP server, over an
 * append-only log. Edits are on disk before a client is told `synced`.
 */
import type { Log } from '#config/log.ts';
import type { ThreadId } from '#core/contract/id.ts';
import { NOTES_CLOSE_CODES } from '#core/contract/notes-close-codes.ts';
import type { Database } from '#pipeline/library/index.ts';
import { acceptSockets, type SocketOptions, type Sockets } from './accept-sockets.ts';
import { openHocuspocus, type HocuspocusOptions, type OpenHocuspocus } from './open-hocuspocus.ts';
import { recheckAccess } from './recheck-access.ts';
import { sharedDocuments, type SharedDocuments } from './shared-documents.ts';
import { createUpdateStore, type UpdateStore } from './update-store.ts';

const RECHECK_ACCESS_MS = 60_000;
const LONGEST_CLOSE_MS = 5000;

export interface CollabOptions extends HocuspocusOptions, SocketOptions {
  database: Database;
  /** Replaces the tables of the database. */
  store?: UpdateStore;
}

export interface CollabServer extends SharedDocuments {
  /**
   * Must be called when access to a thread changes, or to all threads. Connections are downgraded
   * or closed before it resolves.
   */
  accessChanged(threadId?: ThreadId): Promise<void>;
  health(): {
    documents: number;
    connections: number;
    /** Threads whose notes can't be saved at present. */
    failing: string[];
  };
  /** Accepts no more connections, saves pending edits within 5 s, and closes everything. */
  close(): Promise<void>;
}

export function attachCollab(options: CollabOptions): CollabServer {
  const { database, log, relay } = options;
  const store = options.store ?? createUpdateStore(database, log);
  const engine = openHocuspocus(store, options);
  const { hocuspocus, updates, grace } = engine;
  const sockets = acceptSockets(hocuspocus, options);
  const accessChanged = (threadId?: ThreadId) => recheckAccess(hocuspocus, log, threadId);
  const accessCheck = setInterval(() => {
    void accessChanged();
  }, RECHECK_ACCESS_MS).unref();

  return {
    ...sharedDocuments(engine, store),
    accessChanged,
    health: () => ({
      documents: hocuspocus.getDocumentsCount() - grace.count(),
      connections: hocuspocus.getConnectionsCount(),
      failing: updates.failing(),
    }),
    async close() {
      clearInterval(accessCheck);
      await closeAll(engine, sockets, log);
      relay?.close();
    },
  };
}

async function closeAll(
  { hocuspocus, updates, grace }: OpenHocuspocus,
  sockets: Sockets,
  log: Log,
): Promise<void> {
  grace.close();
  sockets.stop();
  updates.hurry();
  const written = Promise.all(
    [...hocuspocus.documents.keys()].map((name) => updates.whenDurable(name)),
  );
  if (!(await settlesWithin(written, LONGEST_CLOSE_MS)))
    log.error(
      { docs: updates.failing() },
      'Updates of shared documents could not be written before the end',
    );
  hocuspocus.closeConnections();
  sockets.close(NOTES_CLOSE_CODES.goingAway, 'Going away');
  hocuspocus.flushPendingStores();
  const stored = Promise.all(
    [...hocuspocus.documents.values()].map((document) => document.saveMutex.waitForUnlock()),
  );
  await settlesWithin(stored, LONGEST_CLOSE_MS);
  sockets.terminate();
}

/** Returns false if the work takes longer than `ms`. */
async function settlesWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((done) => {
    timer = setTimeout(() => done(false), ms);
  });
  const result = await Promise.race([work.then(() => true), timeout]);
  clearTimeout(timer);
  return result;
}
