import { z } from 'zod';
import { SourceId } from '#core/contract/id.ts';
import {
  LibraryIds,
  LibraryQuery,
  BulkResult,
  BulkAction,
  TrashPage,
} from '#core/contract/library.ts';
import { boundedInteger } from '#core/contract/paging.ts';
import type { Source } from '#core/contract/source.ts';
import type { SourceRow } from '#pipeline/library/index.ts';
import { route, type Route } from '../../http/route.ts';
import { withMany, type ManyPorts } from './many.ts';

/** Routes of the library. They come before the routes of a single source. */
export function libraryRoutes(ports: ManyPorts & { present(row: SourceRow): Source }): Route[] {
  const { library, threads, present } = ports;
  return [
    route({
      method: 'get',
      path: 'sources/ids',
      summary: 'The ids of all sources that match, in their order',
      query: LibraryQuery,
      response: LibraryIds,
      async handle({ user, query: { type, status, threadId, sort = 'newest', ...query } }) {
        const within = threadId
          ? await threads.sources.of((await threads.owned(user._id, threadId)).id)
          : undefined;
        return {
          ids: await library.selection.ids({
            ...query,
            ownerId: user._id,
            kind: type,
            state: status,
            within,
            sort,
          }),
        };
      },
    }),
    route({
      method: 'get',
      path: 'sources/trash',
      summary: 'Deleted sources that can be restored for 30 days, the last deleted first',
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
      summary: 'Does one thing with many sources, and says with which it could not be done',
      body: BulkAction,
      response: BulkResult,
      handle: ({ user, body }) => withMany(ports, user._id, body),
    }),
  ];
}
