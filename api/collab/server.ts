/**
 * Collaboration on the notes: Hocuspocus on the WebSocket path of the HTTP server, one extension a
 * concern, over an append-only log. What a client was told is `synced` is on disk.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Document, Hocuspocus } from '@hocuspocus/server';
import type { JSONContent } from '@tiptap/core';
import { prosemirrorJSONToYXmlFragment } from '@tiptap/y-tiptap';
import { WebSocketServer, type WebSocket } from 'ws';
import { Doc, encodeStateAsUpdate, XmlElement, XmlText } from 'yjs';
import type { ThreadId } from '#core/contract/id.ts';
import { Fault } from '#core/contract/faults.ts';
import { NOTES_CLOSE } from '#core/contract/notes-close.ts';
import { cleanDoc } from '#core/editor/document.ts';
import { idsIn } from '#core/editor/insert.ts';
import { notesSchema } from '#core/editor/schema.ts';
import type { Log } from '#config/log.ts';
import type { Database } from '#pipeline/library/index.ts';
import { placeOf } from '../http/client-address.ts';
import { askAgain, type Authorise, authorisation, documentName } from './authorise.ts';
import { awarenessGuard } from './awareness-guard.ts';
import { compaction, type CompactionLimits } from './compaction.ts';
import { damageNotice } from './damage-notice.ts';
import { updateGuard } from './update-guard.ts';
import { durableSync } from './durable-sync.ts';
import { FirstBlocks } from './first-blocks.ts';
import { createMessageFilter } from './message-filter.ts';
import { COLLAB_LIMITS, limits, type CollabLimits } from './limits.ts';
import { unloadGrace } from './unload-grace.ts';
import { blockAuthors } from './block-authors.ts';
import type { Relay } from './relay.ts';
import type { CollabContext, Socket } from './socket.ts';
import { persistedNotes, type OnPersisted } from './persisted-notes.ts';
import { FRAGMENT, readStored, toJson } from './stored-notes.ts';
import { createUpdateLog } from './update-log.ts';
import { createUpdateStore, type UpdateStore } from './update-store.ts';
import {
  type PendingConnection,
  PENDING_LIMITS,
  type PendingLimits,
  PendingConnections,
} from './pending-connections.ts';

const MAX_PAYLOAD = 5 * 2 ** 20;
/** what a reader that does not read may leave in memory */
const MAX_UNSENT = 8 * 2 ** 20;
const ASK_AGAIN_MS = 60_000;
const LONGEST_CLOSE_MS = 5000;
/**
 * The longest that one frame may take to come, and how often that is looked at: a frame that never
 * ends holds its memory.
 */
const LONGEST_FRAME_MS = 120_000;
const LOOK_AT_FRAMES_MS = 15_000;
/**
 * Messages queued while a document is loaded for an admitted connection; the client sends more with
 * its next connection.
 */
const MAX_QUEUED = 2 ** 20;

export interface CollabOptions {
  server: Server;
  database: Database;
  log: Log;
  authorise: Authorise;
  /**
   * origins whose pages may connect with a cookie: Gloss's own. A function, for a port that is
   * known only later
   */
  allowedOrigins: () => readonly string[];
  /** default `/collab` */
  path?: string;
  /**
   * After changes to a thread's notes are on disk: some seconds later, or when the last one leaves.
   */
  onStored?: OnPersisted;
  limits?: Partial<CollabLimits>;
  /** limits of sockets before sign-in */
  waiting?: Partial<PendingLimits>;
  /** where a request comes from; default: the socket's address */
  addressOf?: (request: IncomingMessage) => string;
  compaction?: Partial<CompactionLimits>;
  /** where several processes serve the same notes; it is closed with the rest */
  relay?: Relay | undefined;
  /** what becomes of edits that build on something missing; default `drop` */
  pendingEdits?: 'drop' | 'hold';
  /** in place of the database's tables */
  store?: UpdateStore;
}

