import { startReconciling, type ReconcileClock } from '#pipeline/run/reconcile-clock.ts';
import type { Feature } from '../http/feature.ts';
import type { Features } from './features.ts';
import type { Parts } from './parts.ts';

/** Compares the index with the library, and removes what was left over, every night. */
export function createReconciliation(
  { runner, log }: Parts,
  { files, accounts }: Pick<Features, 'files' | 'accounts'>,
): Feature {
  let clock: ReconcileClock | undefined;
  const reconcile = async () => {
    const done = await runner.reconcile();
    await files.uploads.tidy();
    await accounts.tidy();
    await files.sweep();
    return done;
  };
  return {
    name: 'reconciliation',
    start() {
      clock = startReconciling({ reconcile, log });
    },
    close: () => clock?.stop(),
  };
}
