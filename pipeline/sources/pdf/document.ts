/**
 * pdf.js in Node: opens hostile bytes with everything that runs, fetches or grows without bound
 * switched off.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import type { PageLink, Snapshot } from '#core/contract/snapshot.ts';
import type { RawPage } from './layout.ts';
import {
  getDocument,
  InvalidPDFException,
  OPS,
  PasswordException,
  PDFDateString,
  VerbosityLevel,
} from './pdfjs.ts';
import { toFrames, toPage, type PageSpace, type TextPiece } from './runs.ts';

const PACKAGE = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const asset = (folder: string) => `${path.join(PACKAGE, folder)}/`;
/** pixels of one image; a larger one is not drawn */
const MAX_IMAGE = 24_000_000;
const THUMBNAIL_WIDTH = 400;
const READING_DPI = 300;
/** pixels of a page drawn for recognising */
const MAX_DRAWN = 12_000_000;
const MAX_OUTLINE = 2_000;

export interface OpenPdf {
  document: PDFDocumentProxy;
  close(): Promise<void>;
}

/** Faults: `password_protected` unless the empty password opens it, `corrupt_file`. */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf> {
  const task = getDocument({
    data: bytes,
    password: '',
    verbosity: VerbosityLevel.ERRORS,
    enableXfa: false,
    useWorkerFetch: false,
    useSystemFonts: false,
    stopAtErrors: false,
    maxImageSize: MAX_IMAGE,
    canvasMaxAreaInBytes: MAX_IMAGE * 4,
    disableFontFace: true,
    cMapUrl: asset('cmaps'),
    standardFontDataUrl: asset('standard_fonts'),
    wasmUrl: asset('wasm'),
    iccUrl: asset('iccs'),
  });
  try {
    const document = await task.promise;
    return { document, close: () => task.destroy() };
  } catch (error) {
    await task.destroy();
    if (error instanceof PasswordException) throw new Fault('password_protected', { cause: error });
    const why =
      error instanceof InvalidPDFException
        ? 'It does not have the structure of a PDF.'
        : 'It could not be read as a PDF.';
    throw new Fault('corrupt_file', {
      message: `This PDF is damaged. ${why} Open it elsewhere to check, then add it again.`,
      cause: error,
    });
  }
}

const spaceOf = (page: PDFPageProxy): PageSpace => {
  const { transform, width, height } = page.getViewport({ scale: 1, rotation: 0 });
  return { matrix: transform, width, height, scale: page.userUnit };
};

/** One page's text with places, its links, and the language that the document claims for it. */
export async function readPage(
  page: PDFPageProxy,
): Promise<RawPage & { links: PageLink[]; language: string | undefined }> {
  const space = spaceOf(page);
  const [content, links] = await Promise.all([
    page.getTextContent({ includeMarkedContent: true, disableNormalization: true }),
    // Damaged notes on a page do not cost its text.
    readLinks(page, space).catch(() => []),
  ]);
  return {
    page: page.pageNumber,
    space,
    frames: toFrames(asMeant(content.items), content.styles, space),
    links,
    language: content.lang ?? undefined,
  };
}

type Items = Awaited<ReturnType<PDFPageProxy['getTextContent']>>['items'];

/** In place of the letters of a stretch, what the document says that they mean (`ActualText`). */
function asMeant(items: Items): TextPiece[] {
  const pieces: TextPiece[] = [];
  const open: { meant: string | undefined; from: number }[] = [];
  for (const item of items) {
    if ('str' in item) {
      pieces.push(item);
      continue;
    }
    if (item.type !== 'endMarkedContent') {
      open.push({
        meant:
          'actualText' in item && typeof item.actualText === 'string' ? item.actualText : undefined,
        from: pieces.length,
      });
      continue;
    }
    const ended = open.pop();
    // What lies within a stretch that is told already goes with it.
    if (ended?.meant === undefined || open.some((it) => it.meant !== undefined)) continue;
    const inside = pieces.splice(ended.from);
    const first = inside.findIndex((it) => it.str.trim() !== '');
    const [from, last] = [inside[Math.max(0, first)], inside.at(-1)];
    if (!from || !last) continue;
    pieces.push(...inside.slice(0, Math.max(0, first)).filter((it) => it.width > 0));
    const across = Math.hypot(
      Number(last.transform[4]) - Number(from.transform[4]),
      Number(last.transform[5]) - Number(from.transform[5]),
    );
    pieces.push({
      ...from,
      str: ended.meant,
      width: from === last ? from.width : across + last.width,
    });
  }
  return pieces;
}

const MAX_LINKS_PER_PAGE = 200;
const Link = z.object({
  url: z
    .string()
    .max(2_000)
    .regex(/^(https?:|mailto:)/i),
  rect: z.tuple([z.number(), z.number(), z.number(), z.number()]),
});

