/** What the index and its worker say to each other. Both ends are ours, in one process. */
import type { FaultCode } from '#core/contract/faults.ts';
import type { IndexStore } from './store.ts';

export type Call = Exclude<keyof IndexStore, 'close' | 'freshen' | 'mend'>;
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
