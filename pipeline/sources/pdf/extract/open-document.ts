/** Keeps the last document open for the next batch of the same file, and closes it if none comes. */
import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { ExtractInput } from '#pipeline/sources/contract.ts';
import type { OpenPdf } from './open-pdf.ts';

/**
 * pdf.js caches what it has read of a document; reopening it after this many pages bounds its
 * memory.
 */
const MAX_PAGES = 256;
const IDLE_MS = 2_000;

interface Kept {
  file: string;
  open: OpenPdf;
  pages: number;
  idle: NodeJS.Timeout;
}
let kept: Kept | undefined;

function take(file: string | undefined): Kept | undefined {
  const found = kept;
  if (!found || found.file !== file) return undefined;
  clearTimeout(found.idle);
  kept = undefined;
  return found;
}

export async function letGo(): Promise<void> {
  const { open, idle } = kept ?? {};
  clearTimeout(idle);
  kept = undefined;
  await open?.close();
}

/** `use` returns how many pages it has read, and whether more batches of the file will follow. */
export async function withDocument<T>(
  { file }: Pick<ExtractInput, 'file'>,
  open: () => Promise<OpenPdf>,
  use: (document: PDFDocumentProxy) => Promise<{ result: T; pages: number; more: boolean }>,
): Promise<T> {
  const before = take(file);
  await letGo();
  const opened = before?.open ?? (await open());
  let rest: (() => Promise<void>) | undefined = () => opened.close();
  try {
    const { result, pages, more } = await use(opened.document);
    const all = (before?.pages ?? 0) + pages;
    if (file !== undefined && more && all < MAX_PAGES) {
      rest = undefined;
      await letGo();
      kept = {
        file,
        open: opened,
        pages: all,
        idle: setTimeout(() => {
          void letGo();
        }, IDLE_MS).unref(),
      };
    }
    return result;
  } finally {
    await rest?.();
  }
}
