/** Where each source of a thread was left, and which one was open; kept in this browser. */
import { z } from 'zod';

const ThreadState = z.object({
  current: z.string().optional(),
  places: z.record(z.string(), z.number()).catch({}),
  unselected: z.array(z.string()).catch([]),
});
export type ThreadState = z.infer<typeof ThreadState>;

const keyOf = (threadId: string) => `gloss-thread:${threadId}`;

export function readThreadState(threadId: string): ThreadState {
  const text = localStorage.getItem(keyOf(threadId));
  if (text === null) return { places: {}, unselected: [] };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = {};
  }
  return ThreadState.catch({ places: {}, unselected: [] }).parse(value);
}

export function saveThreadState(threadId: string, change: Partial<ThreadState>): void {
  localStorage.setItem(
    keyOf(threadId),
    JSON.stringify({ ...readThreadState(threadId), ...change }),
  );
}
