/** Turns an input into a staged import: reads it, shows a preview, asks, stages it. */
import { createHash } from 'node:crypto';
import { Fault } from '#core/contract/faults.ts';
import {
  Import,
  ImportEntry,
  ImportPreview,
  StartedImport,
  type ImportFormat,
  type ListingLimits,
  type NewImport,
} from '#core/contract/import.ts';
import type { ThreadCard } from '#core/contract/thread.ts';
import type { Api } from '#api/client/client.ts';
import type { Context } from '../command.ts';
import { counted, doneText } from '../render/import-line.ts';
import { entryText, previewLines } from '../render/import-preview.ts';
import { oneLine } from '../render/output.ts';
import { findThread } from '#api/client/find-thread.ts';
import { readFolder, uploadFolder, type Folder } from './folder.ts';
import type { ImportInput } from './input.ts';
import { confirm, hasKeyboard } from '../keyboard.ts';
import { findOpenImport, type NamedImport } from './known-imports.ts';

export interface ImportRequest {
  input: ImportInput;
  format: ImportFormat;
  limits: ListingLimits;
  /** by title, address or id; created if no thread has that title */
  thread?: string;
  /** the command runs the import if it hosts the server */
  waits: boolean;
  dryRun: boolean;
  /** skips the confirmation */
  yes: boolean;
}
export type CreatedImport = NamedImport & {
  /** an earlier run has already started it */
  resumed: boolean;
};

const MAX_ITEMS = 50_000;

interface Place {
  title: string;
  _id?: string;
}
async function placeOf(api: Api, named: string | undefined): Promise<Place | undefined> {
  if (named === undefined) return undefined;
  return findThread(api, named).catch((error: unknown) => {
    // The thread is created once there is something to add.
    if (error instanceof Fault && error.code === 'absent') return { title: named };
    throw error;
  });
}

type KnownThread = Pick<ThreadCard, '_id' | 'url' | 'title'>;
const quoted = (title: string): string => `“${oneLine(title)}”`;

interface Read {
  preview: ImportPreview;
  bytes?: Uint8Array;
  folder?: Folder;
}
async function read(
  api: Api,
  { input, format, limits }: ImportRequest,
  threadId: string | undefined,
): Promise<Read> {
  if (input.kind === 'folder') {
    const folder = await readFolder(input.path);
    return { preview: folder.preview, folder };
  }
  const bytes = input.kind === 'bytes' ? input.bytes : new TextEncoder().encode(`${input.url}\n`);
  const query = new URLSearchParams({
    name: input.name,
    format: input.kind === 'bytes' ? format : 'urls',
    ...(threadId === undefined ? {} : { threadId }),
  });
  const preview = await api.sendBytes(`imports/read?${query}`, bytes, ImportPreview);
  // A limit, or the option for feeds, marks the address as a list.
  if (
    input.kind === 'address' &&
    (format === 'feed' ||
      format === 'opml' ||
      limits.max !== undefined ||
      limits.since !== undefined)
  ) {
    const entries = preview.entries.map((it) =>
      it.verdict === 'unreadable'
        ? it
        : { ...it, kind: 'listing' as const, verdict: 'listing' as const },
    );
    return {
      bytes,
      preview: {
        ...preview,
        entries,
        totals: {
          ...preview.totals,
          new: 0,
          known: 0,
          listing: entries.filter((it) => it.verdict === 'listing').length,
        },
      },
    };
  }
  return { preview, bytes };
}

/** The same bytes into the same target are the same import, which is resumed. */
function keyOf(
  { bytes, folder }: Pick<Read, 'bytes' | 'folder'>,
  threadId: string | undefined,
  limits: ListingLimits,
): string {
  const hash = createHash('sha256');
  if (bytes) hash.update(bytes);
  else hash.update(folder?.key ?? '');
  return hash
    .update(`\n${threadId ?? ''}\n${limits.since ?? ''}\n${limits.max ?? ''}`)
    .digest('hex');
}

/**
 * Prints the preview: a table on a terminal, a line per entry in a pipe, a record per entry with
 * --json.
 */
function show({ out }: Context, { preview }: Read, name: string, dryRun: boolean): void {
  for (const line of out.columns === undefined
    ? []
    : [...previewLines(preview, name, out.columns), ''])
    out.line(line);
  if (dryRun) {
    const unread = preview.unread.map((it) => ({ ...it, verdict: 'unreadable' as const }));
    for (const it of [...preview.entries, ...unread].toSorted((a, b) => a.line - b.line)) {
      out.record(it);
      const [text, title, of] =
        'text' in it ? [oneLine(it.text), '', undefined] : [entryText(it), it.title ?? '', it.of];
      if (!out.live)
        out.line(
          [it.line, it.verdict, text, oneLine(title), oneLine(it.why ?? of ?? '')]
            .join('\t')
            .trimEnd(),
        );
    }
    out.record({ name, format: preview.format, label: preview.label, totals: preview.totals });
  }
  if (!out.live) out.note(`${oneLine(name)} · ${oneLine(preview.label)}: ${totalsText(preview)}`);
}
const TOTALS = [
  ['new', 'to add'],
  ['listing', 'to open'],
  ['known', 'already added'],
  ['repeated', 'repeated'],
  ['bookmark', 'kept as bookmarks'],
  ['unreadable', "can't be read"],
] as const;
const totalsText = (preview: ImportPreview): string =>
  TOTALS.map(([key, name]) => ({ count: preview.totals[key], name }))
    .filter(({ count }) => count > 0)
    .map(({ count, name }) => `${count.toLocaleString('en')} ${name}`)
    .join(' · ') || 'nothing';

