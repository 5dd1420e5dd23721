/**
 * Sockets before sign-in. Anybody can open them, so they are limited in bytes, time and number, per
 * address and in total. At the total limit, the oldest is closed for the newest.
 */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { NOTES_CLOSE_CODES } from '#core/contract/notes-close-codes.ts';

export interface PendingLimits {
  /** waiting sockets per address */
  perAddress: number;
  /** waiting sockets in total */
  total: number;
  /** bytes that a socket may send before its sign-in, including frames */
  bytes: number;
  /**
   * bytes while the sign-in is checked, because the state of a page may name thousands of clients
   */
  signInBytes: number;
  /** bytes of all waiting sockets together, after which the oldest is closed */
  totalBytes: number;
  /** ms until the sign-in must arrive */
  signInMs: number;
  /** ms until the sign-in must be accepted; the check may wait for the database */
  admissionMs: number;
}

export const PENDING_LIMITS: PendingLimits = {
  perAddress: 20,
  total: 1000,
  bytes: 64 * 1024,
  signInBytes: 512 * 1024,
  totalBytes: 8 * 2 ** 20,
  signInMs: 5000,
  admissionMs: 30_000,
};

/** Time for the client to confirm a close frame, in ms. */
const CLOSE_MS = 1000;

/**
 * Frees the bytes of a refused socket now. A flood would otherwise leave 64 kB for each socket until
 * the next collection. Leaves buffers alone that share their memory with others.
 */
function free({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

export interface PendingConnection {
  /** Called when the sign-in has arrived and is being checked. */
  signsIn(): void;
  /** Removes a socket that has signed in or closed. */
  leave(): void;
}

export class PendingConnections {
  readonly #limits: PendingLimits;
  readonly #perAddress = new Map<string, number>();
  /** in order of arrival */
  readonly #waiting = new Set<{ end: () => void }>();
  #bytes = 0;

  constructor(limits: PendingLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#waiting.size;
  }

  hasRoom(address: string): boolean {
    return (this.#perAddress.get(address) ?? 0) < this.#limits.perAddress;
  }

  /** `stream` is what the WebSocket reads from; bytes count before their frame is complete. */
  enter(address: string, stream: Duplex, webSocket: WebSocket): PendingConnection {
    const limits = this.#limits;
    const [oldest] = this.#waiting;
    if (oldest && this.#waiting.size >= limits.total) oldest.end();

    let received = 0;
    let chunks: Buffer[] = [];
    let allowed = limits.bytes;
    const end = (): void => {
      leave();
      webSocket.close(NOTES_CLOSE_CODES.notAdmitted, 'Not signed in');
      setTimeout(() => webSocket.terminate(), CLOSE_MS).unref();
    };
    const onData = (chunk: Buffer): void => {
      received += chunk.length;
      chunks.push(chunk);
      this.#bytes += chunk.length;
      if (received > allowed) waiting.end();
      for (const other of this.#waiting) {
        if (this.#bytes <= limits.totalBytes) break;
        other.end();
      }
    };
    const waiting = {
      end: () => {
        const refused = chunks;
        leave();
        webSocket.terminate();
        for (const chunk of refused) free(chunk);
      },
    };
    let timer = setTimeout(end, limits.signInMs).unref();
    const leave = (): void => {
      if (!this.#waiting.delete(waiting)) return;
      clearTimeout(timer);
      stream.off('data', onData);
      chunks = [];
      this.#bytes -= received;
      const remaining = (this.#perAddress.get(address) ?? 1) - 1;
      if (remaining > 0) this.#perAddress.set(address, remaining);
      else this.#perAddress.delete(address);
    };

    this.#waiting.add(waiting);
    this.#perAddress.set(address, (this.#perAddress.get(address) ?? 0) + 1);
    stream.prependListener('data', onData);
    return {
      leave,
      signsIn: () => {
        if (!this.#waiting.has(waiting)) return;
        allowed = limits.signInBytes;
        clearTimeout(timer);
        timer = setTimeout(end, limits.admissionMs).unref();
      },
    };
  }
}
