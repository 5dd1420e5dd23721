import { Readable } from 'node:stream';
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import { ImportId, ThreadId, type UserId } from '#core/contract/id.ts';
import {
  Import,
  ImportFormat,
  ImportItem,
  ImportItemState,
  ImportPreview,
  NewImport,
  OpenListingBody,
  StartedImport,
} from '#core/contract/import.ts';
import type { ImportReading, ImportLive, ListingLimits } from '#core/contract/import.ts';
import { wholeNumber } from '#core/contract/paging.ts';
import type { Log } from '#config/log.ts';
import type { ImportRow, Imports, Library, Upload } from '#pipeline/library/index.ts';
import { route, type Route } from '../../http/route.ts';
import type { Threads } from '../threads/index.ts';
import { importEvents } from './import-events.ts';
import { presentImport, presentItem, presentLive } from './present-import.ts';

export interface ImportRoutePorts {
  imports: Imports;
  library: Library;
  threads: Threads;
  log: Log;
  /** Reads a file in a child process. Faults: `bad_request` where nothing can be told apart in it. */
  read(
    bytes: Uint8Array,
    input: { name: string; format: ImportFormat },
    signal: AbortSignal,
  ): Promise<ImportReading>;
  /** The entries of a playlist, a channel or a feed. Faults: those of fetching. */ openListing(
    url: string,
    limits: ListingLimits,
    signal: AbortSignal,
  ): Promise<Omit<ImportReading, 'format' | 'label'> & { title?: string }>;
  preview(ownerId: UserId, reading: ImportReading): Promise<ImportPreview>;
  start(
    ownerId: UserId,
    wanted: NewImport,
    uploads: ReadonlyMap<string, Upload>,
  ): Promise<StartedImport>;
  /** the thread's uploaded files, by key and by name */ uploads(
    threadId: ThreadId,
  ): Promise<ReadonlyMap<string, Upload>>;
}
const MAX_FILE_BYTES = 64 * 2 ** 20;
const RECEIPT_PAGE = 500;
const LONGEST_LISTING_MS = 60_000;
const OneImport = z.object({ id: ImportId });
/** `LINE.ENTRY` of the last one seen. */
const Place = z
  .string()
  .regex(/^\d{1,9}\.\d{1,9}$/)
  .transform((text) => {
    const [line = 0, entry = 0] = text.split('.').map(Number);
    return { line, entry };
  });
const CANCELLED = 'The import was cancelled before this line began.';