export interface CollabServer {
  /**
   * Changes a thread's shared document from the server; on disk when it resolves. Not from within
   * `database.write`.
   */
  editDocument(threadId: ThreadId, edit: (document: Doc) => void): Promise<void>;
  /**
   * Puts blocks at the end of the notes; one whose `_id` is there already is not put twice. Answers
   * how many were put.
   */
  appendBlocks(threadId: ThreadId, nodes: readonly JSONContent[]): Promise<number>;
  /** The notes, clean. Fault `unavailable` when they cannot be read. */
  readDocument(threadId: ThreadId, most?: number): Promise<JSONContent>;
  /** The shared document itself, to be read. Fault `unavailable` when it cannot be read. */
  sharedDocument(threadId: ThreadId): Promise<Doc>;
  /**
   * The shared document as one update, for browsers without a copy; the latest edits follow over
   * their connection. Fault `unavailable` if it can't be read.
   */
  wholeUpdate(threadId: ThreadId): Promise<Uint8Array>;
  /**
   * Call it when access changes: connections are downgraded or closed before it resolves. All
   * threads without an id.
   */
  accessChanged(threadId?: ThreadId): Promise<void>;
  /** The thread is gone: everybody is sent away, and its notes are deleted. */
  forget(threadId: ThreadId): Promise<void>;
  health(): {
    documents: number;
    connections: number;
    /** threads whose notes cannot be written just now */
    failing: string[];
  };
  /** Takes no more connections, writes what is left (for 5 s at most), and sends everybody away. */
  close(): Promise<void>;
}

type Direct = Awaited<ReturnType<Hocuspocus<CollabContext>['openDirectConnection']>>;

