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
import type { ParsedImport, ImportLive, ListingLimits } from '#core/contract/import.ts';
import { boundedInteger } from '#core/contract/paging.ts';
import type { Log } from '#config/log.ts';
import type { ImportRow, Imports, Library, Upload } from '#pipeline/library/index.ts';
import { route, type Route } from '../../http/route.ts';
import type { Threads } from '../threads/index.ts';
import { importEvents } from './import-events.ts';
import { importWaits, type ImportWaitPorts } from './import-waits.ts';
import { presentImport, presentItem, presentLive } from './present-import.ts';

export interface ImportRoutePorts extends ImportWaitPorts {
  library: Library;
  threads: Threads;
  log: Log;
  /** Reads a file in a child process. Faults: `bad_request` if it recognises nothing in it. */
  read(
    bytes: Uint8Array,
    input: { name: string; format: ImportFormat },
    signal: AbortSignal,
  ): Promise<ParsedImport>;
  /** Lists the entries of a playlist, channel or feed. Faults: those of fetching. */
  openListing(
    url: string,
    limits: ListingLimits,
    signal: AbortSignal,
  ): Promise<Omit<ParsedImport, 'format' | 'label'> & { title?: string }>;
  preview(ownerId: UserId, reading: ParsedImport): Promise<ImportPreview>;
  start(
    ownerId: UserId,
    wanted: NewImport,
    uploads: ReadonlyMap<string, Upload>,
  ): Promise<StartedImport>;
  /** the thread's uploaded files, by key and by name */
  uploads(threadId: ThreadId): Promise<ReadonlyMap<string, Upload>>;
}
const MAX_FILE_BYTES = 64 * 2 ** 20;
const RECEIPT_PAGE = 500;
const LONGEST_LISTING_MS = 60_000;
const OneImport = z.object({ id: ImportId });
/** `LINE.ENTRY` of the last seen entry. */
const EntryPosition = z
  .string()
  .regex(/^\d{1,9}\.\d{1,9}$/)
  .transform((text) => {
    const [line = 0, entry = 0] = text.split('.').map(Number);
    return { line, entry };
  });
const CANCELLED = 'The import was cancelled before this line began.';

/** Imports: preview, start, progress and control. */
export function importRoutes(ports: ImportRoutePorts): Route[] {
  return [
    ...previewRoutes(ports),
    ...importListRoutes(ports),
    ...progressRoutes(ports),
    ...steeringRoutes(ports),
  ];
}

async function ownedImport(imports: Imports, ownerId: UserId, id: ImportId): Promise<ImportRow> {
  const row = await imports.find(ownerId, id);
  if (!row) throw new Fault('absent', { message: 'Import not found.' });
  return row;
}
async function presentAll(ports: ImportWaitPorts, rows: readonly ImportRow[]): Promise<Import[]> {
  const counts = await ports.imports.counts(rows.map(({ id }) => id));
  const waits = await importWaits(ports, rows);
  return rows.map((row) => presentImport(row, counts.get(row.id), waits.get(row.id)));
}
async function presentOne(ports: ImportWaitPorts, row: ImportRow): Promise<Import> {
  const [shown] = await presentAll(ports, [row]);
  if (!shown) throw new Fault('internal');
  return shown;
}
async function liveImport(
  ports: ImportWaitPorts,
  ownerId: UserId,
  id: ImportId,
): Promise<ImportLive | undefined> {
  const row = await ports.imports.find(ownerId, id);
  const now = Date.now();
  return (
    row && presentLive(await presentOne(ports, row), await ports.imports.activity(id, now), now)
  );
}

/** Previews the content of a file or a listing, without storing anything. */
function previewRoutes({ threads, preview, read, openListing }: ImportRoutePorts): Route[] {
  return [
    route({
      method: 'post',
      path: 'imports/read',
      does: 'read',
      summary:
        'Previews an import: the entries of a file and what would happen to each; stores nothing',
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
        return preview(user._id, await read(body, query, signal));
      },
    }),
    route({
      method: 'post',
      path: 'imports/listing',
      does: 'read',
      summary:
        'Previews the entries of a playlist, channel or feed and what an import would do with each; stores nothing',
      body: OpenListingBody,
      response: ImportPreview,
      async handle({ user, body: { url, max }, signal }) {
        const deadline = AbortSignal.timeout(LONGEST_LISTING_MS);
        const {
          title = url,
          entries,
          unread,
        } = await openListing(url, { max }, AbortSignal.any([signal, deadline])).catch(
          (error: unknown) => {
            throw deadline.aborted ? new Fault('timed_out', { cause: error }) : error;
          },
        );
        return preview(user._id, {
          format: 'listing',
          label: title,
          entries: entries.slice(0, max),
          unread,
        });
      },
    }),
  ];
}

