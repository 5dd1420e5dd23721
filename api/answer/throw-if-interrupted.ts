import { Fault } from '#core/contract/faults.ts';

/** Throws the fault `interrupted` if the signal is aborted, with the signal's reason as cause. */
export function throwIfInterrupted(signal: AbortSignal): void {
  if (signal.aborted) throw new Fault('interrupted', { cause: signal.reason });
}
