/**
 * The question whose answer this tab is streaming, stored until the answer ends, so that a reload
 * continues it. A closing page looks like a reloading one, so the server stops the model soon after
 * the last listener left; the same key then restarts the answer without another charge.
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
  /** id of the answer, once it has started */
  id: z.string().optional(),
  /** ms since 1970 */
  at: z.number(),
});
export type PendingAnswer = z.infer<typeof PendingAnswer>;

/** After this time, the page shows the partial answer and doesn't continue it. */
const LONGEST_MS = 2 * 60_000;
/**
 * How long a question that never reached the server is retried, for example after a lost
 * connection.
 */
const UNSENT_MS = 60 * 60_000;
const pendingAnswer = (threadId: string) =>
  createStoredItem(`gloss-asked-${threadId}`, PendingAnswer, {
    area: 'session',
    fallback: undefined,
  });
/** Also works without TLS, where `crypto.randomUUID` is missing. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (it) => it.toString(36)).join('-');

const savePending = (threadId: string, pending: PendingAnswer): void =>
  pendingAnswer(threadId).write(pending);
export const clearPending = (threadId: string): void => pendingAnswer(threadId).remove();

/** The answer that was being read here a moment ago. */
export function readPending(threadId: string, now = Date.now()): PendingAnswer | undefined {
  const pending = pendingAnswer(threadId).read();
  const longestMs = pending?.id === undefined ? UNSENT_MS : LONGEST_MS;
  return pending && now - pending.at < longestMs ? pending : undefined;
}

/** The callbacks with which an `AnswerSession` stores a question until its answer ends. */
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
