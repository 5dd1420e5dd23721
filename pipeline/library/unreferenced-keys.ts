import { QueryTypes } from 'sequelize';
import type { Database } from './database.ts';
import { keysIn } from './file-key.ts';
import { FILE_ROWS } from './file-removals.ts';

const PAGE = 500;
/** Sources in the trash can be restored, so they keep their files. */
const STANDING = '(deleted_at IS NULL OR trash IS NOT NULL)';
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Returns the keys that no row refers to. Scans all rows, one page at a time. */
export async function unreferencedKeys(
  database: Database,
  keys: Iterable<string>,
): Promise<Set<string>> {
  const ask = <T extends object>(sql: string, bind: unknown[] = []) =>
    database.sequelize.query<T>(sql, { type: QueryTypes.SELECT, bind });

  const unreferenced = new Set(keys);
  const seen = (rows: readonly { text: string | null }[]) => {
    for (const { text } of rows) for (const key of keysIn(text ?? '')) unreferenced.delete(key);
  };
  for (let after: string | undefined = FIRST_ID; after !== undefined && unreferenced.size > 0; ) {
    const ids: { id: string }[] = await ask<{ id: string }>(
      'SELECT id FROM sources WHERE id > $1 ORDER BY id LIMIT $2',
      [after, PAGE],
    );
    const last: string | undefined = ids.at(-1)?.id;
    if (last !== undefined) {
      for (const { table, id, text } of FILE_ROWS) {
        const standing =
          table === 'sources' ? STANDING : `${id} IN (SELECT id FROM sources WHERE ${STANDING})`;
        seen(
          await ask(
            `SELECT ${text} AS text FROM ${table} WHERE ${id} > $1 AND ${id} <= $2 AND ${standing}`,
            [after, last],
          ),
        );
      }
    }
    after = last;
  }
  for (let after: string | undefined = ''; after !== undefined && unreferenced.size > 0; ) {
    const rows: { text: string }[] = await ask<{ text: string }>(
      'SELECT key AS text FROM files WHERE key > $1 ORDER BY key LIMIT $2',
      [after, PAGE],
    );
    seen(rows);
    after = rows.at(-1)?.text;
  }
  seen(
    await ask(
      "SELECT CAST(content AS TEXT) || ' ' || COALESCE(CAST(cover AS TEXT), '') AS text FROM posts",
    ),
  );
  seen(
    await ask(
      "SELECT COALESCE(plan, '') || ' ' || input AS text FROM import_items WHERE source_id IS NULL AND settled_at IS NULL",
    ),
  );
  return unreferenced;
}
