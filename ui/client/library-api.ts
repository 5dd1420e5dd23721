/** Calls on the library as a whole. */
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

/** As `GET sources/ids` takes it; what is empty narrows nothing. */
export interface LibraryFilter {
  query?: string;
  type?: string;
  status?: string;
  state?: string;
  folder?: string;
  flag?: string;
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
  /** Those that are still there, in the order of `ids`: a hundred at most. */
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
