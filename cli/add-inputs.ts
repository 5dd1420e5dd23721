/** Resolves command line inputs into sources of a thread: ids, addresses, files and folders. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import { ImportPreview } from '#core/contract/import.ts';
import { SourceId } from '#core/contract/id.ts';
import { Source, type SourceDescription } from '#core/contract/source.ts';
import type { ThreadCard } from '#core/contract/thread.ts';
import { FILES_IN_WORDS, kindOfFileName } from '#core/kinds.ts';
import type { Api } from '#api/client/client.ts';
import type { Context, ExitCode } from './command.ts';
import { follow } from './follow.ts';
import { followImport, leaveToServer } from './import/follow-import.ts';
import { startListImport, type CreatedImport } from './import/start-import.ts';
import { QUEUED_WITHOUT_SERVER } from './queued-note.ts';
import { oneLine } from './render/output.ts';
import { isUnreadable, isWorking, sourceLine, totals } from './render/source-line.ts';
import { toUploadError, uploadSource } from './upload.ts';

type KnownThread = Pick<ThreadCard, '_id' | 'url' | 'title'>;

interface Input {
  label: string;
  path?: string;
  /** the id, if the library already has it */
  sourceId?: SourceId;
  /** the reason why it can't be added */
  fault?: Fault;
}

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text);
const Added = z.object({ added: z.array(SourceId) });

/** Ids, addresses and files stay as they are; a folder becomes its supported files. */
async function expand(text: string): Promise<Input[]> {
  if (isAddress(text)) return [{ label: text }];
  const sourceId = SourceId.safeParse(text);
  if (sourceId.success) return [{ label: text, sourceId: sourceId.data }];
  try {
    const info = await stat(text);
    if (!info.isDirectory()) return [{ label: text, path: text }];
    const names = (await readdir(text, { recursive: true })).filter(kindOfFileName).sort();
    if (names.length > 0)
      return names.map((name) => ({ label: join(text, name), path: join(text, name) }));
    return [
      {
        label: text,
        fault: new Fault('bad_request', {
          message: `This folder holds no ${FILES_IN_WORDS.or} files. Add pages and videos by their address.`,
        }),
      },
    ];
  } catch (error) {
    const fault = toUploadError(error);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return [{ label: text, fault }];
  }
  const isName = !text.includes('/') && kindOfFileName(text) !== undefined;
  if (/^[\w-]+(\.[\w-]+)+(:\d+)?(\/|$|\?)/.test(text) && !isName) return [{ label: text }];
  return [
    {
      label: text,
      fault: new Fault('bad_request', {
        message: 'No such file, and not an address. Addresses start with https://.',
      }),
    },
  ];
}

export const expandInputs = async (given: readonly string[]): Promise<Input[]> =>
  (await Promise.all(given.map(expand))).flat();

/** Uploads a file; an address needs no upload. */
async function describe(
  api: Api,
  threadId: string,
  { label, path, sourceId }: Input,
): Promise<SourceDescription> {
  if (sourceId !== undefined) return { sourceId };
  if (path === undefined) return { url: label };
  return uploadSource(api, threadId, path);
}

async function addEach(
  context: Context,
  thread: KnownThread,
  inputs: readonly Input[],
  waits: boolean,
): Promise<ExitCode> {
  const { out, signal } = context;
  const api = await context.api();
  const following = await follow(context);
  const queued: Source[] = [];
  try {
    for (const [index, input] of inputs.entries()) {
      following.adding(index, inputs.length);
      try {
        if (input.fault) throw input.fault;
        const { added } = await api.send(
          'POST',
          'thread/addSource',
          { threadId: thread._id, ...(await describe(api, thread._id, input)) },
          Added,
        );
        for (const id of added) {
          const source = await api.get(`sources/${id}`, Source);
          queued.push(source);
          following.see(source);
        }
      } catch (error) {
        if (
          !(error instanceof Fault) ||
          error.code === 'unreachable' ||
          error.code === 'not_signed_in'
        )
          throw error;
        following.refuse(input.label, error);
      }
    }
    if (waits) await following.untilSettled();
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    following.close();
  }
  const { sources, refused } = following;
  const place = api.hosted ? `In “${oneLine(thread.title)}”` : `${api.url}/t/${thread.url}`;
  if (signal.aborted) {
    const unfinished = sources.filter(isWorking).length;
    out.note(
      `Interrupted. ${unfinished > 0 ? `${unfinished} queued ${unfinished === 1 ? 'source stays' : 'sources stay'} queued: gloss status --watch` : 'Everything is processed.'}`,
    );
    return 130;
  }
  if (!waits) {
    // Reports sources that are ready, and that the others are queued.
    for (const source of queued.filter(isWorking)) {
      out.record(source);
      if (!out.live) out.line(sourceLine(source, undefined));
    }
    if (api.hosted && queued.length > 0) out.note(QUEUED_WITHOUT_SERVER);
  } else if (sources.length > 0)
    out.remark(out.live ? place : `${totals(sources, refused)} · ${place}`);
  return refused > 0 || sources.some(isUnreadable) ? 1 : 0;
}

/** Returns the addresses of lists: playlists, channels and feeds. */
async function listsAmong(api: Api, inputs: readonly Input[]): Promise<Set<string>> {
  const addresses = inputs
    .filter((it) => it.path === undefined && it.sourceId === undefined && !it.fault)
    .map((it) => it.label);
  if (addresses.length === 0) return new Set();
  const { entries } = await api.sendBytes(
    'imports/read?format=urls',
    new TextEncoder().encode(addresses.join('\n')),
    ImportPreview,
  );
  return new Set(
    entries.filter((it) => it.verdict === 'listing').flatMap((it) => addresses[it.line - 1] ?? []),
  );
}

/** Adds sources to a thread; lists among them become imports. With `waits`, follows all of them. */
export async function addInputs(
  context: Context,
  thread: KnownThread,
  inputs: readonly Input[],
  waits: boolean,
): Promise<ExitCode> {
  const api = await context.api();
  const lists = await listsAmong(api, inputs);
  const begun: CreatedImport[] = [];
  for (const url of lists) begun.push(await startListImport(context, url, thread));
  const others = inputs.filter((it) => !lists.has(it.label));
  const codes = others.length > 0 ? [await addEach(context, thread, others, waits)] : [];
  for (const list of begun)
    codes.push(
      waits
        ? await followImport(context, list, { fromStart: !list.resumed })
        : await leaveToServer(context, list),
    );
  return codes.toSorted((a, b) => b - a)[0] ?? 0;
}
