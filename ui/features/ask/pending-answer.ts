/**
 * The question whose answer this tab is streaming, stored until the answer ends, so that a reload
 * continues it. A page that closes looks like one that reloads, so the server stops the model soon
 * after the last listener left; the same key then restarts the answer without another charge.
 */
import { z } from 'zod';
import { SourceId } from '#core/contract/id.ts';
import { createStoredItem } from '#ui/storage/stored-item.ts';

const PendingAnswer = z.object({
  key: z.string(),
  call: z.object({
    path: z.string(),
    question: z.string(),
    body: z.record(z.string(), z.unknown()),
    forNotes: z.literal(true).optional(),
  }),
  sources: z.array(SourceId).readonly(),
  model: z.number(),
  /** of the answer, once it has begun */
  id: z.string().optional(),
  /** ms since 1970 */
  at: z.number(),
});
export type PendingAnswer = z.infer<typeof PendingAnswer>;

/** After this time, the page shows the partial answer and doesn't continue it. */
const LONGEST_MS = 2 * 60_000;
/** A question that never reached the server is sent for so long, as after a lost connection. */
const UNSENT_MS = 60 * 60_000;
const pendingAnswer = (threadId: string) =>
  createStoredItem(`gloss-asked-${threadId}`, PendingAnswer, {
    area: 'session',
    fallback: undefined,
  });
/** Also where there is no TLS, and so no `crypto.randomUUID`. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (it) => it.toString(36)).join('-');

const savePending = (threadId: string, pending: PendingAnswer): void =>
  pendingAnswer(threadId).write(pending);
export const clearPending = (threadId: string): void => pendingAnswer(threadId).remove();

/** What was being read here a moment ago. */
export function readPending(threadId: string, now = Date.now()): PendingAnswer | undefined {
  const pending = pendingAnswer(threadId).read();
  const longestMs = pending?.id === undefined ? UNSENT_MS : LONGEST_MS;
  return pending && now - pending.at < longestMs ? pending : undefined;
}

/** What an `AnswerSession` tells of a question that is stored until its answer ends. */
export interface PendingStore {
  /** `id`: of the answer */
  begun(id: string): void;
  ended(): void;
}

/** Stores the question now, and removes it when its answer has ended. */
export function storePending(threadId: string, pending: PendingAnswer): PendingStore {
  savePending(threadId, pending);
  return {
    begun: (id) => savePending(threadId, { ...pending, id }),
    ended: () => clearPending(threadId),
  };
}
