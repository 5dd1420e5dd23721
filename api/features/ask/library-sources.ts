/** Chooses the sources for a library question: those of its scope that are closest to it. */
import type { LibraryScope } from '#core/contract/ask.ts';
import { Fault } from '#core/contract/faults.ts';
import type { SourceId, UserId } from '#core/contract/id.ts';
import type { Library, SourceRow } from '#pipeline/library/index.ts';
import type { Retriever } from '#pipeline/search/index.ts';
import type { ThreadWithRole, Threads } from '../threads/index.ts';
import type { AskedLibrary } from './answer-request.ts';
import { isReadable } from './asked-sources.ts';

/** Finds sources as the person's search does. */
export type SourcesFound = (
  userId: UserId,
  query: string,
  signal: AbortSignal,
) => Promise<SourceId[]>;
export interface LibrarySources {
  /**
   * Returns the closest sources, best first, or the newest if no passage is near. Faults: `absent`
   * for a thread that the person may not see, `no_source_selected`, `not_ready`.
   */
  closest(
    viewer: UserId,
    question: string,
    scope: LibraryScope,
    signal: AbortSignal,
  ): Promise<{ library: AskedLibrary; sources: SourceRow[] }>;
}
interface Ports {
  threads: Threads;
  library: Library;
  retriever: Retriever;
  sourcesFound: SourcesFound;
}
/** Sources of one owner; without `ids`, all of their library. */
interface OwnedSources {
  ownerId: UserId;
  ids: ReadonlySet<SourceId> | undefined;
}
type OpenedThread = ThreadWithRole & { sourceIds: readonly SourceId[] };

/** An answer cites a handful of passages, and these are enough for the engine to choose from. */
const MAX_PASSAGES = 100;
const MAX_SOURCES = 48;
/** Sources that are shown instead if no passage is near the question. */
const MAX_NEWEST = 12;

export const createLibrarySources = (ports: Ports): LibrarySources => ({
  async closest(viewer, question, scope, signal) {
    const opened = await openThreads(ports, viewer, scope);
    const owned = await ownedSources(ports, viewer, scope, opened, signal);
    const found = await closestOf(ports, owned, question, signal);
    const rows = found.length > 0 ? found : await newestOf(ports, owned);
    if (rows.length === 0)
      throw new Fault('no_source_selected', {
        message: 'No sources to ask. Choose other tags, another search or other threads.',
      });
    const sources = rows.filter(isReadable);
    if (sources.length === 0) throw new Fault('not_ready');
    const threadUrls = await threadUrlsOf(ports, viewer, opened, sources);
    return { library: { id: null, ownerId: viewer, scope, threadUrls }, sources };
  },
});

async function openThreads(
  { threads }: Ports,
  viewer: UserId,
  scope: LibraryScope,
): Promise<OpenedThread[]> {
  const opened = await Promise.all(
    [...new Set(scope.threads)].map((id) => threads.visible(viewer, id)),
  );
  const held = await threads.sources.byThread(opened.map((it) => it.id));
  return opened.map((it) => ({ ...it, sourceIds: held.get(it.id) ?? [] }));
}

async function ownedSources(
  { library, sourcesFound }: Ports,
  viewer: UserId,
  { all, tags = [], search = '' }: LibraryScope,
  opened: readonly OpenedThread[],
  signal: AbortSignal,
): Promise<OwnedSources[]> {
  const own = await Promise.all([
    ...tags.map((tag) => library.selection.ids({ ownerId: viewer, tag })),
    ...(search === '' ? [] : [sourcesFound(viewer, search, signal)]),
  ]);
  const idsByOwner = Map.groupBy(
    [
      ...own.map((ids) => ({ ownerId: viewer, ids })),
      ...opened.map(({ ownerId, sourceIds }) => ({ ownerId, ids: sourceIds })),
    ],
    (it) => it.ownerId,
  );
  const owned = [...idsByOwner].map(([ownerId, parts]) => ({
    ownerId,
    ids: new Set(parts.flatMap((it) => it.ids)),
  }));
  if (!all) return owned.filter((it) => it.ids.size > 0);
  return [{ ownerId: viewer, ids: undefined }, ...owned.filter((it) => it.ownerId !== viewer)];
}

async function closestOf(
  { retriever, library }: Ports,
  owned: readonly OwnedSources[],
  question: string,
  signal: AbortSignal,
): Promise<SourceRow[]> {
  const lists = await Promise.all(
    owned.map(async ({ ownerId, ids }) => {
      const { hits } = await retriever.search(
        {
          text: question,
          ownerId,
          limit: MAX_PASSAGES,
          match: 'any',
          ...(ids ? { sourceIds: [...ids] } : {}),
        },
        { signal },
      );
      const scores = new Map<SourceId, number>();
      for (const { sourceId, score } of hits)
        scores.set(sourceId, Math.max(score, scores.get(sourceId) ?? 0));
      const rows = await library.ofOwner(ownerId, [...scores.keys()].slice(0, MAX_SOURCES));
      return rows.map((row) => ({ row, score: scores.get(row.id) ?? 0 }));
    }),
  );
  return lists
    .flat()
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_SOURCES)
    .map((it) => it.row);
}

async function newestOf({ library }: Ports, owned: readonly OwnedSources[]): Promise<SourceRow[]> {
  const lists = await Promise.all(
    owned.map(async ({ ownerId, ids }) =>
      library.ofOwner(
        ownerId,
        await library.selection.ids({
          ownerId,
          sort: 'newest',
          limit: MAX_NEWEST,
          ...(ids ? { within: [...ids] } : {}),
        }),
      ),
    ),
  );
  return lists.flat();
}

/**
 * Returns a thread in which each source can be opened: one of the scope, or one of the person's
 * own.
 */
async function threadUrlsOf(
  { threads }: Ports,
  viewer: UserId,
  opened: readonly OpenedThread[],
  sources: readonly SourceRow[],
): Promise<Map<SourceId, string>> {
  const own = sources.flatMap((it) => (it.ownerId === viewer ? [it.id] : []));
  const holding = await threads.sources.threadBySource(own);
  const urls = await threads.urls([...new Set(holding.values())]);
  return new Map([
    ...[...holding].flatMap(([id, thread]) => {
      const url = urls.get(thread);
      return url === undefined ? [] : [[id, url] as const];
    }),
    ...opened.flatMap(({ url, sourceIds }) => sourceIds.map((id) => [id, url] as const)),
  ]);
}
