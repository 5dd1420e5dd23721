import { SourceId } from '#core/contract/id.ts';
import { toWire } from '#core/contract/locator.ts';
import { SearchQuery, SearchResult } from '#core/contract/search.ts';
import { placeOfHighlights, type SearchIndex } from '#pipeline/search/index.ts';
import { route, type Route } from '../../http/route.ts';
import type { Threads } from '../threads/index.ts';

export interface SearchRoutePorts { index: SearchIndex; threads: Threads }

export const searchRoutes = ({ index, threads }: SearchRoutePorts): Route[] => [
  route({
    method: 'get', path: 'search', summary: 'Passages that hold the words, best first, each with its place', query: SearchQuery, response: SearchResult,
    async handle({ user, query }) {
      const startedAt = performance.now();
      const thread = query.threadId ? await threads.visible(user._id, query.threadId) : undefined;
      const named = query.sources?.split(',').flatMap((id) => SourceId.safeParse(id.trim()).data ?? []);
      const held = thread ? await threads.sourcesOf(thread.id) : undefined;
      const within = held && named ? held.filter((id) => named.includes(id)) : held ?? named;
      const hits = await index.search({
        text: query.q, ownerId: thread?.ownerId ?? user._id, limit: query.limit, match: 'all',
        ...(within ? { sourceIds: within } : {}), ...(query.type ? { sourceType: query.type } : {}),
      });
      const holding = await threads.holding([...new Set(hits.map((hit) => hit.sourceId))]);
      const urls = await threads.urls([...new Set(holding.values())]);
      return {
        hits: hits.map((hit) => {
          const place = placeOfHighlights(hit);
          const holder = holding.get(hit.sourceId);
          const threadUrl = thread?.url ?? (holder && urls.get(holder));
          return {
            source_id: hit.sourceId, title: hit.title, sourceType: hit.sourceType, text: hit.text, highlights: hit.highlights, score: hit.score,
            locator: toWire(place), place, ...(threadUrl === undefined ? {} : { thread_url: threadUrl }),
          };
        }),
        own: [],
        took_ms: Math.round((performance.now() - startedAt) * 10) / 10,
      };
    },
  }),
];