export function importRoutes({
  imports,
  library,
  threads,
  log,
  ...ports
}: ImportRoutePorts): Route[] {
  const owned = async (ownerId: UserId, id: ImportId): Promise<ImportRow> => {
    const row = await imports.find(ownerId, id);
    if (!row) throw new Fault('absent', { message: 'There is no such import.' });
    return row;
  };
  const present = async (row: ImportRow): Promise<Import> =>
    presentImport(row, (await imports.counts([row.id])).get(row.id));
  const live = async (ownerId: UserId, id: ImportId): Promise<ImportLive | undefined> => {
    const row = await imports.find(ownerId, id);
    const now = Date.now();
    return (
      row &&
      presentLive(row, (await imports.counts([id])).get(id), await imports.activity(id, now), now)
    );
  };
  const steer = (verb: 'pause' | 'resume' | 'cancel' | 'retry', summary: string) =>
    route({
      method: 'post',
      path: `imports/:id/${verb}`,
      summary,
      params: OneImport,
      response: Import,
      async handle({ user, params }) {
        return steered(user._id, params.id, verb);
      },
    });
  const steered = async (
    ownerId: UserId,
    id: ImportId,
    verb: 'pause' | 'resume' | 'cancel' | 'retry',
  ): Promise<Import> => {
    await owned(ownerId, id);
    if (verb === 'cancel') await imports.cancel(id, CANCELLED);
    else await imports[verb](id);
    return present(await owned(ownerId, id));
  };
  async function* receipt(id: ImportId): AsyncGenerator<string> {
    for (let after: { line: number; entry: number } | undefined; ; ) {
      const page: ImportItem[] = await imports.items(id, { after, limit: RECEIPT_PAGE });
      yield page.map((item) => `${JSON.stringify(presentItem(item))}\n`).join('');
      after = page.at(-1);
      if (page.length < RECEIPT_PAGE) return;
    }
  }

  return [
    route({
      method: 'post',
      path: 'imports/read',
      does: 'read',
      summary: 'What a file of links holds and what would become of each line; nothing is kept',
      takes: { maxBytes: MAX_FILE_BYTES },
      query: z.object({
        name: z.string().max(300).default(''),
        format: ImportFormat.default('auto'),
        threadId: ThreadId.optional(),
      }),
      body: z.instanceof(Uint8Array),
      response: ImportPreview,
      async handle({ user, query, body, signal }) {
        if (query.threadId) await threads.owned(user._id, query.threadId);
        return ports.preview(user._id, await ports.read(body, query, signal));
      },
    }),
    route({
      method: 'post',
      path: 'imports/listing',
      does: 'read',
      summary:
        'What a playlist, a channel or a feed holds and what would become of each entry; nothing is kept',
      body: OpenListingBody,
      response: ImportPreview,
      async handle({ user, body: { url, max }, signal }) {
        const deadline = AbortSignal.timeout(LONGEST_LISTING_MS);
        const {
          title = url,
          entries,
          unread,
        } = await ports
          .openListing(url, { max }, AbortSignal.any([signal, deadline]))
          .catch((error: unknown) => {
            throw deadline.aborted ? new Fault('timed_out', { cause: error }) : error;
          });
        return ports.preview(user._id, {
          format: 'listing',
          label: title,
          entries: entries.slice(0, max),
          unread,
        });
      },
    }),
    route({
      method: 'post',
      path: 'imports',
      summary: 'Stages many sources at once, to be read one after the other',
      body: NewImport,
      response: StartedImport,
      status: 202,
      takes: { jsonLimit: '32mb' },
      async handle({ user, body }) {
        const thread = body.threadId && (await threads.owned(user._id, body.threadId));
        const wantsFiles = body.items.some(({ fileKey }) => fileKey !== undefined);
        return ports.start(
          user._id,
          body,
          thread && wantsFiles ? await ports.uploads(thread.id) : new Map(),
        );
      },
    }),
    route({
      method: 'get',
      path: 'imports',
      summary: 'Imports, newest first',
      response: z.object({ docs: z.array(Import), next: z.string().nullable() }),
      query: z.object({ cursor: ImportId.optional(), limit: wholeNumber(20, 100) }),
      async handle({ user, query }) {
        const rows = await imports.list(user._id, query.cursor, query.limit + 1);
        const shown = rows.slice(0, query.limit);
        const counts = await imports.counts(shown.map(({ id }) => id));
        return {
          docs: shown.map((row) => presentImport(row, counts.get(row.id))),
          next: rows.length > query.limit ? (shown.at(-1)?.id ?? null) : null,
        };
      },
    }),
    route({
      method: 'get',
      path: 'imports/:id',
      summary: 'An import and its lines in their order',
      params: OneImport,
      response: Import.extend({ items: z.array(ImportItem) }),
      query: z.object({
        after: Place.optional(),
        limit: wholeNumber(100, 1000),
        state: ImportItemState.optional(),
      }),
      async handle({ user, params, query }) {
        const row = await owned(user._id, params.id);
        return {
          ...(await present(row)),
          items: (await imports.items(row.id, query)).map(presentItem),
        };
      },
    }),
    route({
      method: 'get',
      path: 'imports/:id/receipt',
      summary: 'What became of every line, as JSON lines',
      params: OneImport,
      response: 'raw',
      async handle({ user, params, koa }) {
        const row = await owned(user._id, params.id);
        koa.type = 'application/x-ndjson';
        koa.body = Readable.from(receipt(row.id));
      },
    }),
    route({
      method: 'get',
      path: 'imports/:id/events',
      summary:
        'Server-sent events: `import` as it goes on, `item` as a line settles, and `ping`; ends with the import',
      params: OneImport,
      response: 'text/event-stream',
      async handle({ user, params, koa, signal }) {
        const row = await owned(user._id, params.id);
        importEvents(
          { imports, library, log, live: () => live(user._id, row.id) },
          row.id,
          koa,
          signal,
        );
      },
    }),
    steer('pause', 'Begins no further line until it is resumed'),
    steer('resume', 'Goes on with a paused import'),
    steer('cancel', 'Skips what has not begun; what has goes on'),
    steer('retry', 'Tries again what failed, and nothing else'),
    route({
      method: 'delete',
      path: 'imports/:id',
      summary: 'Cancels an import: what has not begun is skipped',
      params: OneImport,
      response: Import,
      async handle({ user, params }) {
        return steered(user._id, params.id, 'cancel');
      },
    }),
  ];
}
