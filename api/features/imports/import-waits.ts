import type { ImportId } from '#core/contract/id.ts';
import type { ImportWait } from '#core/contract/import.ts';
import type { ImportRow, Imports } from '#pipeline/library/index.ts';

export interface ImportWaitPorts {
  imports: Imports;
  /** the imports with sources that wait for a network */
  offline(ids: readonly ImportId[]): Promise<ReadonlySet<ImportId>>;
  isDiskFull(): boolean;
}

/** Returns what running imports wait for, by id. */
export async function importWaits(
  { offline, isDiskFull }: Pick<ImportWaitPorts, 'offline' | 'isDiskFull'>,
  rows: readonly ImportRow[],
): Promise<Map<ImportId, ImportWait>> {
  const ids = rows.flatMap(({ id, state }) => (state === 'running' ? [id] : []));
  if (isDiskFull()) return new Map(ids.map((id) => [id, 'disk_space']));
  return new Map([...(await offline(ids))].map((id) => [id, 'network']));
}
