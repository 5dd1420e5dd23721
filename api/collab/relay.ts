/**
 * Forwards edits and awareness over Redis between the processes that have the same notes open. The
 * relay is an optimisation: each process writes the edits that it receives into its own log before
 * it confirms later ones as `synced`, so Redis may be away or lose messages at any time.
 */
import type { Document, Extension } from '@hocuspocus/server';
import { applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness';
import { applyUpdate, encodeStateAsUpdate, encodeStateVector } from 'yjs';
import type { Log } from '#config/log.ts';
import { RedisChannels } from './redis-channels.ts';

/**
 * Hocuspocus forwards edits of this origin to its connections, and leaves saving and what follows
 * it to the process where the edit was made.
 */
const ORIGIN = { source: 'redis' } as const;
const EMPTY_UPDATE_BYTES = 2;
/**
 * `hello`: a state vector; others reply with what is missing there, and ask in turn. `ask`: the
 * same without asking back.
 */
const KINDS = ['hello', 'ask', 'update', 'awareness'] as const;
type Kind = (typeof KINDS)[number];

export interface Relay {
  extension: Extension;
  close(): void;
}

export function createRelay(redisUrl: string, log: Log): Relay {
  const open = new Map<string, Document>();
  const channels = new RedisChannels(redisUrl, log, {
    message(name, message) {
      const document = open.get(name);
      const kind = KINDS[message[0] ?? -1];
      if (!document || !kind) return;
      try {
        receive[kind](document, message.subarray(1));
      } catch (error) {
        log.warn(
          { err: error, doc: name },
          'what another process told of shared notes could not be read',
        );
      }
    },
    // Asks for everything that was not forwarded while Redis was away.
    ready() {
      for (const [name, document] of open) channels.subscribe(name, () => greet(document));
    },
  });

  const send = (document: Document, kind: Kind, payload: Uint8Array): void =>
    channels.publish(document.name, KINDS.indexOf(kind), payload);
  const sendAwareness = (
    document: Document,
    clients = [...document.awareness.getStates().keys()],
  ): void => {
    if (clients.length > 0)
      send(document, 'awareness', encodeAwarenessUpdate(document.awareness, clients));
  };
  const sendMissing = (document: Document, vector: Uint8Array): void => {
    const missing = encodeStateAsUpdate(document, vector);
    if (missing.length > EMPTY_UPDATE_BYTES) send(document, 'update', missing);
  };
  const greet = (document: Document): void => {
    send(document, 'hello', encodeStateVector(document));
    sendAwareness(document);
  };

  const receive: Record<Kind, (document: Document, payload: Uint8Array) => void> = {
    hello(document, vector) {
      sendMissing(document, vector);
      send(document, 'ask', encodeStateVector(document));
      sendAwareness(document);
    },
    ask: sendMissing,
    update: (document, update) => applyUpdate(document, update, ORIGIN),
    awareness: (document, update) => applyAwarenessUpdate(document.awareness, update, ORIGIN),
  };

  return {
    extension: {
      extensionName: 'relay',
      async afterLoadDocument({ document, documentName: name }) {
        open.set(name, document);
        document.on('update', (update: Uint8Array, origin: unknown) => {
          if (origin !== ORIGIN) send(document, 'update', update);
        });
        document.awareness.on(
          'update',
          (
            { added, updated, removed }: Record<'added' | 'updated' | 'removed', number[]>,
            origin: unknown,
          ) => {
            if (origin !== ORIGIN) sendAwareness(document, [...added, ...updated, ...removed]);
          },
        );
        document.on('destroy', () => {
          if (open.get(name) !== document) return;
          open.delete(name);
          channels.unsubscribe(name);
        });
        // The document opens without waiting for Redis.
        channels.subscribe(name, () => greet(document));
      },
    },
    close: () => channels.close(),
  };
}