async function readLinks(page: PDFPageProxy, space: PageSpace): Promise<PageLink[]> {
  const [a, b, c, d, e, f] = space.matrix.map(Number);
  const place = (x: number, y: number): [number, number] => [
    (a ?? 1) * x + (c ?? 0) * y + (e ?? 0),
    (b ?? 0) * x + (d ?? 1) * y + (f ?? 0),
  ];
  const links: PageLink[] = [];
  for (const note of await page.getAnnotations({ intent: 'display' })) {
    const link = Link.safeParse(note);
    if (!link.success || links.length >= MAX_LINKS_PER_PAGE) continue;
    const [x0, y0, x1, y1] = link.data.rect;
    const [[xa, ya], [xb, yb]] = [place(x0, y0), place(x1, y1)];
    const box = {
      x0: Math.min(xa, xb),
      x1: Math.max(xa, xb),
      top: Math.min(ya, yb),
      bottom: Math.max(ya, yb),
    };
    links.push({ page: page.pageNumber, rect: toPage(0, box, space), url: link.data.url });
  }
  return links;
}

/**
 * The share of the page, 0..1, that its pictures cover, and whether anything is drawn on it at all.
 */
export async function measurePage(
  page: PDFPageProxy,
): Promise<{ pictured: number; drawn: boolean }> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const [x0 = 0, y0 = 0, x1 = 1, y1 = 1] = page.view;
  const whole = Math.abs((x1 - x0) * (y1 - y0)) || 1;
  const stack: number[] = [];
  let scale = 1;
  let pictured = 0;
  let drawn = false;
  fnArray.forEach((operator, at) => {
    const args: unknown = argsArray[at];
    if (operator === OPS.save) stack.push(scale);
    else if (operator === OPS.restore) scale = stack.pop() ?? scale;
    else if (operator === OPS.transform) {
      const [a, b, c, d] = Array.isArray(args) ? args.map(Number) : [];
      scale *= Math.abs((a ?? 1) * (d ?? 1) - (b ?? 0) * (c ?? 0));
    } else if (PICTURES.has(operator)) {
      pictured += scale / whole;
      drawn = true;
    } else if (MARKS.has(operator)) drawn = true;
  });
  return { pictured: Math.min(1, pictured), drawn };
}
const PICTURES = new Set<number>([
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
  OPS.paintInlineImageXObjectGroup,
  OPS.paintImageMaskXObjectGroup,
  OPS.paintImageXObjectRepeat,
  OPS.paintImageMaskXObjectRepeat,
]);
const MARKS = new Set<number>([
  OPS.constructPath,
  OPS.shadingFill,
  OPS.showText,
  OPS.showSpacedText,
]);

interface DrawnCanvas extends HTMLCanvasElement {
  toBuffer(type: 'image/jpeg' | 'image/png', quality?: number): Uint8Array;
}
interface CanvasFactory {
  create(width: number, height: number): { canvas: DrawnCanvas };
  destroy(made: { canvas: DrawnCanvas }): void;
}
const CanvasFactory = z.custom<CanvasFactory>(
  (value) => typeof value === 'object' && value !== null && 'create' in value,
);

async function drawn(
  document: PDFDocumentProxy,
  page: PDFPageProxy,
  scale: number,
  encode: (canvas: DrawnCanvas) => Uint8Array,
): Promise<Uint8Array> {
  const viewport = page.getViewport({ scale });
  const factory = CanvasFactory.parse(document.canvasFactory);
  const made = factory.create(
    Math.max(1, Math.round(viewport.width)),
    Math.max(1, Math.round(viewport.height)),
  );
  try {
    await page.render({ canvas: made.canvas, viewport, background: '#ffffff' }).promise;
    return Uint8Array.from(encode(made.canvas));
  } finally {
    factory.destroy(made);
  }
}

/** A JPEG of the page as it is shown, about 400 px wide. */
export function drawThumbnail(document: PDFDocumentProxy, page: PDFPageProxy): Promise<Uint8Array> {
  const full = page.getViewport({ scale: 1 });
  return drawn(
    document,
    page,
    Math.min(THUMBNAIL_WIDTH / full.width, (3 * THUMBNAIL_WIDTH) / full.height),
    (canvas) => canvas.toBuffer('image/jpeg', 80),
  );
}

/** A PNG of the page as it is shown, with as many dots as recognising letters asks for. */
export function drawForReading(
  document: PDFDocumentProxy,
  page: PDFPageProxy,
): Promise<Uint8Array> {
  const full = page.getViewport({ scale: 1 });
  return drawn(
    document,
    page,
    Math.min(READING_DPI / 72, Math.sqrt(MAX_DRAWN / (full.width * full.height))),
    (canvas) => canvas.toBuffer('image/png'),
  );
}

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
  // A bookmark may point at a page that was taken out.
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

/** What the programs that make PDFs write in place of a title. */
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

/** What the document calls its pages; undefined where that is 1, 2, 3 … */
export async function readLabels(document: PDFDocumentProxy): Promise<string[] | undefined> {
  const labels = (await document.getPageLabels())?.map((label) => label.slice(0, 50));
  return labels?.length === document.numPages &&
    labels.some((label, index) => label !== String(index + 1))
    ? labels
    : undefined;
}
