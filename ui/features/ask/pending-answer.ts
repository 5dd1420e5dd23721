/**
 * The question whose answer this tab is streaming, stored until the answer ends, so that a reload
 * continues it. A page that closes looks like one that reloads, so the server stops the model soon
 * after the last listener left; the same key then restarts the answer without another charge.
 */
import type { AskBody } from '#core/contract/ask.ts';
import type { AiCall } from '#ui/features/suggest/index.ts';

export interface PendingAnswer {
  key: string;
  call: AiCall;
  sources: readonly AskBody['sources'][number][];
  model: number;
  /** of the answer, once it has begun */
  id?: string | undefined;
  /** ms since 1970 */
  at: number;
}

/** After this time, the page shows the partial answer and doesn't continue it. */
const LONGEST_MS = 2 * 60_000;
const nameOf = (threadId: string): string => `gloss-asked-${threadId}`;
/** Also where there is no TLS, and so no `crypto.randomUUID`. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (it) => it.toString(36)).join('-');

export function savePending(threadId: string, it: PendingAnswer): void {
  // A full storage must not prevent questions.
  try {
    sessionStorage.setItem(nameOf(threadId), JSON.stringify(it));
  } catch (error) {
    console.debug('The question is not kept.', error);
  }
}
export const clearPending = (threadId: string): void => sessionStorage.removeItem(nameOf(threadId));

/** What was being read here a moment ago. */
export function readPending(threadId: string, now = Date.now()): PendingAnswer | undefined {
  const kept = sessionStorage.getItem(nameOf(threadId));
  const it = kept === null ? undefined : (JSON.parse(kept) as PendingAnswer);
  return it && now - it.at < LONGEST_MS ? it : undefined;
}
