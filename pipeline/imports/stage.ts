/**
 * Converts the entries of a file to the lines of an import: deduplicates, compares with the
 * library, and saves them in one transaction.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Transaction } from 'sequelize';
import { toFault } from '#core/contract/faults.ts';
import type { ImportEntry, UnreadableEntry } from '#core/contract/import.ts';
import type { ImportId, SourceId, ThreadId, UserId } from '#core/contract/id.ts';
import {
  keepForOwner,
  mergeKept,
  type Database,
  type Follows,
  type Imports,
  type ImportWork,
  type Library,
  type NewItem,
  type PlannedSource,
  isUnreadable,
  type SourceRow,
  type Upload,
} from '#pipeline/library/index.ts';
import type { PlanBookmark, PlanSource } from './plan-source.ts';
import { keepBookmark } from './keep-bookmark.ts';

export interface StagingPorts {
  database: Database;
  library: Library;
  imports: Imports;
  work: ImportWork;
  follows: Follows;
  plan: PlanSource;
  planBookmark: PlanBookmark;
  /** Adds these sources to the thread; sources that it already contains are unchanged. */
  hold(threadId: ThreadId, sourceIds: readonly SourceId[], transaction: Transaction): Promise<void>;
}
export interface StagedImport {
  id: ImportId;
  ownerId: UserId;
  threadId: ThreadId | null;
}
/** An entry of an import; only entries of a listing have no `line`. */
type Brought = Omit<ImportEntry, 'line'> & { line?: number | undefined };

/** entries planned before the event loop gets a turn */
const AT_ONCE = 100;

/** `isListed`: the user added the listing, not this entry. */
function keptOf(it: Brought, isListed: boolean): NewItem['brought'] {
  const { title, tags, folder, addedAt, note, flags = [], highlights } = it;
  const isOwnTitle = title !== undefined && !it.siteTitle && it.url !== undefined;
  return {
    ...(isListed ? {} : { imported: true }),
    ...(isOwnTitle ? { title } : {}),
    ...(tags.length > 0 ? { tags } : {}),
    ...(folder ? { folders: [folder] } : {}),
    ...(addedAt === undefined ? {} : { addedAt }),
    ...(note ? { note } : {}),
    ...(flags.length > 0 ? { flags: [...new Set(flags)] } : {}),
    ...(highlights.length > 0
      ? {
          highlights: highlights.map(({ text, note: said, createdAt }) => ({
            text,
            ...(said === undefined ? {} : { note: said }),
            ...(createdAt === undefined ? {} : { createdAt }),
          })),
        }
      : {}),
  };
}
/** The host with its port; empty for a file. */
export const hostOf = ({ canonicalUrl }: Pick<PlannedSource, 'canonicalUrl'>): string =>
  /^https?:/.test(canonicalUrl) ? new URL(canonicalUrl).host : '';
const placeOf = ({ line, entry }: Pick<NewItem, 'line' | 'entry'>): string =>
  entry === 0 ? `line ${line}` : `line ${line}, entry ${entry}`;
export const describe = (it: Pick<ImportEntry, 'url' | 'fileKey' | 'title'>) => ({
  ...(it.fileKey === undefined ? { url: it.url ?? '' } : { fileKey: it.fileKey }),
  ...(it.title ? { title: it.title } : {}),
});

/** Classifies each entry, alone and among the others. Makes no requests. */
export async function readEntries(
  entries: readonly Brought[],
  {
    plan,
    uploads = new Map(),
    entryFrom = 0,
  }: {
    plan: PlanSource;
    uploads?: ReadonlyMap<string, Upload>;
    /** the first entry of each line */
    entryFrom?: number;
  },
): Promise<NewItem[]> {
  const items: NewItem[] = [];
  const nextEntry = new Map<number, number>();
  const first = new Map<string, NewItem>();
  for (const [at, it] of entries.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await nextTurn();
    const line = it.line ?? at + 1;
    const entry = nextEntry.get(line) ?? entryFrom;
    nextEntry.set(line, entry + 1);
    const item: NewItem = {
      line,
      entry,
      state: 'waiting',
      listing: it.kind === 'listing',
      input: it.fileKey ?? it.url ?? '',
      title: it.title,
      host: '',
      brought: keptOf(it, entryFrom > 0),
    };
    items.push(item);
    try {
      const planned = plan(describe(it), uploads);
      item.host = hostOf(planned);
      item.canonicalUrl = item.listing ? `listing:${planned.canonicalUrl}` : planned.canonicalUrl;
      if (!item.listing) item.plan = planned;
    } catch (error) {
      const { code, message } = toFault(error);
      Object.assign(item, { state: 'failed', code, message });
      continue;
    }
    const same = first.get(item.canonicalUrl);
    if (!same) {
      first.set(item.canonicalUrl, item);
      continue;
    }
    same.brought = mergeKept(same.brought, item.brought);
    Object.assign(item, { state: 'duplicate', twin: placeOf(same) });
  }
  return items;
}

