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
import type { CliCommand, Context, ExitCode } from '../command.ts';
import { follow } from '../follow.ts';
import { followImport, leaveToServer } from '../import/follow-import.ts';
import { beginList, type CreatedImport } from '../import/start.ts';
import { oneLine } from '../render/output.ts';
import { sourceLine, sourceState, totals } from '../render/source-line.ts';
import { threadCalled } from '#api/client/thread-called.ts';
import { toUploadError, uploadSource } from '../upload.ts';

interface Input {
  label: string;
  path?: string;
  /** why it cannot be added */
  fault?: Fault;
}

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text);
const Added = z.object({ added: z.array(SourceId) });

/** Addresses stay; a file is itself; a folder is the files in it that a source can be. */
async function expand(text: string): Promise<Input[]> {
  if (isAddress(text)) return [{ label: text }];
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
          message: `This folder holds no ${FILES_IN_WORDS.or}. A folder adds its ${FILES_IN_WORDS.or} files; add pages and videos by their address.`,
        }),
      },
    ];
  } catch (error) {
    const fault = toUploadError(error);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return [{ label: text, fault }];
  }
  if (/^[\w-]+(\.[\w-]+)+(:\d+)?(\/|$|\?)/.test(text) && !kindOfFileName(text))
    return [{ label: text }];
  return [
    {
      label: text,
      fault: new Fault('bad_request', {
        message:
          'There is no such file, and it is not an address. An address begins with https://.',
      }),
    },
  ];
}

/** Uploads a file; an address needs no upload. */
async function describe(
  api: Api,
  threadId: string,
  { label, path }: Input,
): Promise<SourceDescription> {
  if (path === undefined) return { url: label };
  return uploadSource(api, threadId, path);
}

/** The addresses that lead to a list: each a playlist, a channel or a feed. */
async function listsAmong(api: Api, inputs: readonly Input[]): Promise<Set<string>> {
  const addresses = inputs.filter((it) => it.path === undefined && !it.fault).map((it) => it.label);
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

async function addEach(
  context: Context,
  thread: Pick<ThreadCard, '_id' | 'url' | 'title'>,
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
    const unfinished = sources.filter((source) => sourceState(source) === 'working').length;
    out.note(
      `Interrupted. ${unfinished > 0 ? `${unfinished} queued ${unfinished === 1 ? 'source stays' : 'sources stay'} queued: gloss status --watch` : 'Nothing is left to read.'}`,
    );
    return 130;
  }
  if (!waits) {
    // Reports sources that are ready already, and the others as queued.
    for (const source of queued.filter((it) => sourceState(it) === 'working')) {
      out.record(source);
      if (!out.live) out.line(sourceLine(source, undefined));
    }
    if (api.hosted && queued.length > 0)
      out.note(
        'Queued. No server runs: they are read once one does (scripts/start), or now by gloss status --watch.',
      );
  } else if (sources.length > 0)
    out.remark(out.live ? place : `${totals(sources, refused)} · ${place}`);
  return refused > 0 || sources.some((source) => sourceState(source) === 'failed') ? 1 : 0;
}

export const add: CliCommand = {
  describe: (program) =>
    program
      .command('add')
      .argument(
        '<url or file...>',
        `addresses, ${FILES_IN_WORDS.or} files, folders of ${FILES_IN_WORDS.plural}; a playlist or channel is its videos`,
      )
      .description('Add sources, and follow them until they are read')
      .option(
        '-t, --thread <thread>',
        'thread by title, address or id; made when there is none of that title',
        'Inbox',
      )
      .option('--no-wait', 'return as soon as they are queued')
      .addHelpText(
        'after',
        '\nExamples:\n  gloss add https://example.org/article paper.pdf --thread "My reading"\n  gloss add ~/papers --thread Papers --json\n  gloss add "https://www.youtube.com/playlist?list=PL…" --thread Lectures\nOf a long list only a part: gloss import URL --since 2026-01-01 --max 50',
      ),
  async run(context, args, options) {
    const waits = options['wait'] !== false;
    const api = await context.api({ work: waits });
    const inputs = (await Promise.all(args.map(expand))).flat();
    const thread = await threadCalled(api, String(options['thread']), true);
    const lists = await listsAmong(api, inputs);
    const begun: CreatedImport[] = [];
    for (const url of lists) begun.push(await beginList(context, url, thread));
    const others = inputs.filter((it) => !lists.has(it.label));
    const codes = others.length > 0 ? [await addEach(context, thread, others, waits)] : [];
    for (const list of begun)
      codes.push(
        waits
          ? await followImport(context, list, { fromStart: !list.resumed })
          : await leaveToServer(context, list),
      );
    return codes.toSorted((a, b) => b - a)[0] ?? 0;
  },
};
