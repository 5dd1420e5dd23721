/** Messages between the index and its worker thread, both in one process. */
import type { FaultCode } from '#core/contract/faults.ts';
import type { IndexStore } from './index-store.ts';

export type Call = Exclude<keyof IndexStore, 'close' | 'reopenIfReplaced' | 'recoverFrom'>;
export type Args<C extends Call> = Parameters<IndexStore[C]>;
export type Result<C extends Call> = ReturnType<IndexStore[C]>;
export interface Request {
  id: number;
  call: Call | 'close';
  args: unknown[];
}
export type Reply =
  | { id: number; value: unknown }
  | { id: number; fault: FaultCode; cause: string };
