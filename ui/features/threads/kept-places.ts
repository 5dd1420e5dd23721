/** Where each source of a thread was left, and which one was open; kept in this browser. */
import { z } from 'zod';

const Kept = z.object({
  current: z.string().optional(),
  places: z.record(z.string(), z.number()).catch({}),
  unselected: z.array(z.string()).catch([]),
});
export type Kept = z.infer<typeof Kept>;

const keyOf = (threadId: string) => `gloss-thread:${threadId}`;

export function readKept(threadId: string): Kept {
  const text = localStorage.getItem(keyOf(threadId));
  if (text === null) return { places: {}, unselected: [] };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = {};
  }
  return Kept.catch({ places: {}, unselected: [] }).parse(value);
}

export function keep(threadId: string, change: Partial<Kept>): void {
  localStorage.setItem(keyOf(threadId), JSON.stringify({ ...readKept(threadId), ...change }));
}
