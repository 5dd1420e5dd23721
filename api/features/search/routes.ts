import type { z } from 'zod';
import { toFault } from '#core/contract/faults.ts';
import { SourceId, type UserId } from '#core/contract/id.ts';
import {
  SearchNames,
  SearchQuery,
  SearchResult,
  type PersonalSearchHit,
  type SearchHit,
} from '#core/contract/search.ts';
import type { Log } from '#config/log.ts';
import type { Library } from '#pipeline/library/index.ts';
import type { Retriever } from '#pipeline/search/index.ts';
import { route, type Route } from '../../http/route.ts';
import type { Threads } from '../threads/index.ts';
import type { PersonalKey } from './personal-passages.ts';
import type { PersonalIndex } from './personal-index.ts';
import { presentPersonalHits, presentSourceHits } from './present-hits.ts';

export interface SearchRoutePorts {
  retriever: Retriever;
  own: PersonalIndex;
  threads: Threads;
  library: Library;
  log: Log;
}
type Query = z.output<typeof SearchQuery>;
/** Where a person searches: in their library, or in a thread that they may read. */
interface Scope {
  /** of the sources: of a shared thread, its owner */
  ownerId: UserId;
  thread: Awaited<ReturnType<Threads['visible']>> | undefined;
  /** sources that the query names */
  named: SourceId[] | undefined;
}

const OWN_KINDS: Record<string, PersonalKey['kind']> = {
  clips: 'clip',
  notes: 'note',
  answers: 'answer',
  posts: 'post',
};
const BEHIND =
  'Some of your newest notes, answers and posts are not searched yet. Search again in a moment.';
const OWN_FAILED = 'Your notes, clips, answers and posts could not be searched just now.';

/** Search, and what it can be narrowed by. */
export const searchRoutes = (ports: SearchRoutePorts): Route[] => [
  route({
    method: 'get',
    path: 'search',
    summary:
      'Passages of sources, and one’s own notes, clips and answers, that hold the words, best first, each with its place',
    query: SearchQuery,
    response: SearchResult,
    async handle({ user, signal, query }) {
      const startedAt = performance.now();
      const scope = await scopeOf(ports, user._id, query);
      const [sources, personal] = await Promise.all([
        searchSources(ports, scope, query, signal),
        searchPersonal(ports, scope, query),
      ]);
      const reduced = [sources.reduced, personal.reduced].filter(Boolean).join(' ');
      return {
        hits: sources.hits,
        own: personal.own,
        ...(reduced ? { reduced } : {}),
        took_ms: Math.round((performance.now() - startedAt) * 10) / 10,
      };
    },
  }),
  route({
    method: 'get',
    path: 'search/names',
    summary: 'Tags and channels that a search can be narrowed by',
    response: SearchNames,
    handle: ({ user }) => ports.library.selection.names(user._id),
  }),
];

async function scopeOf(
  { threads }: SearchRoutePorts,
  userId: UserId,
  { threadId, sources }: Query,
): Promise<Scope> {
  const thread = threadId ? await threads.visible(userId, threadId) : undefined;
  return {
    ownerId: thread?.ownerId ?? userId,
    thread,
    named: sources?.split(',').flatMap((id) => SourceId.safeParse(id.trim()).data ?? []),
  };
}

async function searchSources(
  { retriever, library, threads }: SearchRoutePorts,
  { ownerId, thread, named }: Scope,
  { q, in: kinds, type, tag, channel, from, to, limit, typing }: Query,
  signal: AbortSignal,
): Promise<{ hits: SearchHit[]; reduced?: string | undefined }> {
  if (!kinds.has('sources')) return { hits: [] };
  const marked =
    tag || channel || from || to
      ? await library.selection.ids({ ownerId, tag, channel, from, to })
      : undefined;
  const sourceIds = thread ? await threads.sources.of(thread.id) : undefined;
  const within = intersection([named, marked, sourceIds]);
  const { hits, reduced } = await retriever.search(
    {
      text: q,
      ownerId,
      limit,
      match: 'all',
      ...(within ? { sourceIds: within } : {}),
      ...(type ? { sourceType: type } : {}),
    },
    { signal, dense: !typing },
  );
  return { hits: await presentSourceHits(threads, hits, thread?.url), reduced };
}

async function searchPersonal(
  { own, library, log }: SearchRoutePorts,
  { ownerId, thread, named }: Scope,
  { q, in: wanted, type, tag, channel, from, to, limit }: Query,
): Promise<{ own: PersonalSearchHit[]; reduced?: string }> {
  const kinds = new Set(
    Object.entries(OWN_KINDS).flatMap(([name, kind]) => (wanted.has(name) ? [kind] : [])),
  );
  if (kinds.size === 0) return { own: [] };
  // Dates apply to the person's own text, not to the source that it cites.
  const sourceIds =
    named || tag || channel || type
      ? new Set(
          intersection([named, await library.selection.ids({ ownerId, kind: type, tag, channel })]),
        )
      : undefined;
  try {
    const { found, behind } = await own.search({
      text: q,
      ownerId,
      kinds,
      threadId: thread?.id,
      sourceIds,
      from,
      to,
      limit,
    });
    return {
      own: await presentPersonalHits(library, found, ownerId),
      ...(behind ? { reduced: BEHIND } : {}),
    };
  } catch (error) {
    if (toFault(error).code !== 'unavailable') throw error;
    log.warn({ err: error }, "one's own texts could not be searched");
    return { own: [], reduced: OWN_FAILED };
  }
}

/** Of the lists that there are; none of none. */
function intersection(lists: readonly (readonly SourceId[] | undefined)[]): SourceId[] | undefined {
  const [first, ...rest] = lists.flatMap((list) => (list ? [list] : []));
  if (!first) return undefined;
  const sets = rest.map((list) => new Set(list));
  return first.filter((id) => sets.every((set) => set.has(id)));
}