/** Lines that the receipt lists without processing. */
export function asSkipped(
  unread: readonly UnreadableEntry[],
  beside: readonly NewItem[],
): NewItem[] {
  const nextEntry = new Map<number, number>();
  for (const { line, entry } of beside)
    nextEntry.set(line, Math.max(entry + 1, nextEntry.get(line) ?? 0));
  return unread.map(({ line, text, why }) => {
    const entry = nextEntry.get(line) ?? 0;
    nextEntry.set(line, entry + 1);
    return {
      line,
      entry,
      state: 'skipped',
      listing: false,
      input: text,
      host: '',
      brought: {},
      code: 'unreadable',
      message: why,
    };
  });
}

/** Returns sources of the library with the addresses of these lines. */
export function knownAmong(
  library: Library,
  ownerId: UserId,
  items: readonly NewItem[],
  transaction?: Transaction,
): Promise<Map<string, SourceRow>> {
  return library.identity.byAddress(
    ownerId,
    items.flatMap((it) => (it.plan && it.state === 'waiting' ? [it.plan.canonicalUrl] : [])),
    transaction,
  );
}

/**
 * Stores entries. Entries that are in the library already get the imported metadata and are settled
 * at once. `beside`: the entries are added to those that the import already has.
 */
export async function stageItems(
  ports: StagingPorts,
  of: StagedImport,
  items: readonly NewItem[],
  transaction: Transaction,
  { beside = false } = {},
): Promise<void> {
  const { database, library, imports, work } = ports;
  const brought = new Map<SourceId, NewItem['brought']>();
  const bring = (id: SourceId, kept: NewItem['brought']) =>
    brought.set(id, mergeKept(brought.get(id) ?? {}, kept));
  const staged: NewItem[] = [];
  const takenBy = beside
    ? await work.taken(
        of.id,
        items.flatMap((it) => it.canonicalUrl ?? []),
        transaction,
      )
    : new Map<string, never>();
  const known = await knownAmong(library, of.ownerId, items, transaction);
  const keep = (it: NewItem) => keepBookmark(ports, of.ownerId, it, transaction);
  const repeated = new Map<string, SourceId>();
  for (const it of items) {
    const before = it.canonicalUrl === undefined ? undefined : takenBy.get(it.canonicalUrl);
    const source = it.plan && it.state === 'waiting' ? known.get(it.plan.canonicalUrl) : undefined;
    if (before && it.state === 'waiting') {
      if (before.sourceId) bring(before.sourceId, it.brought);
      else if (before.waits)
        await work.bring(before, mergeKept(before.brought, it.brought), transaction);
      staged.push({ ...it, state: 'duplicate', twin: placeOf(before), sourceId: before.sourceId });
    } else if (source && isUnreadable(source)) {
      // The source is processed again.
      bring(source.id, it.brought);
      staged.push({ ...it, sourceId: source.id });
    } else if (source) {
      bring(source.id, it.brought);
      if (it.canonicalUrl) repeated.set(it.canonicalUrl, source.id);
      staged.push({ ...it, state: 'duplicate', twin: source.title, sourceId: source.id });
    } else if (it.state === 'failed' && !it.listing) {
      const kept = await keep(it);
      if (kept) bring(kept.id, it.brought);
      staged.push({ ...it, sourceId: kept?.id });
    } else
      staged.push(
        it.state === 'duplicate' && it.canonicalUrl
          ? { ...it, sourceId: repeated.get(it.canonicalUrl) }
          : it,
      );
  }
  await imports.addItems(of.id, staged, transaction);
  if (of.threadId && brought.size > 0)
    await ports.hold(of.threadId, [...brought.keys()], transaction);
  await keepForOwner(database, brought, transaction);
}
