/** When a question that did not come through is sent again, or that it is over. Pure. */
export interface Trouble {
  /** of a fault; `cut` where the connection broke within the answer */
  code: string;
  /** of HTTP; 0 where nothing answered, undefined within a stream */
  status?: number | undefined;
}

const SOON_MS = 500;
const LATEST_MS = 10_000;
/** A restarting server is back within minutes. */
const MOST_AWAY = 60;
/** An answer that is cut off again and again has a reason. */
const MOST_CUTS = 3;
/** Another window's answer for the same block takes as long as any. */
const MOST_WAITS = 240;

const backOff = (tries: number): number => Math.min(SOON_MS * 2 ** tries, LATEST_MS);

/**
 * Milliseconds until it is sent again, in the same words; undefined when it is over. `tries`: how
 * often this trouble came before.
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
