/**
 * Filters messages of a socket: they must be for one document, and awareness messages must be small
 * and at a bounded rate.
 */

/** Bytes of a document's name. */
const LONGEST_NAME = 64;
/**
 * Bytes of one awareness message. A caret takes about 300 bytes; a browser that removes people who
 * left names them in one message.
 */
const MAX_AWARENESS_BYTES = 16 * 1024;
/**
 * Milliseconds between two awareness messages of a socket: 30 a second. Newer ones replace the one
 * that waits.
 */
const AWARENESS_MS = 33;
const AWARENESS = 1;
/**
 * Kinds of messages that a page sends: sync, awareness, sign-in, query of awareness, stateless, and
 * close.
 */
const KINDS: ReadonlySet<number | undefined> = new Set([0, AWARENESS, 2, 3, 5, 7]);

export interface MessageFilter {
  /** Returns false for other kinds of messages, and for a second document on the same socket. */
  take(message: Uint8Array): boolean;
  close(): void;
}

export function createMessageFilter(handle: (message: Uint8Array) => void): MessageFilter {
  let name: Uint8Array | undefined;
  let next: Uint8Array | undefined;
  let timer: NodeJS.Timeout | undefined;

  const awareness = (message: Uint8Array): void => {
    if (message.length > MAX_AWARENESS_BYTES) return;
    if (timer !== undefined) {
      next = message;
      return;
    }
    handle(message);
    timer = setTimeout(() => {
      timer = undefined;
      const waiting = next;
      next = undefined;
      if (waiting) awareness(waiting);
    }, AWARENESS_MS).unref();
  };

  return {
    take(message) {
      const to = nameEnd(message);
      if (to === undefined) return false;
      const given = message.subarray(0, to);
      // A copy, because a view would keep the complete message in memory.
      name ??= given.slice();
      if (Buffer.compare(given, name) !== 0 || !KINDS.has(message[to])) return false;
      if (message[to] === AWARENESS) awareness(message);
      else handle(message);
      return true;
    },
    close() {
      clearTimeout(timer);
      next = undefined;
    },
  };
}

/**
 * Returns the end of the document name at the start of a message; undefined if the name is not that
 * of a complete document, or has a session.
 */
function nameEnd(message: Uint8Array): number | undefined {
  const length = message[0] ?? 0;
  const to = length + 1;
  if (length > LONGEST_NAME || to >= message.length) return undefined;
  return message.subarray(1, to).includes(0) ? undefined : to;
}
