/** A server with a library, for tests of its screens. */
import { BulkAction, type BulkResult } from '#core/contract/library.ts';
import type { Source } from '#core/contract/source.ts';
import { serveApi, type ApiStandIn, type Script } from '#ui/testing/api-stand-in.ts';
import { threadCard, threadPage } from '#ui/testing/examples.ts';

export interface LibraryServer extends ApiStandIn {
  /** by id; tests may change them */
  sources: Map<string, Source>;
}

/** `query` searches the titles; all bulk actions succeed. */
export function serveLibrary(given: readonly Source[], more: Script = {}): LibraryServer {
  const sources = new Map<string, Source>(given.map((it) => [it._id, it]));
  const trash = new Map<string, Source>();
  const stand = serveApi({
    'GET threads': () => threadPage(threadCard(801, { title: 'Memory' }), threadCard(802)),
    'GET search/names': () => ({
      tags: ['chemistry', 'physics'],
      folders: ['Learning/2026'],
      channels: ['example.org'],
    }),
    'GET imports': () => ({ docs: [] }),
    'GET sources/ids': ({ query }) => ({
      ids: [...sources.values()]
        .filter((it) => it.title.toLowerCase().includes((query['query'] ?? '').toLowerCase()))
        .map((it) => it._id),
    }),
    'GET sources': ({ query }) => ({
      docs: (query['ids'] ?? '').split(',').flatMap((it) => sources.get(it) ?? []),
    }),
    'GET sources/trash': () => ({
      docs: [...trash.values()].map((it) => ({ ...it, deletedAt: '2026-01-31T10:00:00.000Z' })),
      next: null,
    }),
    'POST sources/many': ({ body }): BulkResult => {
      const action = BulkAction.parse(body);
      const { ids, what } = action;
      for (const it of ids) {
        const source = sources.get(it) ?? trash.get(it);
        if (what === 'trash' || what === 'delete') sources.delete(it);
        if (what === 'restore' || what === 'delete') trash.delete(it);
        if (what === 'trash' && source) trash.set(it, source);
        if (what === 'restore' && source) sources.set(it, source);
        if (action.what === 'flag' && source)
          sources.set(it, {
            ...source,
            flags: [
              ...(source.flags ?? []).filter(
                (flag) => ![...action.add, ...action.remove].includes(flag),
              ),
              ...action.add,
            ],
          });
      }
      return { done: ids, left: [] };
    },
    ...more,
  });
  return { ...stand, sources };
}
