import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Option } from 'commander';
import type { z } from 'zod';
import { openZip } from '#config/zip-reader.ts';
import type { Api } from '#api/client/client.ts';
import { findThread } from '#api/client/find-thread.ts';
import { ExportFormat } from '#core/contract/export.ts';
import { Fault, toFault } from '#core/contract/faults.ts';
import { type ThreadCard, ThreadPage } from '#core/contract/thread.ts';
import type { CliCommand, Context, ExitCode } from '../command.ts';
import { oneLine, paint } from '../render/output.ts';

type Named = Pick<ThreadCard, '_id' | 'url' | 'title'>;
/** Exports are as large as the thread's files. */
const LIMITS = { entries: 10_000, bytes: 2 ** 40, ratio: 1000 };

async function* each(api: Api): AsyncGenerator<Named> {
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: z.infer<typeof ThreadPage> = await api.get(
      `threads?${new URLSearchParams({ limit: '100', ...(cursor === '' ? {} : { cursor }) })}`,
      ThreadPage,
    );
    yield* page.docs;
    cursor = page.next;
  }
}

/** Leaves unchanged files untouched, so that a vault only sees changes. */
async function keep(path: string, bytes: Uint8Array): Promise<boolean> {
  const existing = await readFile(path).catch(() => undefined);
  if (existing?.equals(bytes)) return false;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.part`, bytes);
  await rename(`${path}.part`, path);
  return true;
}
const below = (folder: string, name: string): string => {
  const path = resolve(folder, name);
  const inside = relative(folder, path);
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`))
    throw new Fault('corrupt_file', { message: `${name} would lie outside of ${folder}.` });
  return path;
};

async function unpack(
  zipped: string,
  folder: string,
): Promise<{ files: string[]; written: number }> {
  const zip = await openZip(zipped, LIMITS);
  try {
    const files: string[] = [];
    let written = 0;
    for (const name of zip.sizes.keys()) {
      const path = below(folder, name);
      if (await keep(path, Buffer.concat(await Array.fromAsync(zip.read(name))))) written += 1;
      files.push(path);
    }
    return { files, written };
  } finally {
    zip.close();
  }
}

interface Wish {
  format: ExportFormat;
  folder: string;
  base: string | undefined;
  /** paths of this run */
  taken: Set<string>;
}
/** Exports a thread to a folder of files, or to one file. */
async function exportOne(
  api: Api,
  thread: Named,
  { format, folder, base, taken }: Wish,
): Promise<{ path: string; files: string[]; written: number }> {
  const { name, contentType, chunks } = await api.download(
    `threads/${thread._id}/export?${new URLSearchParams({ format, ...(base === undefined ? {} : { base }) })}`,
  );
  const into = join(folder, basename(thread.url));
  if (contentType !== 'application/zip') {
    const bytes = Buffer.concat(await Array.fromAsync(chunks));
    const own = join(folder, basename(name));
    // Two threads with the same title get two files.
    const path =
      format === 'md' || format === 'json'
        ? join(into, format === 'json' ? 'thread.json' : basename(name))
        : taken.has(own)
          ? `${into}${extname(name)}`
          : own;
    taken.add(path);
    return { path, files: [path], written: (await keep(path, bytes)) ? 1 : 0 };
  }
  const scratch = await mkdtemp(join(tmpdir(), 'gloss-export-'));
  try {
    const zipped = join(scratch, 'export.zip');
    await pipeline(Readable.from(chunks), createWriteStream(zipped));
    return { path: into, ...(await unpack(zipped, into)) };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function exportAll(
  { out, api: open, signal, settings }: Context,
  wanted: AsyncIterable<Named> | Iterable<Named>,
  format: ExportFormat,
  folder: string,
): Promise<ExitCode> {
  const api = await open();
  // The server hosted by this command ends with it, so links use the configured server's address.
  const base = api.hosted
    ? (settings.publicUrl ?? `http://${settings.host}:${settings.port}`)
    : undefined;
  const usedNames = new Set<string>();
  let [found, failed] = [0, 0];
  for await (const thread of wanted) {
    found += 1;
    try {
      const { path, files, written } = await exportOne(api, thread, {
        format,
        folder,
        base,
        taken: usedNames,
      });
      out.record({ _id: thread._id, title: thread.title, format, path, files, written });
      out.line(
        out.live ? `${paint('bold', oneLine(thread.title))}  ${paint('dim', oneLine(path))}` : path,
      );
    } catch (error) {
      if (signal.aborted) throw error;
      failed += 1;
      out.problem(toFault(error).message, thread.title);
    }
  }
  if (found === 0)
    out.remark('There are no threads yet. Create one: gloss thread new "My reading"');
  return failed === 0 ? 0 : 1;
}

export const exportThreads: CliCommand = {
  describe: (program) =>
    program
      .command('export')
      .description('Write threads as Markdown, HTML, JSON or Anki cards')
      .option('-t, --thread <thread>', 'thread by title, address or id')
      .option('--all', 'every thread, one folder per thread')
      .addOption(
        new Option(
          '-f, --format <format>',
          'md: Markdown for Obsidian and other apps · html: one page · json: everything · anki: a deck of cards',
        )
          .choices(ExportFormat.options)
          .default('md'),
      )
      .option('-o, --output <folder>', 'where to', '.')
      .addHelpText(
        'after',
        `
Markdown and JSON are brought back by gloss import FOLDER. Files that did not
change are not written again.

Examples:
  gloss export --thread "My reading" -o ~/vault/gloss
  gloss export --all --format html -o site
  gloss export -t "My reading" -f anki`,
      ),
  async run(context, _args, options) {
    const format = ExportFormat.parse(options['format']);
    const folder = resolve(typeof options['output'] === 'string' ? options['output'] : '.');
    const named = options['thread'];
    if ((typeof named === 'string') === (options['all'] === true))
      throw new Fault('bad_request', {
        message: 'Choose what to export: gloss export --thread THREAD, or gloss export --all.',
      });
    const api = await context.api();
    return exportAll(
      context,
      typeof named === 'string' ? [await findThread(api, named)] : each(api),
      format,
      folder,
    );
  },
};
