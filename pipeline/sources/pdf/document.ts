/** pdf.js in Node: opens hostile bytes with everything that runs, fetches or grows without bound switched off. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { getDocument, InvalidPDFException, PasswordException, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import type { Snapshot } from '#core/contract/snapshot.ts';
import type { RawPage } from './layout.ts';
import { toFrames } from './runs.ts';

const PACKAGE = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const asset = (folder: string) => `${path.join(PACKAGE, folder)}/`;
/** pixels of one image; a larger one is not drawn */
const MAX_IMAGE = 24_000_000;
const THUMBNAIL_WIDTH = 400;
const MAX_OUTLINE = 2_000;

export interface OpenPdf { document: PDFDocumentProxy; close(): Promise<void> }

/** Faults: `password_protected` unless the empty password opens it, `corrupt_file`. */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf> {
  const task = getDocument({
    data: bytes, password: '', verbosity: VerbosityLevel.ERRORS, enableXfa: false, useWorkerFetch: false, useSystemFonts: false,
    stopAtErrors: false, maxImageSize: MAX_IMAGE, canvasMaxAreaInBytes: MAX_IMAGE * 4, disableFontFace: true,
    cMapUrl: asset('cmaps'), standardFontDataUrl: asset('standard_fonts'), wasmUrl: asset('wasm'), iccUrl: asset('iccs'),
  });
  try {
    const document = await task.promise;
    return { document, close: () => task.destroy() };
  } catch (error) {
    await task.destroy();
    if (error instanceof PasswordException) throw new Fault('password_protected', { cause: error });
    const why = error instanceof InvalidPDFException ? 'It does not have the structure of a PDF.' : 'It could not be read as a PDF.';
    throw new Fault('corrupt_file', { message: `This PDF is damaged. ${why} Open it elsewhere to check, then add it again.`, cause: error });
  }
}

/** One page's text with places, and the language that the document claims for it. */
export async function readPage(page: PDFPageProxy): Promise<RawPage & { language: string | undefined }> {
  const viewport = page.getViewport({ scale: 1, rotation: 0 });
  const content = await page.getTextContent();
  const space = { matrix: viewport.transform, width: viewport.width, height: viewport.height, scale: page.userUnit };
  const items = content.items.filter((item) => 'str' in item);
  return { page: page.pageNumber, space, frames: toFrames(items, content.styles, space), language: content.lang ?? undefined };
}

interface DrawnCanvas extends HTMLCanvasElement { toBuffer(type: 'image/jpeg', quality: number): Uint8Array }
interface CanvasFactory { create(width: number, height: number): { canvas: DrawnCanvas }; destroy(made: { canvas: DrawnCanvas }): void }
const CanvasFactory = z.custom<CanvasFactory>((value) => typeof value === 'object' && value !== null && 'create' in value);

/** A JPEG of the page as it is shown, about 400 px wide. */
export async function drawThumbnail(document: PDFDocumentProxy, page: PDFPageProxy): Promise<Uint8Array> {
  const full = page.getViewport({ scale: 1 });
  const scale = Math.min(THUMBNAIL_WIDTH / full.width, (3 * THUMBNAIL_WIDTH) / full.height);
  const viewport = page.getViewport({ scale });
  const factory = CanvasFactory.parse(document.canvasFactory);
  const made = factory.create(Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height)));
  try {
    await page.render({ canvas: made.canvas, viewport, background: '#ffffff' }).promise;
    return Uint8Array.from(made.canvas.toBuffer('image/jpeg', 80));
  } finally {
    factory.destroy(made);
  }
}

type OutlineNodes = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>;

export async function readOutline(document: PDFDocumentProxy): Promise<NonNullable<Snapshot['outline']>> {
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

async function pageOf(document: PDFDocumentProxy, dest: string | unknown[] | null): Promise<number | undefined> {
  const [target] = (typeof dest === 'string' ? await document.getDestination(dest) : dest) ?? [];
  if (typeof target === 'number') return target + 1;
  const ref = PageRef.safeParse(target);
  // A bookmark may point at a page that was taken out.
  return ref.success ? document.getPageIndex(ref.data).then((index) => index + 1, () => undefined) : undefined;
}

const Info = z.object({ Title: z.string().optional(), Author: z.string().optional() });
const clean = (text: unknown) => (typeof text === 'string' ? text.replace(/[\s\u0000-\u001F]+/g, ' ').trim() : '').slice(0, 500) || undefined;

/** What the programs that make PDFs write in place of a title. */
const NO_TITLE = /^(untitled\b.*|document\d*|microsoft (word|powerpoint).*|.*\.(docx?|dvi|tex|pdf|indd|qxd|pptx?|ps|rtf|odt|html?)|about:blank|[\d\W_]*)$/i;

export async function readInfo(document: PDFDocumentProxy): Promise<{ title: string | undefined; author: string | undefined }> {
  const { info, metadata } = await document.getMetadata();
  const plain = Info.safeParse(info);
  const fromXmp = (name: string): unknown => { const value: unknown = metadata?.get(name); return Array.isArray(value) ? value.join(', ') : value; };
  const title = clean(plain.data?.Title) ?? clean(fromXmp('dc:title'));
  return { title: title !== undefined && NO_TITLE.test(title) ? undefined : title, author: clean(plain.data?.Author) ?? clean(fromXmp('dc:creator')) };
}
