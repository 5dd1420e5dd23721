/**
 * Imports a thread from the output of `gloss export`: a folder, a zip, a note or `thread.json`.
 * Tells these apart from lists of links.
 */
import { open, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { openZip, type OpenZip } from '#config/zip-reader.ts';
import { isThreadExport, readThreadExport } from '#api/features/export/read-export.ts';
import {
  StartedThreadImport,
  ImportedThread,
  type ExportedFile,
  type ThreadExport,
  type ThreadImport,
} from '#core/contract/export.ts';
import { Fault, toFault } from '#core/contract/faults.ts';
import { z } from 'zod';
import { sha256 } from '#config/sha256.ts';
import type { Context, ExitCode } from '../command.ts';
import { oneLine, paint } from '../render/output.ts';

/** Limits of an export: notes of any length, pictures and documents. */
const LIMITS = { entries: 10_000, bytes: 8 * 2 ** 30, ratio: 100 };
const MAX_TEXT_BYTES = 64 * 2 ** 20;
const HEAD_BYTES = 64 * 2 ** 10;
const TEXT = /^(?:[^/]+\/)?(?:thread\.json|[^/]+\.(?:md|json))$/i;

/** Prefers the more complete form if an export has both. */
function once(all: readonly FoundExport[]): FoundExport[] {
  const folders = new Set(
    all.filter((it) => it.name.endsWith('.json')).map((it) => dirname(it.name)),
  );
  return all.filter((it) => it.name.endsWith('.json') || !folders.has(dirname(it.name)));
}

interface FoundExport {
  name: string;
  /** its text */
  text: string;
  /** Reads a file next to the text. Faults: `absent`. */
  read(path: string): Promise<Uint8Array<ArrayBuffer>>;
  size(path: string): Promise<number>;
}
export interface FoundExports {
  all: FoundExport[];
  close(): void;
}

const absent = (path: string): Fault =>
  new Fault('absent', { message: `${path} is missing in the export.` });
const tooLong = (name: string): Fault =>
  new Fault('too_large', { message: `${name} is larger than ${MAX_TEXT_BYTES / 2 ** 20} MB.` });

/** Returns undefined for other input. Faults: `corrupt_file`; `too_large` for a zip bomb. */
export async function findExports(named: string): Promise<FoundExports | undefined> {
  if (named === '-' || /^(https?|feed):/i.test(named)) return undefined;
  const info = await stat(named).catch(() => undefined);
  if (!info) return undefined;
  if (info.isDirectory()) return fromFolder(named);
  if ((await headOf(named, 4)).startsWith('PK\u0003\u0004')) return fromZip(named);
  // Reading it as a list of links reports files that are too long.
  if (
    info.size > MAX_TEXT_BYTES ||
    !/\.(md|json)$/i.test(named) ||
    !isThreadExport(await headOf(named))
  )
    return undefined;
  return {
    all: [beside(named, join(named, '..'), await readFile(named, 'utf8'))],
    close: () => undefined,
  };
}
async function headOf(path: string, most = HEAD_BYTES): Promise<string> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(most), 0, most, 0);
  const head = buffer.toString('utf8', 0, bytesRead);
  // Front matter can be longer than the part that was read.
  return head.startsWith('---') && bytesRead === HEAD_BYTES ? readFile(path, 'utf8') : head;
}

/** Reads files below a folder; doesn't follow links out of it. */
function beside(name: string, folder: string, text: string): FoundExport {
  const inside = async (path: string): Promise<string> => {
    const [root, real] = await Promise.all([
      realpath(folder),
      realpath(join(folder, path)).catch(() => {
        throw absent(path);
      }),
    ]);
    const to = relative(root, real);
    if (to.startsWith(`..${sep}`) || to === '..' || to === '')
      throw new Fault('corrupt_file', { message: `${path} leads out of the export.` });
    return real;
  };
  return {
    name,
    text,
    size: async (path) => (await stat(await inside(path))).size,
    read: async (path) => new Uint8Array(await readFile(await inside(path))),
  };
}
async function fromFolder(folder: string): Promise<FoundExports | undefined> {
  const all: FoundExport[] = [];
  for (const { name, parentPath } of (
    await readdir(folder, { withFileTypes: true, recursive: true })
  )
    .filter((it) => it.isFile() && /\.(md|json)$/i.test(it.name))
    .toSorted((a, b) => (join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1))) {
    const path = join(parentPath, name);
    if (relative(folder, path).split(sep).length > 2) continue;
    if ((await stat(path)).size <= MAX_TEXT_BYTES && isThreadExport(await headOf(path)))
      all.push(beside(relative(folder, path), parentPath, await readFile(path, 'utf8')));
  }
  return all.length > 0 ? { all: once(all), close: () => undefined } : undefined;
}
async function fromZip(path: string): Promise<FoundExports | undefined> {
  const zip = await openZip(path, LIMITS);
  const all: FoundExport[] = [];
  for (const [name, size] of zip.sizes) {
    if (!TEXT.test(name)) continue;
    if (size > MAX_TEXT_BYTES) {
      zip.close();
      throw tooLong(name);
    }
    const text = Buffer.from(await bytesOf(zip, name)).toString('utf8');
    const folder = name.includes('/') ? name.slice(0, name.lastIndexOf('/') + 1) : '';
    if (isThreadExport(text))
      all.push({
        name,
        text,
        read: (at) => bytesOf(zip, `${folder}${at}`),
        size: async (at) => zip.sizes.get(`${folder}${at}`) ?? Promise.reject(absent(at)),
      });
  }
  if (all.length > 0) return { all: once(all), close: () => zip.close() };
  zip.close();
  return undefined;
}
const bytesOf = async (zip: OpenZip, name: string): Promise<Uint8Array<ArrayBuffer>> => {
  if (!zip.sizes.has(name)) throw absent(name);
  return new Uint8Array(Buffer.concat(await Array.fromAsync(zip.read(name))));
};

