import type { ImportId } from '#core/contract/id.ts';
import type { Database } from './database.ts';
import { importSql } from './import-rows.ts';

/** Returns which of these imports have sources that wait for a network. */
export async function offlineImports(
  database: Database,
  ids: readonly ImportId[],
): Promise<Set<ImportId>> {
  if (ids.length === 0) return new Set();
  const sql = importSql(database);
  const rows = await sql.rows<{ import_id: ImportId }>(
    `SELECT DISTINCT i.import_id FROM import_items i JOIN sources s ON s.id = i.source_id WHERE i.state = 'running' AND s.error_code = 'offline' AND i.import_id IN (${sql.list(1, ids.length)})`,
    [...ids],
  );
  return new Set(rows.map((row) => row.import_id));
}