function importListRoutes(ports: ImportRoutePorts): Route[] {
  const { imports, threads, start, uploads } = ports;
  return [
    route({
      method: 'post',
      path: 'imports',
      summary: 'Starts an import of many sources',
      body: NewImport,
      response: StartedImport,
      status: 202,
      takes: { jsonLimit: '32mb' },
      async handle({ user, body }) {
        const thread = body.threadId && (await threads.owned(user._id, body.threadId));
        const wantsFiles = body.items.some(({ fileKey }) => fileKey !== undefined);
        return start(user._id, body, thread && wantsFiles ? await uploads(thread.id) : new Map());
      },
    }),
    route({
      method: 'get',
      path: 'imports',
      summary: 'Imports, newest first',
      response: z.object({ docs: z.array(Import), next: z.string().nullable() }),
      query: z.object({ cursor: ImportId.optional(), limit: boundedInteger(20, 100) }),
      async handle({ user, query }) {
        const rows = await imports.list(user._id, query.cursor, query.limit + 1);
        const shown = rows.slice(0, query.limit);
        return {
          docs: await presentAll(ports, shown),
          next: rows.length > query.limit ? (shown.at(-1)?.id ?? null) : null,
        };
      },
    }),
  ];
}

/** The progress of an import, and the result of each line. */
function progressRoutes(ports: ImportRoutePorts): Route[] {
  const { imports, library, log } = ports;
  return [
    route({
      method: 'get',
      path: 'imports/:id',
      summary: 'An import and its lines, in order',
      params: OneImport,
      response: Import.extend({ items: z.array(ImportItem) }),
      query: z.object({
        after: EntryPosition.optional(),
        limit: boundedInteger(100, 1000),
        state: ImportItemState.optional(),
      }),
      async handle({ user, params, query }) {
        const row = await ownedImport(imports, user._id, params.id);
        return {
          ...(await presentOne(ports, row)),
          items: (await imports.items(row.id, query)).map(presentItem),
        };
      },
    }),
    route({
      method: 'get',
      path: 'imports/:id/receipt',
      summary: 'The result of every line, as JSON lines',
      params: OneImport,
      response: 'raw',
      async handle({ user, params, koa }) {
        const row = await ownedImport(imports, user._id, params.id);
        koa.type = 'application/x-ndjson';
        koa.body = Readable.from(receiptLines(imports, row.id));
      },
    }),
    route({
      method: 'get',
      path: 'imports/:id/events',
      summary:
        'Server-sent events: `import` for progress, `item` for each finished line, and `ping`; ends with the import',
      params: OneImport,
      response: 'text/event-stream',
      async handle({ user, params, koa, signal }) {
        const row = await ownedImport(imports, user._id, params.id);
        importEvents(
          { imports, library, log, live: () => liveImport(ports, user._id, row.id) },
          row.id,
          koa,
          signal,
        );
      },
    }),
  ];
}

async function* receiptLines(imports: Imports, id: ImportId): AsyncGenerator<string> {
  for (let after: { line: number; entry: number } | undefined; ; ) {
    const page: ImportItem[] = await imports.items(id, { after, limit: RECEIPT_PAGE });
    yield page.map((item) => `${JSON.stringify(presentItem(item))}\n`).join('');
    after = page.at(-1);
    if (page.length < RECEIPT_PAGE) return;
  }
}

type Steering = 'pause' | 'resume' | 'cancel' | 'retry';

async function steered(
  ports: ImportWaitPorts,
  ownerId: UserId,
  id: ImportId,
  verb: Steering,
): Promise<Import> {
  const { imports } = ports;
  await ownedImport(imports, ownerId, id);
  if (verb === 'cancel') await imports.cancel(id, CANCELLED);
  else await imports[verb](id);
  return presentOne(ports, await ownedImport(imports, ownerId, id));
}

function steeringRoutes(ports: ImportRoutePorts): Route[] {
  const steer = (verb: Steering, summary: string) =>
    route({
      method: 'post',
      path: `imports/:id/${verb}`,
      summary,
      params: OneImport,
      response: Import,
      async handle({ user, params }) {
        return steered(ports, user._id, params.id, verb);
      },
    });
  return [
    steer('pause', 'Begins no further line until it is resumed'),
    steer('resume', 'Resumes a paused import'),
    steer(
      'cancel',
      'Cancels an import: lines that have not started are skipped, the others finish',
    ),
    steer('retry', 'Tries again what failed, and nothing else'),
    route({
      method: 'delete',
      path: 'imports/:id',
      summary: 'Cancels an import: lines that have not started are skipped',
      params: OneImport,
      response: Import,
      async handle({ user, params }) {
        return steered(ports, user._id, params.id, 'cancel');
      },
    }),
  ];
}
