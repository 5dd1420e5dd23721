/**
 * The question whose answer this tab is reading, kept until that answer has ended: a page that is
 * loaded anew goes on with it. Nobody can tell a page that is left from one that comes back, so the
 * model is stopped soon after its last reader; what is then sent under the same key takes the place
 * of what had arrived, without another charge.
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

/** Whoever comes back later than this sees what had arrived, and asks again if they want to. */
const LONGEST_MS = 2 * 60_000;
const nameOf = (threadId: string): string => `gloss-asked-${threadId}`;
/** Also where there is no TLS, and so no `crypto.randomUUID`. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (it) => it.toString(36)).join('-');

export function savePending(threadId: string, it: PendingAnswer): void {
  // A full store keeps nobody from asking.
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
