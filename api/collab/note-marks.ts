import { QueryTypes } from 'sequelize';
import type { ThreadId } from '#core/contract/id.ts';
import type { Database } from '#pipeline/library/index.ts';
import { documentName, threadOf } from './authorise.ts';

const DOCS_AT_ONCE = 500;

/**
 * The threads among these whose notes were written last, the last first, each with a text that is
 * another once they are other.
 */
export function createLatestNotes(
  database: Database,
): (
  threadIds: readonly ThreadId[],
  most: number,
) => Promise<{ threadId: ThreadId; mark: string }[]> {
  const marksOf = createNoteMarks(database);
  const last = (table: string) =>
    `SELECT doc, max(created_at) AS at FROM ${table} WHERE doc IN (:docs) GROUP BY doc`;
  return async (threadIds, most) => {
    const times = new Map<ThreadId, number>();
    for (let from = 0; from < threadIds.length; from += DOCS_AT_ONCE) {
      const docs = threadIds.slice(from, from + DOCS_AT_ONCE).map(documentName);
      const rows = await database.sequelize.query<{ doc: string; at: string | Date }>(
        `${last('collab_updates')} UNION ALL ${last('collab_snapshots')}`,
        { type: QueryTypes.SELECT, replacements: { docs } },
      );
      for (const { doc, at } of rows) {
        const threadId = threadOf(doc);
        const time = new Date(at).getTime();
        if (threadId) times.set(threadId, Math.max(times.get(threadId) ?? 0, time));
      }
    }
    const latest = [...times]
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, most)
      .map(([threadId]) => threadId);
    const marks = await marksOf(latest);
    return latest.map((threadId) => ({ threadId, mark: marks.get(threadId) ?? '' }));
  };
}

/**
 * Returns a tag per thread that changes when its notes change. Threads with empty notes are left
 * out.
 */
export function createNoteMarks({
  sequelize,
}: Database): (threadIds: readonly ThreadId[]) => Promise<Map<ThreadId, string>> {
  const count = (table: string) =>
    `SELECT doc, '${table}' AS part, count(*) AS held, max(seq) AS last FROM ${table} WHERE doc IN (:docs) GROUP BY doc`;
  return async (threadIds) => {
    const marks = new Map<ThreadId, string>();
    for (let from = 0; from < threadIds.length; from += DOCS_AT_ONCE) {
      const docs = threadIds.slice(from, from + DOCS_AT_ONCE).map(documentName);
      const rows = await sequelize.query<{
        doc: string;
        part: string;
        held: number | string;
        last: number | string;
      }>(`${count('collab_updates')} UNION ALL ${count('collab_snapshots')} ORDER BY 2`, {
        type: QueryTypes.SELECT,
        replacements: { docs },
      });
      for (const { doc, part, held, last } of rows) {
        const threadId = threadOf(doc);
        // Includes all rows, because a later write may get a smaller number.
        if (threadId) marks.set(threadId, `${marks.get(threadId) ?? ''} ${part} ${held} ${last}`);
      }
    }
    return marks;
  };
}
