/**
 * What a socket sends, before it is handed on: of one document, and awareness in small messages at
 * a bounded pace.
 */

/** Bytes of a document's name. */
const LONGEST_NAME = 64;
/**
 * Of one awareness message. A caret takes about 300 bytes; a browser that drops people who left
 * names them in one message.
 */
const MAX_AWARENESS_BYTES = 16 * 1024;
/**
 * Between two awareness messages of a socket: 30 a second. What comes in between replaces what
 * waits.
 */
const AWARENESS_MS = 33;
const AWARENESS = 1;
/** What a page sends: sync, awareness, its sign-in, who is here, stateless, and that it leaves. */
const KINDS: ReadonlySet<number | undefined> = new Set([0, AWARENESS, 2, 3, 5, 7]);

export interface MessageFilter {
  /**
   * False when the message is of no kind that pages send, or for another document than the first
   * was: a socket is for one.
   */
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
      // A copy: a view would hold all of the message.
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
 * Where the name ends that a message begins with; undefined where it is none of a whole document,
 * without a session of it.
 */
function nameEnd(message: Uint8Array): number | undefined {
  const length = message[0] ?? 0;
  const to = length + 1;
  if (length > LONGEST_NAME || to >= message.length) return undefined;
  return message.subarray(1, to).includes(0) ? undefined : to;
}