/** Uses the actual files, because an export's own sizes and hashes can't be trusted. */
async function filesOf(
  found: FoundExport,
  it: ThreadExport,
): Promise<{ files: ExportedFile[]; missing: string[] }> {
  const files: ExportedFile[] = [];
  const missing: string[] = [];
  for (const file of it.files) {
    try {
      const bytes = await found.read(file.path);
      files.push({
        ...file,
        size: bytes.length,
        sha256: sha256(bytes),
      });
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'absent') throw error;
      missing.push(file.path);
    }
  }
  return { files, missing };
}

async function bringBack(
  { api: open, out, signal }: Context,
  found: FoundExport,
): Promise<ExitCode> {
  const it = readThreadExport(found.text);
  const { files, missing } = await filesOf(found, it);
  const api = await open();
  const begun = await api.send(
    'POST',
    'threads/import',
    { thread: it.thread, files },
    StartedThreadImport,
  );
  const pathOf = new Map(files.map((file) => [file.key, file.path]));
  try {
    for (const { key, uploadURL, headers } of begun.files)
      await api.put(uploadURL, headers, await found.read(pathOf.get(key) ?? ''));
    const body: ThreadImport = {
      thread: it.thread,
      sources: it.sources,
      notes: it.notes,
      answers: it.answers,
      files: begun.files.map(({ key, fileKey }) => ({ key, fileKey })),
    };
    const { thread, added, known, left, answers } = await api.send(
      'PUT',
      `threads/${begun.thread._id}/import`,
      body,
      ImportedThread,
    );
    out.record({ ...thread, added, known, answers, files: files.length, left, missing });
    const place = api.hosted ? thread.url : `${api.url}/t/${thread.url}`;
    out.line(
      out.live
        ? `${paint('bold', oneLine(thread.title))}  ${added + known} ${added + known === 1 ? 'source' : 'sources'}, ${added} new\n  ${paint('dim', place)}`
        : [thread._id, oneLine(thread.title), added + known, place].join('\t'),
    );
    for (const { title, why } of left) out.problem(why, title);
    for (const path of missing)
      out.problem('This file is not in the export; what shows it stays empty.', path);
    return left.length + missing.length === 0 ? 0 : 1;
  } catch (error) {
    // Deletes the thread that was started, so that nothing remains.
    await api.send('DELETE', `threads/${begun.thread._id}`, {}, z.unknown()).catch(() => undefined);
    signal.throwIfAborted();
    throw error;
  }
}

export async function importExports(
  context: Context,
  { all, close }: FoundExports,
  { dryRun }: { dryRun: boolean },
): Promise<ExitCode> {
  const { out, signal } = context;
  let failed = 0;
  try {
    for (const found of all) {
      try {
        if (dryRun) {
          const { thread, sources, files } = readThreadExport(found.text);
          out.record({ name: found.name, thread, sources: sources.length, files: files.length });
          out.line(
            [oneLine(thread.title), `${sources.length} sources`, `${files.length} files`].join(
              '\t',
            ),
          );
        } else if ((await bringBack(context, found)) !== 0) failed += 1;
      } catch (error) {
        if (signal.aborted || all.length === 1) throw error;
        failed += 1;
        out.problem(toFault(error).message, found.name);
      }
    }
  } finally {
    close();
  }
  return failed === 0 ? 0 : 1;
}
