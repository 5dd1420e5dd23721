/** Records files that the virus scanner refused, from any feature. */
import { Fault } from '#core/contract/faults.ts';
import type { Log } from '#config/log.ts';
import type { Database, SourceRow } from '#pipeline/library/index.ts';
import { Audit, type Entry } from '../features/audit/index.ts';

export const isInfected = (error: unknown): error is Fault =>
  error instanceof Fault && error.code === 'infected_file';
export const refusedFile = (fault: Fault, userId: string, from: string): Entry => ({
  action: 'file.refused',
  outcome: fault.code,
  userId,
  object: `${from} ${(fault.details as { found?: string } | undefined)?.found ?? ''}`.trim(),
});

/** Sources are processed without a request, so there is no address to record. */
export function reportRefusals(
  database: Database,
  log: Log,
): (source: SourceRow, fault: Fault) => Promise<void> {
  const audit = new Audit({ database, log, addressOf: () => '', emails: async () => new Map() });
  return async (source, fault) => {
    if (isInfected(fault))
      await audit.note(
        undefined,
        refusedFile(fault, source.ownerId, source.uploadKey ?? source.canonicalUrl),
      );
  };
}
