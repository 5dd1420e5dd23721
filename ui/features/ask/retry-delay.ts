/** When to resend a failed question, or that it has ended. Pure. */
export interface Trouble {
  /** code of the fault; `cut` if the connection broke during the answer */
  code: string;
  /** HTTP status; 0 without a response, undefined inside a stream */
  status?: number | undefined;
}

const SOON_MS = 500;
const LATEST_MS = 10_000;
/** A restarting server is back within minutes. */
const MOST_AWAY = 60;
/** An answer that is interrupted again and again has a permanent cause. */
const MOST_CUTS = 3;
/** Another window's answer for the same block takes as long as any. */
const MOST_WAITS = 240;

const backOff = (tries: number): number => Math.min(SOON_MS * 2 ** tries, LATEST_MS);

/**
 * Milliseconds until it is resent unchanged; undefined when it has ended. `tries`: how often this
 * problem occurred before.
 */
export function retryDelay({ code, status }: Trouble, tries: number): number | undefined {
  // The server stops an answer 0.6 s after its last listener has left.
  if (code === 'cut' && tries === 0) return 0;
  if (code === 'cut') return tries < MOST_AWAY ? backOff(tries - 1) : undefined;
  if (code === 'interrupted') return tries < MOST_CUTS ? backOff(tries) : undefined;
  if (code === 'unreachable' || status === 503)
    return tries < MOST_AWAY ? backOff(tries) : undefined;
  if (code === 'generating' || code === 'not_ready')
    return tries < MOST_WAITS ? Math.min(backOff(tries), 2000) : undefined;
  if (code === 'rate_limited') return tries < MOST_CUTS * 4 ? 5000 : undefined;
  return undefined;
}
