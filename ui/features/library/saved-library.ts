/** The first page of the library as it was last seen, shown while the server can't be reached. */
import { z } from 'zod';
import { SourceId } from '#core/contract/id.ts';
import { Source } from '#core/contract/source.ts';
import type { LibraryFilter } from '#ui/client/library-api.ts';
import { createStoredItem } from '#ui/storage/stored-item.ts';

const FIRST_PAGE = 50;
const SavedLibrary = z.object({ ids: z.array(SourceId), rows: z.array(Source) });
const stored = createStoredItem('gloss-library', SavedLibrary, {
  fallback: { ids: [], rows: [] },
});

const isWhole = (filter: LibraryFilter): boolean =>
  Object.entries(filter).every(
    ([name, value]) => !value || (name === 'sort' && value === 'newest'),
  );

/** Only the unfiltered list, newest first, is saved. */
export function saveIds(filter: LibraryFilter, all: readonly SourceId[]): void {
  if (!isWhole(filter)) return;
  const ids = all.slice(0, FIRST_PAGE);
  const { rows } = stored.read();
  stored.write({ ids, rows: rows.filter((it) => ids.includes(it._id)) });
}

/** Saves the sources of the first page. */
export function saveRows(rows: readonly Source[]): void {
  const { ids, rows: before } = stored.read();
  const now = new Map([...before, ...rows].map((it) => [it._id, it]));
  const first = ids.flatMap((id) => now.get(id) ?? []);
  if (first.length > 0) stored.write({ ids, rows: first });
}

/** Undefined if nothing is saved for this filter. */
export function savedIds(filter: LibraryFilter): SourceId[] | undefined {
  const { rows } = stored.read();
  return isWhole(filter) && rows.length > 0 ? rows.map((it) => it._id) : undefined;
}

export const savedRow = (id: string): Source | undefined =>
  stored.read().rows.find((it) => it._id === id);
