import { z } from 'zod';
import { SourceId, type UserId } from '#core/contract/id.ts';
import {
  LibraryIds,
  LibraryQuery,
  BulkResult,
  BulkAction,
  TrashPage,
} from '#core/contract/library.ts';
import { boundedInteger } from '#core/contract/paging.ts';
import { Source } from '#core/contract/source.ts';
import type { SourceRow } from '#pipeline/library/index.ts';
import { route, type Route } from '../../http/route.ts';
import { presentReading } from '../threads/index.ts';
import { applyBulkAction, type BulkActionPorts } from './bulk-action.ts';

interface LibraryPorts extends BulkActionPorts {
  present(row: SourceRow): Source;
}

/** Routes of the library. They come before the routes of a single source. */
export function libraryRoutes(ports: LibraryPorts): Route[] {
  const { library, threads, present } = ports;
  const select = async (
    ownerId: UserId,
    { type, threadId, sort = 'newest', ...query }: LibraryQuery,
    page: { after?: SourceId | undefined; limit?: number } = {},
  ): Promise<SourceId[]> => {
    const within = threadId
      ? await threads.sources.of((await threads.owned(ownerId, threadId)).id)
      : undefined;
    return library.selection.ids({ ...query, ...page, ownerId, kind: type, within, sort });
  };
  return [
    route({
      method: 'get',
      path: 'sources',
      summary: 'Matching sources of the library, newest first by default',
      query: LibraryQuery.extend({
        /** only these, in this order, as a comma-separated list */
        ids: z.string().max(4000).optional(),
        /** `next` of the previous page, with the same filters and order */
        cursor: SourceId.optional(),
        limit: boundedInteger(50, 100),
      }),
      response: z.object({ docs: z.array(Source), next: z.string().nullable() }),
      async handle({ user, query: { ids, cursor, limit, ...query } }) {
        const docsOf = (some: readonly SourceId[]) => presentRows(ports, user._id, some);
        if (ids !== undefined) {
          const listed = ids.split(',').flatMap((id) => SourceId.safeParse(id).data ?? []);
          return { docs: await docsOf(listed), next: null };
        }
        const found = await select(user._id, query, { after: cursor, limit: limit + 1 });
        const page = found.slice(0, limit);
        return {
          docs: await docsOf(page),
          next: found.length > limit ? (page.at(-1) ?? null) : null,
        };
      },
    }),
    route({
      method: 'get',
      path: 'sources/ids',
      summary: 'Ids of all matching sources, in order',
      query: LibraryQuery,
      response: LibraryIds,
      handle: async ({ user, query }) => ({ ids: await select(user._id, query) }),
    }),
    route({
      method: 'get',
      path: 'sources/trash',
      summary: 'Deleted sources that can be restored for 30 days, newest first',
      query: z.object({ cursor: SourceId.optional(), limit: boundedInteger(50, 100) }),
      response: TrashPage,
      async handle({ user, query: { cursor, limit } }) {
        const rows = await library.trash.list(user._id, limit + 1, cursor);
        const docs = rows.slice(0, limit);
        return {
          docs: docs.map((row) => ({
            ...present(row),
            deletedAt: (row.deletedAt ?? row.updatedAt).toISOString(),
          })),
          next: rows.length > limit ? (docs.at(-1)?.id ?? null) : null,
        };
      },
    }),
    route({
      method: 'post',
      path: 'sources/many',
      summary: 'Runs one action on many sources and lists the ones it failed on',
      body: BulkAction,
      response: BulkResult,
      handle: ({ user, body }) => applyBulkAction(ports, user._id, body),
    }),
  ];
}

/** Sources of the library, each with where its owner was in it last. */
async function presentRows(
  { library, threads, present }: LibraryPorts,
  ownerId: UserId,
  ids: readonly SourceId[],
): Promise<Source[]> {
  const rows = await library.ofOwner(ownerId, ids);
  const opened = await threads.sources.opened(ownerId, { sourceIds: ids });
  return rows.map((row) => {
    const source = present(row);
    const last = opened.find((it) => it.sourceId === row.id);
    return last ? { ...source, reading: presentReading(source, last) } : source;
  });
}