export function attachCollab(options: CollabOptions): CollabServer {
  const { server, database, log, relay, path = '/collab' } = options;
  const store = options.store ?? createUpdateStore(database, log);
  const firstBlocks = new FirstBlocks(store);
  const updates = createUpdateLog(store, log, {
    failing: (document) => sync.failing(document),
    recovered: (document) => sync.recovered(document),
  });
  const sync = durableSync(updates.whenDurable);
  const compacting = compaction(updates, store, log, {
    rows: 500,
    bytes: 2 ** 20,
    ...options.compaction,
  });
  const lingering = unloadGrace(updates, store, compacting.foldLeft);
  const hocuspocus = new Hocuspocus<CollabContext>({
    quiet: true,
    maxUnauthenticatedQueueSize: MAX_QUEUED,
    maxUnauthenticatedQueueMessages: 200,
    maxPendingDocuments: 1,
    extensions: [
      authorisation(options.authorise),
      limits({ ...COLLAB_LIMITS, ...options.limits }),
      updates.extension,
      ...(relay ? [relay.extension] : []),
      damageNotice(updates.isDamaged),
      sync.extension,
      updateGuard({ sizeOf: updates.sizeOf, log, dropsPending: options.pendingEdits !== 'hold' }),
      awarenessGuard(),
      blockAuthors(),
      compacting.extension,
      ...(options.onStored ? [persistedNotes(updates.whenDurable, options.onStored, log)] : []),
      lingering.extension,
    ],
  });

  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_PAYLOAD });
  const waitingRoom = new PendingConnections({ ...PENDING_LIMITS, ...options.waiting });
  const addressOf =
    options.addressOf ?? ((request: IncomingMessage) => request.socket.remoteAddress ?? '');
  const frames = new Frames();
  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    stream.on('error', (error) => log.debug({ err: error }, 'A WebSocket upgrade broke off'));
    if (new URL(request.url ?? '/', 'http://collab').pathname !== path)
      return refuse(stream, '404 Not Found');
    const { cookie, origin } = request.headers;
    if (
      cookie !== undefined &&
      (origin === undefined || !options.allowedOrigins().includes(origin))
    )
      return refuse(stream, '403 Forbidden');
    const address = placeOf(addressOf(request));
    if (!waitingRoom.hasRoom(address)) return refuse(stream, '429 Too Many Requests');
    sockets.handleUpgrade(request, stream, head, (webSocket) => {
      frames.watch(stream, webSocket);
      connect({
        hocuspocus,
        webSocket,
        log,
        cookie,
        address,
        waiting: waitingRoom.enter(address, stream, webSocket),
      });
    });
  };
  server.on('upgrade', onUpgrade);

  const accessChanged = async (threadId?: ThreadId): Promise<void> => {
    const documents = [...hocuspocus.documents.values()].filter(
      ({ name }) => threadId === undefined || name === documentName(threadId),
    );
    await Promise.all(
      documents
        .flatMap((document) => document.getConnections())
        .map(async (connection) => {
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
  };
  const asking = setInterval(() => {
    void accessChanged();
  }, ASK_AGAIN_MS).unref();
  const looking = setInterval(() => {
    frames.endSlow(LONGEST_FRAME_MS);
  }, LOOK_AT_FRAMES_MS).unref();

  const directly = async <T>(name: string, work: (direct: Direct) => Promise<T>): Promise<T> => {
    await lingering.freshen(name);
    const direct = await hocuspocus.openDirectConnection(name, {}).catch((cause: unknown) => {
      throw new Fault('unavailable', { cause });
    });
    try {
      return await work(direct);
    } finally {
      await direct.disconnect();
    }
  };
  const editDocument = (threadId: ThreadId, edit: (document: Doc) => void): Promise<void> => {
    const name = documentName(threadId);
    return directly(name, async (direct) => {
      await direct.transact(edit);
      await updates.whenDurable(name);
    });
  };

  const held = async (name: string): Promise<Document | undefined> => {
    await lingering.freshen(name);
    return hocuspocus.documents.get(name);
  };
  const sharedDocument = async (threadId: ThreadId): Promise<Doc> =>
    (await held(documentName(threadId))) ?? readStored(store, threadId);

  return {
    editDocument,
    accessChanged,
    async appendBlocks(threadId, nodes) {
      let put = 0;
      await editDocument(threadId, (document) => {
        const present = idsIn(toJson(document));
        const fresh = nodes.filter(
          (node) => typeof node.attrs?.['_id'] !== 'string' || !present.has(node.attrs['_id']),
        );
        if (fresh.length === 0) return;
        const scratch = new Doc();
        const made = prosemirrorJSONToYXmlFragment(
          notesSchema(),
          cleanDoc({ type: 'doc', content: [...fresh] }),
          scratch.getXmlFragment(FRAGMENT),
        );
        const copies = made
          .toArray()
          .flatMap((child) =>
            child instanceof XmlElement || child instanceof XmlText ? [child.clone()] : [],
          );
        put = copies.length;
        const fragment = document.getXmlFragment(FRAGMENT);
        // Unused notes contain one empty paragraph, which inserted blocks replace.
        const [only] = fragment.toArray();
        if (
          fragment.length === 1 &&
          only instanceof XmlElement &&
          only.nodeName === 'paragraph' &&
          only.length === 0
        )
          fragment.delete(0, 1);
        fragment.push(copies);
      });
      return put;
    },
    sharedDocument,
    async wholeUpdate(threadId) {
      const name = documentName(threadId);
      // The client opens the notes next, so the document stays loaded for a while.
      return (
        (await store.asStored(name)) ??
        directly(name, async (direct) => encodeStateAsUpdate(direct.document ?? new Doc()))
      );
    },
    async readDocument(threadId, most) {
      if (most === undefined) return toJson(await sharedDocument(threadId));
      const name = documentName(threadId);
      const document = await held(name);
      if (document && document.getConnectionsCount() > 0) return toJson(document, most);
      // The client opens the notes next, so the document stays loaded for a while.
      return firstBlocks.of(name, most, () =>
        directly(name, async (direct) => toJson(direct.document ?? new Doc(), most)),
      );
    },
    async forget(threadId) {
      const name = documentName(threadId);
      await updates.whenDurable(name);
      for (const connection of hocuspocus.documents.get(name)?.getConnections() ?? [])
        connection.close({ code: NOTES_CLOSE.deleted, reason: 'Deleted' });
      await store.forget(name);
    },
    health: () => ({
      documents: hocuspocus.getDocumentsCount() - lingering.count(),
      connections: hocuspocus.getConnectionsCount(),
      failing: updates.failing(),
    }),
    async close() {
      clearInterval(asking);
      clearInterval(looking);
      lingering.close();
      server.off('upgrade', onUpgrade);
      updates.hurry();
      const written = Promise.all(
        [...hocuspocus.documents.keys()].map((name) => updates.whenDurable(name)),
      );
      if (!(await inTime(written, LONGEST_CLOSE_MS)))
        log.error(
          { docs: updates.failing() },
          'Updates of shared documents could not be written before the end',
        );
      hocuspocus.closeConnections();
      for (const socket of sockets.clients) socket.close(NOTES_CLOSE.goingAway, 'Going away');
      hocuspocus.flushPendingStores();
      await inTime(
        Promise.all(
          [...hocuspocus.documents.values()].map((document) => document.saveMutex.waitForUnlock()),
        ),
        LONGEST_CLOSE_MS,
      );
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      relay?.close();
    },
  };
}

function refuse(stream: Duplex, status: string): void {
  // Not left half open, whatever the other side does.
  stream.once('finish', () => stream.destroy());
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

interface Connecting {
  hocuspocus: Hocuspocus<CollabContext>;
  webSocket: WebSocket;
  log: Log;
  cookie: string | undefined;
  address: string;
  waiting: PendingConnection;
}

function connect({ hocuspocus, webSocket, log, cookie, address, waiting }: Connecting): void {
  const endings: (() => void)[] = [waiting.leave];
  const socket: Socket = {
    cookie,
    address,
    admitted: new Set(),
    writes: false,
    signsIn: waiting.signsIn,
    isAdmitted: waiting.leave,
    close: (code, reason) => webSocket.close(code, reason),
    onClose: (fn) => {
      endings.push(fn);
    },
  };
  const sending = {
    get readyState() {
      return webSocket.readyState;
    },
    send(data: Parameters<WebSocket['send']>[0]) {
      if (webSocket.bufferedAmount > MAX_UNSENT) webSocket.close(NOTES_CLOSE.tooSlow, 'Too slow');
      else webSocket.send(data);
    },
    close: (code?: number, reason?: string) => webSocket.close(code, reason),
  };
  // Hooks get what they need from the socket; the request's headers stay here.
  const client = hocuspocus.handleConnection(
    sending as Parameters<typeof hocuspocus.handleConnection>[0],
    new Request('http://collab/'),
    { socket },
  );
  const inlet = createMessageFilter(client.handleMessage);
  endings.push(inlet.close);
  webSocket.on('message', (data, isBinary) => {
    if (!isBinary || !Buffer.isBuffer(data)) return webSocket.close(1003, 'Binary only');
    // After it was told to go, what is still on its way changes nothing.
    if (webSocket.readyState !== webSocket.OPEN) return;
    if (!inlet.take(new Uint8Array(data)))
      webSocket.close(NOTES_CLOSE.unexpected, 'Unexpected message');
  });
  webSocket.on('error', (error) => log.debug({ err: error }, 'A WebSocket failed'));
  webSocket.on('close', (code, reason) => {
    client.handleClose({ code, reason: reason.toString() });
    for (const end of endings) end();
  });
}

/** Frames that have begun and not ended. */
class Frames {
  readonly #begun = new Map<WebSocket, number>();

  watch(stream: Duplex, webSocket: WebSocket): void {
    const ended = (): void => {
      this.#begun.delete(webSocket);
    };
    // Before the WebSocket's own listener, which says that a frame has ended.
    stream.prependListener('data', () => {
      if (!this.#begun.has(webSocket)) this.#begun.set(webSocket, Date.now());
    });
    for (const event of ['message', 'ping', 'pong', 'close']) webSocket.on(event, ended);
  }

  endSlow(longestMs: number): void {
    for (const [webSocket, since] of this.#begun)
      if (Date.now() - since > longestMs) webSocket.terminate();
  }
}

/** False when it took longer. */
async function inTime(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((done) => {
    timer = setTimeout(() => done(false), ms);
  });
  const result = await Promise.race([work.then(() => true), late]);
  clearTimeout(timer);
  return result;
}
