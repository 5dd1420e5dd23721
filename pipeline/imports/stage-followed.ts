import type { ImportEntry } from '#core/contract/import.ts';
import type { FollowRow, ImportRow } from '#pipeline/library/index.ts';
import type { ListingLease } from './listing-lease.ts';
import type { OpenedListing } from './open-listing.ts';
import type { StagingPorts } from './stage.ts';
import { addListed, limitListing, readListed } from './stage-listing.ts';

/** Tells whether an item has all the words in its title or address, in any order and case. */
export function matches({ title = '', url = '' }: ImportEntry, words: string | null): boolean {
  const text = `${title} ${url}`.toLowerCase();
  return (words ?? '')
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/**
 * Ends a check of a followed listing: remembers all items and adds the new ones in one transaction,
 * so that each is added once however often a check is repeated. A check without new items leaves no
 * import behind.
 */
export async function stageFollowed(
  ports: StagingPorts,
  lease: ListingLease,
  { row, follow }: { row: ImportRow; follow: FollowRow },
  { entries, validators = {}, movedTo }: OpenedListing,
): Promise<void> {
  const { follows, imports } = ports;
  const { item } = lease;
  const read = await readListed(ports, item, entries);
  const all = read.flatMap((it, at) => {
    const entry = entries[at];
    const address = it.canonicalUrl ?? it.input;
    return entry ? [{ read: it, entry, guid: entry.guid, address }] : [];
  });
  await lease.write(async (transaction) => {
    const fresh = await follows.rememberItems(follow.id, all, transaction);
    await follows.checked(follow, { ...validators, movedTo }, transaction);
    const wanted = new Set(
      limitListing(
        fresh.map(({ entry }) => entry).filter((entry) => matches(entry, follow.match)),
        row.limits,
      ),
    );
    const items = fresh.filter(({ entry }) => wanted.has(entry)).map((it) => it.read);
    if (items.length === 0) return imports.remove(row.id, transaction);
    await imports.releaseKey(row.id, transaction);
    await addListed(ports, row, item, items, transaction);
  });
}
