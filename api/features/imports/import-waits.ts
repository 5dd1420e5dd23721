import type { ImportId } from '#core/contract/id.ts';
import type { ImportWait } from '#core/contract/import.ts';
import type { ImportRow, Imports } from '#pipeline/library/index.ts';

export interface ImportWaitPorts {
  imports: Imports;
  /** those of these imports that have sources which wait for a network */
  offline(ids: readonly ImportId[]): Promise<ReadonlySet<ImportId>>;
  isDiskFull(): boolean;
}

/** What the running ones of these imports wait for, by their ids. */
export async function importWaits(
  { offline, isDiskFull }: Pick<ImportWaitPorts, 'offline' | 'isDiskFull'>,
  rows: readonly ImportRow[],
): Promise<Map<ImportId, ImportWait>> {
  const ids = rows.flatMap(({ id, state }) => (state === 'running' ? [id] : []));
  if (isDiskFull()) return new Map(ids.map((id) => [id, 'disk_space']));
  return new Map([...(await offline(ids))].map((id) => [id, 'network']));
}
