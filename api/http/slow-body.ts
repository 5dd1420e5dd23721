/**
 * Ends requests that send their body too slowly, because each holds a connection and the work that
 * waits for it.
 */
import type { IncomingMessage } from 'node:http';

export interface BodyPace {
  /** before the first piece, and between two */
  idleMs: number;
  /** average of the complete body */
  bytesPerMs: number;
}
export const BODY_PACE: BodyPace = { idleMs: 30_000, bytesPerMs: 8 };
const LEAST_MS = 30_000;

/**
 * Ends the connection of a body of at most `maxBytes` that arrives too slowly. Returns a function
 * to call when the body is complete.
 */
export function timeOutSlowBody(
  request: IncomingMessage,
  maxBytes: number,
  { idleMs, bytesPerMs }: BodyPace,
): () => void {
  const drop = (): void => {
    request.destroy();
  };
  const total = setTimeout(
    drop,
    Math.min(2 ** 31 - 1, Math.max(Math.min(idleMs, LEAST_MS), maxBytes / bytesPerMs)),
  );
  const { socket } = request;
  socket.setTimeout(Math.min(2 ** 31 - 1, idleMs), drop);
  return () => {
    clearTimeout(total);
    socket.off('timeout', drop);
    socket.setTimeout(0);
  };
}
