import {
  startReconcileSchedule,
  type ReconcileSchedule,
} from '#pipeline/run/reconcile-schedule.ts';
import type { Feature } from '../http/feature.ts';
import type { Features } from './features.ts';
import type { Parts } from './parts.ts';

/**
 * Compares the index with the library and removes what was left over: at the start, every night, and
 * when the index was damaged or deleted.
 */
export function createReconciliation(
  { runner, log, onIndexFilling }: Parts,
  { files, accounts }: Pick<Features, 'files' | 'accounts'>,
): Feature {
  let clock: ReconcileSchedule | undefined;
  const reconcile = async (signal: AbortSignal) => {
    const done = await runner.reconcile(signal);
    await files.uploads.tidy();
    await accounts.tidy();
    await files.sweep();
    return done;
  };
  return {
    name: 'reconciliation',
    start() {
      const started = startReconcileSchedule({ reconcile, log });
      onIndexFilling(() => started.runNow());
      clock = started;
    },
    close: () => clock?.stop(),
  };
}
