/** The PDFs of a folder as an import: looked at here, put into the thread once it starts. */
import { createHash } from 'node:crypto';
import { open, readdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { Fault } from '#core/contract/faults.ts';
import { FileList } from '#core/contract/file.ts';
import type { ImportPreview, NewImport } from '#core/contract/import.ts';
import type { Api } from '#api/client/client.ts';
import { isPdf, notPdf, PDF_HEAD_BYTES, toUploadError, uploadPdf } from '../upload.ts';

interface FolderPdf {
  line: number;
  /** from the folder on */
  label: string;
  path: string;
  size: number;
  changedAt: number;
  hash: string;
  /** the line whose bytes are the same */
  repeats?: number;
}
export interface Folder {
  preview: ImportPreview;
  pdfs: readonly FolderPdf[];
  /** of all that would be added */
  key: string;
}

async function lookAt(path: string): Promise<Pick<FolderPdf, 'size' | 'changedAt' | 'hash'>> {
  try {
    await using file = await open(path);
    const { size, mtimeMs } = await file.stat();
    const hash = createHash('sha256');
    let head = Buffer.alloc(0);
    for await (const chunk of file.createReadStream({
      autoClose: false,
    }) as AsyncIterable<Buffer>) {
      if (head.length < PDF_HEAD_BYTES) head = Buffer.concat([head, chunk]);
      hash.update(chunk);
    }
    if (!isPdf(head)) throw notPdf();
    return { size, changedAt: mtimeMs, hash: hash.digest('hex') };
  } catch (error) {
    throw error instanceof Fault ? error : toUploadError(error);
  }
}

/** Faults: `bad_request` when there is no PDF in it. */
export async function readFolder(path: string): Promise<Folder> {
  const names = (await readdir(path, { recursive: true }))
    .filter((name) => extname(name).toLowerCase() === '.pdf')
    .sort();
  if (names.length === 0)
    throw new Fault('bad_request', {
      message: `The folder ${path} holds no PDF. A folder imports its PDF files.`,
    });
  const pdfs: FolderPdf[] = [];
  const cannot: ImportPreview['unread'] = [];
  const lineOf = new Map<string, number>();
  for (const [index, label] of names.entries()) {
    const line = index + 1;
    try {
      const seen = await lookAt(join(path, label));
      const repeats = lineOf.get(seen.hash);
      pdfs.push({
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
  const repeated = pdfs.filter((it) => it.repeats !== undefined).length;
  return {
    pdfs,
    key: createHash('sha256')
      .update(JSON.stringify(pdfs.map(({ label, hash }) => [label, hash])))
      .digest('hex'),
    preview: {
      format: 'pdf-folder',
      label: 'folder of PDFs',
      unread: cannot,
      entries: pdfs.map(({ line, label, repeats }) => ({
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
        new: pdfs.length - repeated,
        known: 0,
        repeated,
        listing: 0,
        unreadable: cannot.length,
      },
    },
  };
}

/**
 * Puts the files into the thread; those that an interrupted import had put there already are not
 * sent again.
 */
export async function uploadFolder(
  api: Api,
  threadId: string,
  { pdfs }: Folder,
  tell: (done: number) => void,
): Promise<NewImport['items']> {
  const { files } = await api.send('POST', 'thread/get_all_files', { id: threadId }, FileList);
  const alone = (name: string) => pdfs.filter((it) => basename(it.path) === name).length === 1;
  const keys = new Map<number, string>();
  const items: NewImport['items'] = [];
  for (const [index, pdf] of pdfs.entries()) {
    tell(index);
    const name = basename(pdf.path);
    const there = alone(name)
      ? files.find(
          (it) =>
            it.name === name && it.size === pdf.size && Date.parse(it.createdAt) > pdf.changedAt,
        )
      : undefined;
    const fileKey =
      (pdf.repeats === undefined ? undefined : keys.get(pdf.repeats)) ??
      there?.fileKey ??
      (await uploadPdf(api, threadId, pdf.path));
    keys.set(pdf.line, fileKey);
    items.push({
      line: pdf.line,
      kind: 'source',
      fileKey,
      title: basename(pdf.path, extname(pdf.path)),
      tags: [],
      highlights: [],
    });
  }
  return items;
}
