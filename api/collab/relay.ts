/**
 * Carries edits and awareness between the processes that have the same notes open, over Redis. It
 * carries and promises nothing: each process writes what it hears into its own log before it says
 * `synced` of anything later, so Redis may be away or forget at any time.
 */
import { randomUUID } from 'node:crypto';
import type { Document, Extension } from '@hocuspocus/server';
import { Redis } from 'ioredis';
import { applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness';
import { applyUpdate, encodeStateAsUpdate, encodeStateVector } from 'yjs';
import type { Log } from '#config/log.ts';

/**
 * Hocuspocus passes what comes by it on to its connections, and leaves what follows a change to the
 * process that it was made on.
 */
const ORIGIN = { source: 'redis' } as const;
const LONGEST_AWAY_MS = 5000;
const NOTHING = 2;
/**
 * `hello`: a state vector; others answer with what is missing, and ask in turn. `ask`: the same
 * without asking back.
 */
const KINDS = ['hello', 'ask', 'update', 'awareness'] as const;
type Kind = (typeof KINDS)[number];

export interface Relay {
  extension: Extension;
  close(): void;
}

export function createRelay(redisUrl: string, log: Log): Relay {
  const own = Buffer.from(randomUUID().replaceAll('-', ''), 'hex');
  const open = new Map<string, Document>();
  const connect = (): Redis => {
    const redis = new Redis(redisUrl, {
      maxRetriesPerRequest: 1,
      enableOfflineQueue: false,
      retryStrategy: (times) => Math.min(200 * times, LONGEST_AWAY_MS),
    });
    redis.on('error', (error) =>
      log.debug({ err: error }, 'Redis does not carry edits between processes just now'),
    );
    return redis;
  };
  const [out, into] = [connect(), connect()];
  const quiet = (work: Promise<unknown>): void => {
    work.catch((error: unknown) =>
      log.debug(
        { err: error },
        'an edit was not told to other processes; they read it from the disk',
      ),
    );
  };

  const tell = (name: string, kind: Kind, payload: Uint8Array): void => {
    if (out.status === 'ready')
      quiet(
        out.publish(
          channelOf(name),
          Buffer.concat([own, Buffer.from([KINDS.indexOf(kind)]), payload]),
        ),
      );
  };
  const tellWhoIsHere = (
    document: Document,
    clients = [...document.awareness.getStates().keys()],
  ): void => {
    if (clients.length > 0)
      tell(document.name, 'awareness', encodeAwarenessUpdate(document.awareness, clients));
  };
  const tellMissing = (document: Document, vector: Uint8Array): void => {
    const missing = encodeStateAsUpdate(document, vector);
    if (missing.length > NOTHING) tell(document.name, 'update', missing);
  };
  const greet = (document: Document): void => {
    tell(document.name, 'hello', encodeStateVector(document));
    tellWhoIsHere(document);
  };

  const hear: Record<Kind, (document: Document, payload: Uint8Array) => void> = {
    hello(document, vector) {
      tellMissing(document, vector);
      tell(document.name, 'ask', encodeStateVector(document));
      tellWhoIsHere(document);
    },
    ask: tellMissing,
    update: (document, update) => applyUpdate(document, update, ORIGIN),
    awareness: (document, update) => applyAwarenessUpdate(document.awareness, update, ORIGIN),
  };
  into.on('messageBuffer', (channel: Buffer, message: Buffer) => {
    const document = open.get(nameOf(channel.toString()));
    const kind = KINDS[message[own.length] ?? -1];
    if (!document || !kind || message.subarray(0, own.length).equals(own)) return;
    try {
      hear[kind](document, message.subarray(own.length + 1));
    } catch (error) {
      log.warn(
        { err: error, doc: document.name },
        'what another process told of shared notes could not be read',
      );
    }
  });
  // After Redis was away, whatever was not carried is asked for.
  const again = (): void => {
    if (out.status !== 'ready' || into.status !== 'ready') return;
    for (const [name, document] of open)
      quiet(into.subscribe(channelOf(name)).then(() => greet(document)));
  };
  out.on('ready', again);
  into.on('ready', again);

  return {
    extension: {
      extensionName: 'relay',
      async afterLoadDocument({ document, documentName: name }) {
        open.set(name, document);
        document.on('update', (update: Uint8Array, origin: unknown) => {
          if (origin !== ORIGIN) tell(name, 'update', update);
        });
        document.awareness.on(
          'update',
          (
            { added, updated, removed }: Record<'added' | 'updated' | 'removed', number[]>,
            origin: unknown,
          ) => {
            if (origin !== ORIGIN) tellWhoIsHere(document, [...added, ...updated, ...removed]);
          },
        );
        document.on('destroy', () => {
          if (open.get(name) !== document) return;
          open.delete(name);
          if (into.status === 'ready') quiet(into.unsubscribe(channelOf(name)));
        });
        // Not waited for: what is on disk is served, also without Redis.
        if (into.status === 'ready')
          quiet(into.subscribe(channelOf(name)).then(() => greet(document)));
      },
    },
    close() {
      out.disconnect();
      into.disconnect();
    },
  };
}

const PREFIX = 'gloss:notes:';
const channelOf = (name: string): string => `${PREFIX}${name}`;
const nameOf = (channel: string): string => channel.slice(PREFIX.length);
