/** Metadata that owners imported with a source: titles, tags, folders, dates, notes, flags and highlights. */
import type { Transaction } from 'sequelize';
import type { SourceId } from '#core/contract/id.ts';
import type { Database } from './database.ts';
import { importSql } from './import-rows.ts';
import type { Library } from './library.ts';
import type { OwnerMetadata } from './source.model.ts';

const SOURCES_AT_ONCE = 100;
const MOST_HIGHLIGHTS = 5000;
const BETWEEN_NOTES = '\n\n---\n\n';
const union = <T extends string>(one: readonly T[] = [], other: readonly T[] = []): T[] => [
  ...new Set([...one, ...other]),
];
const isEmpty = (kept: OwnerMetadata): boolean => Object.keys(kept).length === 0;

/**
 * Merges two sets of metadata without duplicates: existing values come first; an existing title and
 * the earlier date are kept.
 */
export function mergeImportedMetadata(there: OwnerMetadata, more: OwnerMetadata): OwnerMetadata {
  if (isEmpty(there)) return more;
  if (isEmpty(more)) return there;
  const title = there.title ?? more.title;
  const flags = union(there.flags, more.flags);
  const tags = union(there.tags, more.tags);
  const folders = union(there.folders, more.folders);
  const [addedAt] = [there.addedAt, more.addedAt].filter((it) => it !== undefined).sort();
  const notes = union(there.note?.split(BETWEEN_NOTES), more.note === undefined ? [] : [more.note]);
  const marked = new Set(there.highlights?.map(({ text }) => text));
  const highlights = [
    ...(there.highlights ?? []),
    ...(more.highlights ?? []).filter(({ text }) => !marked.has(text)),
  ].slice(0, MOST_HIGHLIGHTS);
  return {
    ...((there.imported ?? more.imported) ? { imported: true } : {}),
    ...(title === undefined ? {} : { title }),
    ...(tags.length > 0 ? { tags } : {}),
    ...(folders.length > 0 ? { folders } : {}),
    ...(addedAt === undefined ? {} : { addedAt }),
    ...(notes.length > 0 ? { note: notes.join(BETWEEN_NOTES) } : {}),
    ...(flags.length > 0 ? { flags } : {}),
    ...(highlights.length > 0 ? { highlights } : {}),
  };
}

/** Changes the owner's metadata of a source. Removes fields that become empty. */
export async function changeOwnerMetadata(
  library: Pick<Library, 'find' | 'patch'>,
  id: SourceId,
  change: (kept: OwnerMetadata) => { [K in keyof OwnerMetadata]: OwnerMetadata[K] | undefined },
  transaction: Transaction,
): Promise<void> {
  const row = await library.find(id, transaction);
  if (!row || row.deletedAt) return;
  const kept = Object.fromEntries(
    Object.entries(change(row.kept)).filter(
      ([, value]) =>
        value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  ) as OwnerMetadata;
  await library.patch(id, { kept }, transaction);
}

/** Merges imported metadata into its sources; takes any number of them. */
export async function saveImportedMetadata(
  database: Database,
  brought: ReadonlyMap<SourceId, OwnerMetadata>,
  transaction: Transaction,
): Promise<SourceId[]> {
  const { rows, list, postgres, uuid } = importSql(database);
  // The format in which models write times, because revisions of sources are compared as text.
  const now = new Date().toISOString().replace('T', ' ').replace('Z', ' +00:00');
  const some = [...brought].filter(([, kept]) => !isEmpty(kept));
  const changed: SourceId[] = [];
  for (let from = 0; from < some.length; from += SOURCES_AT_ONCE) {
    const page = new Map(some.slice(from, from + SOURCES_AT_ONCE));
    const existing = await rows<{ id: SourceId; kept: string | OwnerMetadata }>(
      `SELECT id, kept FROM sources WHERE id IN (${list(1, page.size)})${postgres ? ' FOR UPDATE' : ''}`,
      [...page.keys()],
      transaction,
    );
    const merged = existing.flatMap(({ id, kept }) => {
      const before = typeof kept === 'string' ? (JSON.parse(kept) as OwnerMetadata) : kept;
      const after = JSON.stringify(mergeImportedMetadata(before, page.get(id) ?? {}));
      return after === JSON.stringify(before) ? [] : [{ id, after }];
    });
    if (merged.length === 0) continue;
    const json = postgres ? '::json' : '';
    const values = merged.map((_, i) => `($${i * 2 + 1}${uuid}, $${i * 2 + 2}${json})`).join(', ');
    await rows(
      `UPDATE sources SET kept = v.column2, updated_at = $${merged.length * 2 + 1}${postgres ? '::timestamptz' : ''} FROM (VALUES ${values}) AS v WHERE sources.id = v.column1 RETURNING id`,
      [...merged.flatMap(({ id, after }) => [id, after]), now],
      transaction,
    );
    changed.push(...merged.map(({ id }) => id));
  }
  return changed;
}
