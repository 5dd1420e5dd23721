import type { z } from 'zod';
import { toFault } from '#core/contract/faults.ts';
import type { SourceId } from '#core/contract/id.ts';
import {
  SearchNames,
  SearchQuery,
  SearchResult,
  type PersonalSearchHit,
  type SearchHit,
  type SourceMatch,
} from '#core/contract/search.ts';
import type { InValue } from '#core/text/search-query.ts';
import type { Log } from '#config/log.ts';
import type { Retriever } from '#pipeline/search/index.ts';
import { route, type Route } from '../../http/route.ts';
import { matchedFields } from './own-data-passages.ts';
import type { PersonalKey } from './personal-passages.ts';
import type { PersonalIndex } from './personal-index.ts';
import {
  presentPersonalHits,
  presentSourceHits,
  presentSourceMatches,
  type FoundSource,
} from './present-hits.ts';
import { scopeOf, type ScopePorts, type SearchScope } from './search-scope.ts';

export interface SearchRoutePorts extends ScopePorts {
  retriever: Retriever;
  own: PersonalIndex;
  log: Log;
}
type Query = z.output<typeof SearchQuery>;
/** `reduced`: what the search left out, as a sentence. */
interface Part<T> {
  found: T[];
  reduced?: string;
}

const OWN_KINDS: Partial<Record<InValue, PersonalKey['kind']>> = {
  clips: 'clip',
  notes: 'note',
  answers: 'answer',
  posts: 'post',
};
/** Fields shown of a source: one may have many highlights. */
const MOST_FIELDS = 4;
const BEHIND =
  'Some of your newest notes, answers and posts are not searched yet. Search again in a moment.';
const OWN_FAILED = 'Your notes, clips, answers and posts could not be searched just now.';

/** Search, and the values that narrow it. */
export const searchRoutes = (ports: SearchRoutePorts): Route[] => [
  route({
    method: 'get',
    path: 'search',
    summary:
      'Searches passages, your notes, clips and answers, and the titles, notes and tags of sources; with operators only, lists the matching sources',
    query: SearchQuery,
    response: SearchResult,
    async handle({ user, signal, query }) {
      const startedAt = performance.now();
      const scope = await scopeOf(ports, user._id, query);
      const found =
        scope.words === ''
          ? { ...(await listSources(ports, scope, query)), hits: [], own: [] }
          : await searchWords(ports, scope, query, signal);
      return {
        ...found,
        problems: scope.problems,
        took_ms: Math.round((performance.now() - startedAt) * 10) / 10,
      };
    },
  }),
  route({
    method: 'get',
    path: 'search/names',
    summary: 'Tags, folders and channels to filter by',
    response: SearchNames,
    handle: ({ user }) => ports.library.selection.names(user._id),
  }),
];

/** A query with only operators lists the matching sources. */
async function listSources(
  ports: SearchRoutePorts,
  scope: SearchScope,
  { limit }: Query,
): Promise<{ sources: SourceMatch[]; sources_total: number }> {
  const ids = scope.kinds.has('sources') ? (scope.sourceIds ?? []) : [];
  const found = ids.slice(0, limit).map((id): FoundSource => ({ id, matched: [] }));
  return {
    sources: await presentSourceMatches(ports, found, scope),
    sources_total: ids.length,
  };
}

async function searchWords(
  ports: SearchRoutePorts,
  scope: SearchScope,
  query: Query,
  signal: AbortSignal,
) {
  const [passages, personal, sources] = await Promise.all([
    searchPassages(ports, scope, query, signal),
    orReduced(ports, () => searchPersonal(ports, scope, query)),
    orReduced(ports, () => searchOwnData(ports, scope, query)),
  ]);
  const reduced = [
    ...new Set([passages.reduced, personal.reduced, sources.reduced].filter(Boolean)),
  ].join(' ');
  return {
    sources: sources.found,
    hits: passages.hits,
    own: personal.found,
    ...(reduced ? { reduced } : {}),
  };
}

async function searchPassages(
  { retriever, threads }: SearchRoutePorts,
  { words, ownerId, thread, kinds, sourceIds }: SearchScope,
  { limit, typing, type }: Query,
  signal: AbortSignal,
): Promise<{ hits: SearchHit[]; reduced?: string | undefined }> {
  if (!kinds.has('sources')) return { hits: [] };
  const { hits, reduced } = await retriever.search(
    {
      text: words,
      ownerId,
      limit,
      match: 'all',
      ...(sourceIds ? { sourceIds } : {}),
      ...(type ? { sourceType: type } : {}),
    },
    { signal, dense: !typing },
  );
  return { hits: await presentSourceHits(threads, hits, thread?.url), reduced };
}

async function searchPersonal(
  { own, library }: SearchRoutePorts,
  { words, ownerId, thread, kinds: wanted, saved, aboutIds, isNegative }: SearchScope,
  { limit }: Query,
): Promise<Part<PersonalSearchHit>> {
  const kinds = new Set([...wanted].flatMap((it) => OWN_KINDS[it] ?? []));
  if (kinds.size === 0) return { found: [] };
  const { found, behind } = await own.search({
    text: words,
    ownerId,
    kinds,
    threadId: thread?.id,
    // Dates apply to the person's own text, not to the source that it cites.
    sourceIds: aboutIds && new Set(aboutIds),
    withoutSource: isNegative,
    ...saved,
    limit,
  });
  return {
    found: await presentPersonalHits(library, found, ownerId),
    ...(behind ? { reduced: BEHIND } : {}),
  };
}

/** Only owners find sources by what they added to them. */
async function searchOwnData(
  ports: SearchRoutePorts,
  scope: SearchScope,
  { limit }: Query,
): Promise<Part<SourceMatch>> {
  const { words, ownerId, isOwner, kinds, sourceIds } = scope;
  if (!isOwner || !(kinds.has('sources') || kinds.has('notes'))) return { found: [] };
  const { found, behind } = await ports.own.searchOwnData({
    text: words,
    ownerId,
    sourceIds: sourceIds && new Set(sourceIds),
  });
  const bySource = new Map<SourceId, FoundSource>();
  for (const { sourceId: id, chunkId, text, highlights } of found) {
    const matched = matchedFields(chunkId, text, highlights).filter(
      ({ field }) => kinds.has('sources') || field === 'note',
    );
    if (matched.length === 0) continue;
    const source = bySource.get(id) ?? { id, matched: [] };
    bySource.set(id, { id, matched: [...source.matched, ...matched].slice(0, MOST_FIELDS) });
  }
  const first = [...bySource.values()].slice(0, limit);
  return {
    found: await presentSourceMatches(ports, first, scope),
    ...(behind ? { reduced: BEHIND } : {}),
  };
}

/** Searches the rest while the personal index is unavailable. */
async function orReduced<T>(
  { log }: SearchRoutePorts,
  search: () => Promise<Part<T>>,
): Promise<Part<T>> {
  try {
    return await search();
  } catch (error) {
    if (toFault(error).code !== 'unavailable') throw error;
    log.warn({ err: error }, "one's own texts could not be searched");
    return { found: [], reduced: OWN_FAILED };
  }
}
