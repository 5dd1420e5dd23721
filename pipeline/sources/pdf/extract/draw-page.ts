import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { z } from 'zod';

const THUMBNAIL_WIDTH = 400;
const READING_DPI = 300;
/** Most pixels of a page drawn for text recognition. */
const MAX_DRAWN = 12_000_000;

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

/** Draws the page as a JPEG about 400 px wide. */
export function drawThumbnail(document: PDFDocumentProxy, page: PDFPageProxy): Promise<Uint8Array> {
  const full = page.getViewport({ scale: 1 });
  return drawn(
    document,
    page,
    Math.min(THUMBNAIL_WIDTH / full.width, (3 * THUMBNAIL_WIDTH) / full.height),
    (canvas) => canvas.toBuffer('image/jpeg', 80),
  );
}

/** Draws the page as a PNG with the resolution that text recognition needs. */
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
