/** Requests about the library. */
import { z } from 'zod';
import {
  LibraryIds,
  BulkResult,
  SourceUses,
  TrashPage,
  type BulkAction,
  type OwnFieldsPatch,
} from '#core/contract/library.ts';
import { Source } from '#core/contract/source.ts';
import { call, query } from './api.ts';

/** Parameters of `GET sources/ids`; empty ones are omitted. */
export interface LibraryFilter {
  query?: string;
  type?: string;
  status?: string;
  state?: string;
  folder?: string;
  flag?: string;
  view?: string;
  threadId?: string;
  tag?: string;
  channel?: string;
  from?: string;
  to?: string;
  sort?: string;
}

const Rows = z.object({ docs: z.array(Source) });

export const libraryApi = {
  ids: async (filter: LibraryFilter, signal?: AbortSignal) =>
    (await call(`sources/ids${query({ ...filter })}`, LibraryIds, { signal })).ids,
  /** The existing sources, in the order of `ids`: at most a hundred. */
  rows: async (ids: readonly string[], signal?: AbortSignal) =>
    (await call(`sources?ids=${ids.join()}`, Rows, { signal })).docs,
  trash: (cursor: string | undefined, signal?: AbortSignal) =>
    call(`sources/trash${query({ cursor })}`, TrashPage, { signal }),
  many: (body: BulkAction, signal?: AbortSignal) =>
    call('sources/many', BulkResult, { method: 'POST', body, signal }),
  describe: (id: string, body: OwnFieldsPatch) =>
    call(`sources/${encodeURIComponent(id)}`, Source, { method: 'PATCH', body }),
  uses: (id: string, signal?: AbortSignal) =>
    call(`sources/${encodeURIComponent(id)}/uses`, SourceUses, { signal }),
};
