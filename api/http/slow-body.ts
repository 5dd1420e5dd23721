/**
 * Ends requests that send their body too slowly, because each holds a connection and the work that
 * waits for it.
 */
import type { IncomingMessage } from 'node:http';

export interface BodyPace {
  /** between two pieces, and to begin with */
  idleMs: number;
  /** on the whole */
  bytesPerMs: number;
}
export const BODY_PACE: BodyPace = { idleMs: 30_000, bytesPerMs: 8 };
const LEAST_MS = 30_000;

/**
 * Ends the connection of a body of `maxBytes` at most that comes too slowly. Call what it answers
 * once the body is there.
 */
export function hurry(
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
