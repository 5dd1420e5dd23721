import { toFault } from '#core/contract/faults.ts';
import { SourceId, type ThreadId } from '#core/contract/id.ts';
import { toWire } from '#core/contract/locator.ts';
import {
  SearchNames,
  SearchQuery,
  SearchResult,
  type OwnHit,
  type SearchHit,
} from '#core/contract/search.ts';
import type { Log } from '#config/log.ts';
import type { Library } from '#pipeline/library/index.ts';
import { placeOfHighlights, type IndexHit, type Retriever } from '#pipeline/search/index.ts';
import { route, type Route } from '../../http/route.ts';
import { postPath } from '../posts/index.ts';
import type { Threads } from '../threads/index.ts';
import type { PersonalKey } from './personal-passages.ts';
import type { PersonalHit } from './personal-hits.ts';
import type { PersonalIndex } from './personal-index.ts';

export interface SearchRoutePorts {
  retriever: Retriever;
  own: PersonalIndex;
  threads: Threads;
  library: Library;
  log: Log;
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

export const searchRoutes = ({
  retriever,
  own,
  threads,
  library,
  log,
}: SearchRoutePorts): Route[] => {
  async function presentHits(
    hits: readonly IndexHit[],
    threadUrl: string | undefined,
  ): Promise<SearchHit[]> {
    const holding =
      threadUrl === undefined
        ? await threads.sources.threadBySource([...new Set(hits.map((hit) => hit.sourceId))])
        : new Map<SourceId, ThreadId>();
    const urls = await threads.urls([...new Set(holding.values())]);
    return hits.map((hit) => {
      const place = placeOfHighlights(hit);
      const holder = holding.get(hit.sourceId);
      const url = threadUrl ?? (holder && urls.get(holder));
      return {
        source_id: hit.sourceId,
        title: hit.title,
        sourceType: hit.sourceType,
        text: hit.text,
        highlights: hit.highlights,
        score: hit.score,
        locator: toWire(place),
        place,
        ...(url === undefined ? {} : { thread_url: url }),
      };
    });
  }

  async function presentOwn(
    found: readonly PersonalHit[],
    ownerId: Parameters<Library['ofOwner']>[0],
  ): Promise<OwnHit[]> {
    const clipped = new Map(
      (
        await library.ofOwner(
          ownerId,
          found.flatMap(({ key }) => (key.kind === 'clip' ? key.sources : [])),
        )
      ).map((it) => [it.id, it.title]),
    );
    return found.map(({ key, thread, post, hit }): OwnHit => {
      const [source] = key.kind === 'clip' ? key.sources : [];
      const title = source && clipped.get(source);
      return {
        kind: key.kind,
        _id: key.id,
        thread_id: thread.id,
        thread_url: thread.url,
        title: post?.title ?? thread.title,
        ...(post?.isPublished ? { post_url: postPath(post.slug) } : {}),
        text: hit.text,
        highlights: hit.highlights,
        score: hit.score,
        // A clip outlives its source.
        ...(source && title !== undefined
          ? { source_id: source, place: hit.locator, source_title: title }
          : {}),
      };
    });
  }

  return [
    route({
      method: 'get',
      path: 'search',
      summary:
        'Passages of sources, and one’s own notes, clips and answers, that hold the words, best first, each with its place',
      query: SearchQuery,
      response: SearchResult,
      async handle({
        user,
        signal,
        query: { q, threadId, type, tag, channel, from, to, limit, ...query },
      }) {
        const startedAt = performance.now();
        const thread = threadId ? await threads.visible(user._id, threadId) : undefined;
        const ownerId = thread?.ownerId ?? user._id;
        const named = query.sources
          ?.split(',')
          .flatMap((id) => SourceId.safeParse(id.trim()).data ?? []);
        const marked =
          tag || channel || from || to
            ? await library.selection.ids({ ownerId, tag, channel, from, to })
            : undefined;
        const held = thread ? await threads.sources.of(thread.id) : undefined;
        const within = intersection([named, marked, held]);
        const kinds = new Set(
          Object.entries(OWN_KINDS).flatMap(([name, kind]) => (query.in.has(name) ? [kind] : [])),
        );

        const searchSources = async () => {
          if (!query.in.has('sources')) return { hits: [] };
          const { hits, reduced } = await retriever.search(
            {
              text: q,
              ownerId,
              limit,
              match: 'all',
              ...(within ? { sourceIds: within } : {}),
              ...(type ? { sourceType: type } : {}),
            },
            { signal, dense: !query.typing },
          );
          return { hits: await presentHits(hits, thread?.url), reduced };
        };
        const searchOwn = async (): Promise<{ own: OwnHit[]; reduced?: string }> => {
          if (kinds.size === 0) return { own: [] };
          // Dates apply to the person's own text, not to the source that it cites.
          const sourceIds =
            named || tag || channel || type
              ? new Set(
                  intersection([
                    named,
                    await library.selection.ids({ ownerId, kind: type, tag, channel }),
                  ]),
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
              own: await presentOwn(found, ownerId),
              ...(behind ? { reduced: BEHIND } : {}),
            };
          } catch (error) {
            if (toFault(error).code !== 'unavailable') throw error;
            log.warn({ err: error }, "one's own texts could not be searched");
            return { own: [], reduced: OWN_FAILED };
          }
        };
        const [sources, ownTexts] = await Promise.all([searchSources(), searchOwn()]);
        const reduced = [sources.reduced, ownTexts.reduced].filter(Boolean).join(' ');
        return {
          hits: sources.hits,
          own: ownTexts.own,
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
      handle: ({ user }) => library.selection.names(user._id),
    }),
  ];
};

/** Of the lists that there are; none of none. */
function intersection(lists: readonly (readonly SourceId[] | undefined)[]): SourceId[] | undefined {
  const [first, ...rest] = lists.flatMap((list) => (list ? [list] : []));
  if (!first) return undefined;
  const sets = rest.map((list) => new Set(list));
  return first.filter((id) => sets.every((set) => set.has(id)));
}
