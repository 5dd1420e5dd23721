/** Messages between the index and its worker thread, both in one process. */
import type { FaultCode } from '#core/contract/faults.ts';
import type { IndexStore } from './index-store.ts';

export type Call = Exclude<
  keyof IndexStore,
  'close' | 'isFilling' | 'reopenIfReplaced' | 'recoverFrom'
>;
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
/** The file was opened and does not hold every ready source. `damage`: why it was replaced. */
export interface FillingNotice {
  filling: true;
  damage?: string;
}