function question({ totals }: ImportPreview, into: string): string {
  const parts = [
    ...(totals.new > 0 ? [counted(totals.new, 'source')] : []),
    ...(totals.listing > 0 ? [`what ${counted(totals.listing, 'list holds', 'lists hold')}`] : []),
  ];
  return `Import ${parts.length > 0 ? parts.join(' and ') : counted(totals.known, 'source that was already added', 'sources that were already added')} into ${into}?`;
}

/**
 * Returns undefined if nothing starts: for a dry run, an empty input, or a declined confirmation.
 * Faults: those of the server; `bad_request` if nothing can be read.
 */
export async function startImport(
  context: Context,
  wish: ImportRequest,
): Promise<CreatedImport | undefined> {
  const { out, signal } = context;
  const api = await context.api({ work: wish.waits && !wish.dryRun });
  const { input, limits } = wish;
  const place = await placeOf(
    api,
    wish.thread ?? (input.kind === 'folder' ? input.name : undefined),
  );
  const found = await read(api, wish, place?._id);
  const { preview } = found;
  const into = place === undefined ? 'your library' : quoted(place.title);
  show(context, found, input.name, wish.dryRun);
  if (wish.dryRun) return undefined;
  // What can't be read is kept as a bookmark.
  if (preview.entries.length === 0)
    throw new Fault('bad_request', {
      message: `Nothing in ${input.name} can be imported. ${preview.unread[0]?.why ?? ''}`.trim(),
    });
  if (preview.entries.length > MAX_ITEMS)
    throw new Fault('bad_request', {
      message: `${input.name} has ${counted(preview.entries.length, 'entry', 'entries')}. The limit is ${MAX_ITEMS.toLocaleString('en')}. Split it.`,
    });

  if (!wish.yes && out.live && hasKeyboard()) {
    const open = await findOpenImport(api, input.name, place?._id);
    if (
      !(await confirm(
        open
          ? `Continue the import of ${oneLine(open.name)}, ${doneText(open)}?`
          : question(preview, into),
        { signal },
      ))
    ) {
      out.line('Nothing was imported.');
      return undefined;
    }
  }

  const thread =
    place === undefined ? undefined : await findThread(api, place._id ?? place.title, true);
  const items =
    found.folder && thread
      ? await sendFolder(context, api, thread._id, found.folder)
      : preview.entries.map((entry) => ImportEntry.parse(entry));
  const request: NewImport = {
    name: input.name,
    format: preview.format,
    ...(thread ? { threadId: thread._id } : {}),
    limits,
    items,
    key: keyOf(found, thread?._id, limits),
    unread: preview.unread.slice(0, MAX_ITEMS),
  };
  return stage(context, request, into, thread);
}

async function sendFolder(
  { out, signal }: Context,
  api: Api,
  threadId: string,
  folder: Folder,
): Promise<NewImport['items']> {
  const tell = (done: number): void => {
    if (out.live)
      process.stdout.write(`\rSending ${done + 1} of ${counted(folder.files.length, 'file')} …`);
  };
  try {
    return await uploadFolder(api, threadId, folder, tell);
  } catch (error) {
    if (signal.aborted)
      out.note(
        '\nStopped while files were sent; nothing has started. Run it again to send only what is missing.',
      );
    throw error;
  } finally {
    if (out.live) process.stdout.write('\r\u001b[2K');
  }
}

/** Imports all entries of a playlist, channel or feed into a thread. */
export async function startListImport(
  context: Context,
  url: string,
  thread: KnownThread,
): Promise<CreatedImport> {
  const key = keyOf({ bytes: new TextEncoder().encode(`${url}\n`) }, thread._id, {});
  return stage(
    context,
    {
      name: url.slice(0, 300),
      threadId: thread._id,
      items: [{ line: 1, kind: 'listing', url, tags: [], highlights: [] }],
      key,
    },
    quoted(thread.title),
    thread,
  );
}

async function stage(
  { out, api: open }: Context,
  wanted: NewImport,
  into: string,
  thread: KnownThread | undefined,
): Promise<CreatedImport> {
  const api = await open();
  const { _id, total, resumed } = await api.send('POST', 'imports', wanted, StartedImport);
  out.record({ _id, total, resumed });
  if (resumed)
    out.note(
      `Continuing the import of ${oneLine(wanted.name)}, ${doneText(await api.get(`imports/${_id}?limit=1`, Import))}.`,
    );
  return {
    _id,
    name: wanted.name,
    into,
    resumed,
    place: api.hosted ? undefined : thread ? `${api.url}/t/${thread.url}` : `${api.url}/library`,
  };
}
