/** Requests about imports, which few screens need. */
import { z } from 'zod';
import {
  Import,
  ImportItem,
  ImportPreview,
  StartedImport,
  type NewImport,
} from '#core/contract/import.ts';
import { call, query } from './api.ts';

const at = (value: string) => encodeURIComponent(value);
const ImportWithItems = Import.extend({ items: z.array(ImportItem) });

export const importApi = {
  imports: (signal?: AbortSignal) =>
    call('imports', z.object({ docs: z.array(Import), next: z.string().nullable().optional() }), {
      signal,
    }),
  importItems: (
    id: string,
    { after, state, limit }: { after?: string | undefined; state: string; limit: number },
    signal?: AbortSignal,
  ) => call(`imports/${at(id)}${query({ after, state, limit })}`, ImportWithItems, { signal }),
  /** Previews a file or a pasted text. */
  readImport: (bytes: Blob, name: string, threadId?: string) =>
    call(`imports/read${query({ name, threadId })}`, ImportPreview, { method: 'POST', bytes }),
  /** Fetches the content of a playlist, a channel or a feed. */
  listing: (url: string, signal?: AbortSignal) =>
    call('imports/listing', ImportPreview, { method: 'POST', body: { url }, signal }),
  startImport: (it: NewImport) => call('imports', StartedImport, { method: 'POST', body: it }),
  steerImport: (id: string, what: 'pause' | 'resume' | 'cancel' | 'retry') =>
    call(`imports/${at(id)}/${what}`, Import, { method: 'POST', body: {} }),
};
