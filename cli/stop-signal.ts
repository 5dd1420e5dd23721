/** Signals that stop a command: Ctrl-C, SIGTERM, or a message of its supervisor. */
import type { ToServer } from './supervise.ts';

const INTERRUPTED = 130;

/**
 * Aborts at the first request to stop; the second one ends the process at once. Under a supervisor,
 * only its own second request does, because Ctrl-C and process managers signal both processes.
 */
export function listenForStop(): AbortSignal {
  const stop = new AbortController();
  const isSupervised = process.channel !== undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted && !isSupervised) process.exit(INTERRUPTED);
      stop.abort();
    });
  }
  if (isSupervised) {
    process.on('message', (message: ToServer) => {
      if (message === 'now') process.exit(INTERRUPTED);
      stop.abort();
    });
    // The supervisor was killed, so this server has no purpose any more.
    process.on('disconnect', () => process.exit(INTERRUPTED));
  }
  return stop.signal;
}
