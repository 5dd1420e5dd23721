import { LibraryIds, LibraryQuery, ManyDone, ManySources } from '#core/contract/library.ts';
import { route, type Route } from '../../http/route.ts';
import { withMany, type ManyPorts } from './many.ts';

/** Routes of the library. They come before the routes of a single source. */
export function libraryRoutes(ports: ManyPorts): Route[] {
  const { library, threads } = ports;
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
      method: 'post',
      path: 'sources/many',
      summary: 'Does one thing with many sources, and says with which it could not be done',
      body: ManySources,
      response: ManyDone,
      handle: ({ user, body }) => withMany(ports, user._id, body),
    }),
  ];
}
