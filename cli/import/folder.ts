/**
 * Imports the supported files of a folder: lists them first, uploads them to the thread when the
 * import starts.
 */
import { createHash } from 'node:crypto';
import { open, readdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { Fault } from '#core/contract/faults.ts';
import { FileList } from '#core/contract/file.ts';
import type { ImportPreview, NewImport } from '#core/contract/import.ts';
import { FILES_IN_WORDS, kindOfFileName, SIGNATURE_BYTES } from '#core/kinds.ts';
import { sha256 } from '#config/sha256.ts';
import type { Api } from '#api/client/client.ts';
import { kindOfUpload, toUploadError, uploadSource } from '../upload.ts';

interface FolderFile {
  line: number;
  /** the path relative to the folder */
  label: string;
  path: string;
  size: number;
  changedAt: number;
  hash: string;
  /** the line of the file with the same bytes */
  repeats?: number;
}
export interface Folder {
  preview: ImportPreview;
  files: readonly FolderFile[];
  /** the size of all files that would be added */
  key: string;
}

async function lookAt(path: string): Promise<Pick<FolderFile, 'size' | 'changedAt' | 'hash'>> {
  try {
    await using file = await open(path);
    const { size, mtimeMs } = await file.stat();
    const hash = createHash('sha256');
    let head = Buffer.alloc(0);
    for await (const chunk of file.createReadStream({
      autoClose: false,
    }) as AsyncIterable<Buffer>) {
      if (head.length < SIGNATURE_BYTES) head = Buffer.concat([head, chunk]);
      hash.update(chunk);
    }
    kindOfUpload(path, head);
    return { size, changedAt: mtimeMs, hash: hash.digest('hex') };
  } catch (error) {
    throw error instanceof Fault ? error : toUploadError(error);
  }
}

/** Faults: `bad_request` if the folder contains no supported files. */
export async function readFolder(path: string): Promise<Folder> {
  const names = (await readdir(path, { recursive: true })).filter(kindOfFileName).sort();
  if (names.length === 0)
    throw new Fault('bad_request', {
      message: `The folder ${path} holds no ${FILES_IN_WORDS.or} files.`,
    });
  const readable: FolderFile[] = [];
  const cannot: ImportPreview['unread'] = [];
  const lineOf = new Map<string, number>();
  for (const [index, label] of names.entries()) {
    const line = index + 1;
    try {
      const seen = await lookAt(join(path, label));
      const repeats = lineOf.get(seen.hash);
      readable.push({
        line,
        label,
        path: join(path, label),
        ...seen,
        ...(repeats === undefined ? {} : { repeats }),
      });
      if (repeats === undefined) lineOf.set(seen.hash, line);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      cannot.push({ line, text: label, why: error.message });
    }
  }
  const repeated = readable.filter((it) => it.repeats !== undefined).length;
  return {
    files: readable,
    key: sha256(JSON.stringify(readable.map(({ label, hash }) => [label, hash]))),
    preview: {
      format: 'pdf-folder',
      label: `folder of ${FILES_IN_WORDS.and} files`,
      unread: cannot,
      entries: readable.map(({ line, label, repeats }) => ({
        line,
        kind: 'source',
        title: label,
        tags: [],
        highlights: [],
        ...(repeats === undefined
          ? { verdict: 'new' as const }
          : { verdict: 'repeated' as const, of: `line ${repeats}` }),
      })),
      totals: {
        new: readable.length - repeated,
        known: 0,
        repeated,
        listing: 0,
        bookmark: 0,
        unreadable: cannot.length,
      },
    },
  };
}

/**
 * Uploads the files to the thread, except those that an interrupted import has already uploaded.
 */
export async function uploadFolder(
  api: Api,
  threadId: string,
  { files }: Folder,
  tell: (done: number) => void,
): Promise<NewImport['items']> {
  const uploaded = await api.send('POST', 'thread/get_all_files', { id: threadId }, FileList);
  const alone = (name: string) => files.filter((it) => basename(it.path) === name).length === 1;
  const keys = new Map<number, string>();
  const items: NewImport['items'] = [];
  for (const [index, file] of files.entries()) {
    tell(index);
    const name = basename(file.path);
    const existing = alone(name)
      ? uploaded.files.find(
          (it) =>
            it.name === name && it.size === file.size && Date.parse(it.createdAt) > file.changedAt,
        )
      : undefined;
    const fileKey =
      (file.repeats === undefined ? undefined : keys.get(file.repeats)) ??
      existing?.fileKey ??
      (await uploadSource(api, threadId, file.path)).fileKey;
    keys.set(file.line, fileKey);
    items.push({
      line: file.line,
      kind: 'source',
      fileKey,
      title: basename(file.path, extname(file.path)),
      tags: [],
      highlights: [],
    });
  }
  return items;
}
