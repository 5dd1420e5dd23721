/** The position in each source of a thread, and the last open source; stored in this browser. */
import { z } from 'zod';
import { createStoredItem } from '#ui/storage/stored-item.ts';

const ThreadState = z.object({
  current: z.string().optional(),
  places: z.record(z.string(), z.number()).catch({}),
  unselected: z.array(z.string()).catch([]),
});
export type ThreadState = z.infer<typeof ThreadState>;

const EMPTY: ThreadState = { places: {}, unselected: [] };
const storedState = (threadId: string) =>
  createStoredItem(`gloss-thread:${threadId}`, ThreadState, { fallback: EMPTY });

export const readThreadState = (threadId: string): ThreadState => storedState(threadId).read();
export const saveThreadState = (threadId: string, change: Partial<ThreadState>): void =>
  storedState(threadId).write({ ...readThreadState(threadId), ...change });
