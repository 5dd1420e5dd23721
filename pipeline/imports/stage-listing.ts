import type { ParsedImport, ListingLimits } from '#core/contract/import.ts';
import { mergeKept, type ImportRow } from '#pipeline/library/index.ts';
import type { ListingLease } from './listing-lease.ts';
import { asSkipped, stageItems, readEntries, type StagingPorts } from './stage.ts';

export type Listed = Pick<ParsedImport, 'entries' | 'unread'>;

/**
 * The newest `max` entries since a day. An entry without a date counts as the oldest, but is never
 * too old.
 */
function limitListing(
  entries: Listed['entries'],
  { since, max }: ListingLimits,
): Listed['entries'] {
  const recent =
    since === undefined
      ? entries
      : entries.filter(({ addedAt }) => addedAt === undefined || addedAt >= since);
  if (max === undefined || recent.length <= max) return recent;
  return recent.toSorted((a, b) => (b.addedAt ?? '').localeCompare(a.addedAt ?? '')).slice(0, max);
}

/**
 * Adds the entries of an opened listing to its import, with the tags and folders of the listing.
 */
export async function stageListing(
  ports: StagingPorts,
  lease: ListingLease,
  row: ImportRow,
  listed: Listed,
): Promise<void> {
  const { work } = ports;
  const { item } = lease;
  const { tags = [], folders = [] } = item.brought;
  const entries = limitListing(listed.entries, row.limits).map((entry) => ({
    ...entry,
    kind: 'source' as const,
    siteTitle: true,
    line: item.line,
  }));
  const read = await readEntries(entries, { plan: ports.plan, entryFrom: 1 });
  for (const entry of read)
    entry.brought = mergeKept(
      { ...(tags.length > 0 ? { tags } : {}), ...(folders.length > 0 ? { folders } : {}) },
      entry.brought,
    );
  const unread = listed.unread.map((entry) => ({ ...entry, line: item.line }));
  const items = [...read, ...asSkipped(unread, read)];
  await lease.write(async (transaction) => {
    const last = await work.lastEntry(item, transaction);
    await stageItems(
      ports,
      row,
      items.map((it) => ({ ...it, entry: it.entry + last })),
      transaction,
      { beside: true },
    );
    await work.settle(
      item,
      { state: 'added', message: `${items.length} ${items.length === 1 ? 'entry' : 'entries'}` },
      transaction,
    );
    await work.finish([item.importId], transaction);
  });
}
