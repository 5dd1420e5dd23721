import { z } from 'zod';
import { SourceId, type UserId } from '#core/contract/id.ts';
import { SourceUses } from '#core/contract/library.ts';
import { Source } from '#core/contract/source.ts';
import {
  StartedRefresh,
  RefreshMany,
  RefreshReport,
  ReviewDecision,
  Schedule,
  SourceDiff,
  SourceVersion,
} from '#core/contract/version.ts';
import type { SourceRow } from '#pipeline/library/index.ts';
import type { AnchorPort } from '#pipeline/refresh/index.ts';
import { route, type Route } from '../../http/route.ts';
import type { Sources } from '../sources/index.ts';
import type { Threads } from '../threads/index.ts';
import type { Refreshes } from './refreshes.ts';

export interface RefreshRoutePorts {
  refreshes: Refreshes;
  sources: Pick<Sources, 'owned'>;
  threads: Pick<Threads, 'sources' | 'urls'>;
  anchors: Pick<AnchorPort, 'list'>;
  present(row: SourceRow): Source;
}

const MOST_PLACES = 500;
const OneSource = z.object({ id: SourceId });
const number = z.coerce.number().int().min(1).optional();

/** Refreshing sources, their versions, and anchors in their text. */
export function refreshRoutes(ports: RefreshRoutePorts): Route[] {
  return [...beginRefreshRoutes(ports), ...versionRoutes(ports), usesRoute(ports)];
}

/** Refreshes on request or by schedule, and decisions about held versions. */
function beginRefreshRoutes({ refreshes, sources, present }: RefreshRoutePorts): Route[] {
  const presentAgain = async (ownerId: UserId, id: SourceId) =>
    present(await sources.owned(ownerId, id));
  return [
    route({
      method: 'post',
      path: 'sources/refresh',
      summary: 'Refreshes all due sources, or all sources with an address',
      body: RefreshMany,
      response: StartedRefresh,
      async handle({ user, body }) {
        return refreshes.beginMany(user._id, body.which);
      },
    }),
    route({
      method: 'post',
      path: 'sources/:id/refresh',
      summary: 'Refreshes a source; the current version stays until the new one is processed',
      params: OneSource,
      response: Source,
      async handle({ user, params }) {
        await refreshes.begin(await sources.owned(user._id, params.id));
        return presentAgain(user._id, params.id);
      },
    }),
    route({
      method: 'post',
      path: 'sources/:id/held',
      summary: 'Uses or discards a new version held for review',
      params: OneSource,
      body: ReviewDecision,
      response: Source,
      async handle({ user, params, body }) {
        await refreshes.decide(await sources.owned(user._id, params.id), body);
        return presentAgain(user._id, params.id);
      },
    }),
    route({
      method: 'put',
      path: 'sources/:id/schedule',
      summary: 'Sets how often a source is refreshed',
      params: OneSource,
      body: Schedule,
      response: Source,
      async handle({ user, params, body }) {
        await refreshes.schedule(await sources.owned(user._id, params.id), body.every);
        return presentAgain(user._id, params.id);
      },
    }),
  ];
}

function versionRoutes({ refreshes, sources, present }: RefreshRoutePorts): Route[] {
  return [
    route({
      method: 'get',
      path: 'sources/:id/versions',
      summary: 'Versions of a source, newest first',
      params: OneSource,
      response: z.object({ versions: z.array(SourceVersion) }),
      async handle({ user, params }) {
        const source = await sources.owned(user._id, params.id);
        return {
          versions: await refreshes.versions(source, ({ version, title, documentKey }) => {
            const { documentKey: _, ...facts } = source.facts;
            const { fileUrl, readModFileUrl } = present({
              ...source,
              version,
              title,
              facts: { ...facts, ...(documentKey === null ? {} : { documentKey }) },
            });
            return {
              ...(fileUrl === undefined ? {} : { fileUrl }),
              ...(readModFileUrl === undefined ? {} : { readModFileUrl }),
            };
          }),
        };
      },
    }),
    route({
      method: 'get',
      path: 'sources/:id/diff',
      summary:
        'Changes between two versions, by default the last two, including one held for review',
      params: OneSource,
      query: z.object({ from: number, to: number }),
      response: SourceDiff,
      async handle({ user, params, query }) {
        return refreshes.diff(await sources.owned(user._id, params.id), query);
      },
    }),
    route({
      method: 'get',
      path: 'sources/:id/report',
      summary: 'What a version changed for the notes, answers and highlights that cite the source',
      params: OneSource,
      query: z.object({ version: number }),
      response: RefreshReport,
      async handle({ user, params, query }) {
        return refreshes.report(await sources.owned(user._id, params.id), query.version);
      },
    }),
  ];
}

const usesRoute = ({ sources, threads, anchors }: RefreshRoutePorts): Route =>
  route({
    method: 'get',
    path: 'sources/:id/uses',
    summary: 'Threads with the source, and clips, citations and highlights that use its text',
    params: OneSource,
    response: SourceUses,
    async handle({ user, params }) {
      const source = await sources.owned(user._id, params.id);
      const holding = await threads.sources.threadsWith([source.id]);
      const urls = await threads.urls(holding.map(({ id }) => id));
      const places = await anchors.list(source);
      return {
        threads: holding.map(({ id, title }) => ({ _id: id, url: urls.get(id) ?? id, title })),
        total: places.length,
        places: places.slice(0, MOST_PLACES).map(({ what, locator, threadId, nodeId }) => ({
          what,
          quote: locator.quote,
          place: locator,
          ...(threadId ? { threadId } : {}),
          ...(nodeId ? { nodeId } : {}),
        })),
      };
    },
  });
