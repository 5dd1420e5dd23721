import type { ParsedImport, ListingLimits } from '#core/contract/import.ts';
import { mergeKept, type ImportRow, type NewItem, type OpenItem } from '#pipeline/library/index.ts';
import type { Transaction } from 'sequelize';
import type { ListingLease } from './listing-lease.ts';
import { asSkipped, stageItems, readEntries, type StagingPorts } from './stage.ts';

export type Listed = Pick<ParsedImport, 'entries' | 'unread'>;

/**
 * The newest `max` entries since a day. An entry without a date counts as the oldest, but is never
 * too old.
 */
export function limitListing(
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

/** Reads entries of a listing, with the tags and folders of the listing, in their order. */
export async function readListed(
  { plan }: StagingPorts,
  item: OpenItem,
  listed: Listed['entries'],
): Promise<NewItem[]> {
  const { tags = [], folders = [] } = item.brought;
  const entries = listed.map((entry) => ({
    ...entry,
    kind: 'source' as const,
    siteTitle: true,
    line: item.line,
  }));
  const read = await readEntries(entries, { plan, entryFrom: 1 });
  for (const entry of read)
    entry.brought = mergeKept(
      { ...(tags.length > 0 ? { tags } : {}), ...(folders.length > 0 ? { folders } : {}) },
      entry.brought,
    );
  return read;
}

/** Adds entries of a listing to its import, and settles the line of the listing. */
export async function addListed(
  ports: StagingPorts,
  row: ImportRow,
  item: OpenItem,
  items: readonly NewItem[],
  transaction: Transaction,
): Promise<void> {
  const { work } = ports;
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
}

/** Adds the entries of an opened listing to its import. */
export async function stageListing(
  ports: StagingPorts,
  lease: ListingLease,
  row: ImportRow,
  listed: Listed,
): Promise<void> {
  const { item } = lease;
  const read = await readListed(ports, item, limitListing(listed.entries, row.limits));
  const unread = listed.unread.map((entry) => ({ ...entry, line: item.line }));
  const items = [...read, ...asSkipped(unread, read)];
  await lease.write((transaction) => addListed(ports, row, item, items, transaction));
}
