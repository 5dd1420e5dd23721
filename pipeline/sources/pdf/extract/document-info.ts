import type { PDFDocumentProxy } from 'pdfjs-dist';
import { z } from 'zod';
import type { Snapshot } from '#core/contract/snapshot.ts';
import { PDFDateString } from './pdfjs.ts';

const MAX_OUTLINE = 2_000;

type OutlineNodes = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>;

export async function readOutline(
  document: PDFDocumentProxy,
): Promise<NonNullable<Snapshot['outline']>> {
  const entries: NonNullable<Snapshot['outline']> = [];
  const walk = async (nodes: OutlineNodes, depth: number): Promise<void> => {
    for (const node of nodes ?? []) {
      if (entries.length >= MAX_OUTLINE || depth > 12) return;
      const page = await pageOf(document, node.dest);
      const title = node.title.replace(/\s+/g, ' ').trim();
      if (page !== undefined && title !== '') entries.push({ title, page, depth });
      await walk(node.items, depth + 1);
    }
  };
  await walk(await document.getOutline(), 0);
  return entries;
}

const PageRef = z.object({ num: z.int(), gen: z.int() });

async function pageOf(
  document: PDFDocumentProxy,
  dest: string | unknown[] | null,
): Promise<number | undefined> {
  const [target] = (typeof dest === 'string' ? await document.getDestination(dest) : dest) ?? [];
  if (typeof target === 'number') return target + 1;
  const ref = PageRef.safeParse(target);
  // A bookmark may refer to a page that was removed.
  return ref.success
    ? document.getPageIndex(ref.data).then(
        (index) => index + 1,
        () => undefined,
      )
    : undefined;
}

const Info = z.object({
  Title: z.string().optional(),
  Author: z.string().optional(),
  CreationDate: z.string().optional(),
  ModDate: z.string().optional(),
});
const clean = (text: unknown) =>
  (typeof text === 'string' ? text.replace(/[\s\u0000-\u001F]+/g, ' ').trim() : '').slice(0, 500) ||
  undefined;

/** Placeholders that PDF producers write instead of a title. */
const NO_TITLE =
  /^(untitled\b.*|document\d*|microsoft (word|powerpoint).*|.*\.(docx?|dvi|tex|pdf|indd|qxd|pptx?|ps|rtf|odt|html?)|about:blank|[\d\W_]*)$/i;

const dated = (text: string | undefined): string | undefined => {
  const date = PDFDateString.toDateObject(text ?? '');
  return date && !Number.isNaN(date.getTime()) && date.getUTCFullYear() > 1900
    ? date.toISOString()
    : undefined;
};

export interface DocumentInfo {
  title: string | undefined;
  author: string | undefined;
  /** ISO 8601 */
  publishedAt: string | undefined;
}

export async function readInfo(document: PDFDocumentProxy): Promise<DocumentInfo> {
  const { info, metadata } = await document.getMetadata();
  const plain = Info.safeParse(info);
  const fromXmp = (name: string): unknown => {
    const value: unknown = metadata?.get(name);
    return Array.isArray(value) ? value.join(', ') : value;
  };
  const title = clean(plain.data?.Title) ?? clean(fromXmp('dc:title'));
  return {
    title: title !== undefined && NO_TITLE.test(title) ? undefined : title,
    author: clean(plain.data?.Author) ?? clean(fromXmp('dc:creator')),
    publishedAt: dated(plain.data?.CreationDate) ?? dated(plain.data?.ModDate),
  };
}

/** Reads the page labels of the document; undefined if they are 1, 2, 3 … */
export async function readLabels(document: PDFDocumentProxy): Promise<string[] | undefined> {
  const labels = (await document.getPageLabels())?.map((label) => label.slice(0, 50));
  return labels?.length === document.numPages &&
    labels.some((label, index) => label !== String(index + 1))
    ? labels
    : undefined;
}
