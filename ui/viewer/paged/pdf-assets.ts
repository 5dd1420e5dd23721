/**
 * PDF.js, its worker and the files it loads by name (character maps, fonts, decoders), all from our
 * own origin.
 */
import { getDocument, GlobalWorkerOptions } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

const FILES = import.meta.glob<string>(
  [
    '../../../node_modules/pdfjs-dist/cmaps/*.bcmap',
    '../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
    '../../../node_modules/pdfjs-dist/wasm/*.wasm',
  ],
  { query: '?url', import: 'default', eager: true },
);
const byName = new Map(
  Object.entries(FILES).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]),
);

/** The URL of a file by its name, wherever the build has put it. */
class BundledFiles {
  readonly cMapUrl = '';
  readonly standardFontDataUrl = '';
  readonly wasmUrl = '';
  async fetch({ filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const url = byName.get(filename);
    if (url === undefined) throw new Error(`PDF.js asked for ${filename}, which is not bundled.`);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${filename} did not load (${response.status}).`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

/** Largest image to decode, in pixels. */
const MAX_IMAGE_PIXELS = 64 * 1024 * 1024;

/** Disables XFA forms, which can contain scripts; PDF.js 6 itself evaluates none. */
export const openPdf = (url: string) =>
  getDocument({
    url,
    enableXfa: false,
    maxImageSize: MAX_IMAGE_PIXELS,
    useWorkerFetch: false,
    cMapPacked: true,
    cMapUrl: 'bundled/',
    standardFontDataUrl: 'bundled/',
    wasmUrl: 'bundled/',
    BinaryDataFactory: BundledFiles,
  });
