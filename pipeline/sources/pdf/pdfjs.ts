/**
 * pdf.js with changes, made while it is loaded: it hands on what a document says that its glyphs
 * mean (ActualText, in which scripts such as Devanagari and Thai are printed); links within the
 * document, of which there may be thousands, are not read; and it reads text with less work. A
 * version in which a place is not found is used as it is there.
 */
import { registerHooks } from 'node:module';
import { changed } from './pdfjs-changes.ts';

const hooks = registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const file = /\/pdfjs-dist\/legacy\/build\/(pdf(?:\.worker)?\.mjs)$/.exec(url)?.[1];
    if (file === undefined || loaded.source === undefined || loaded.source === null) return loaded;
    const source =
      typeof loaded.source === 'string'
        ? loaded.source
        : Buffer.from(loaded.source as Uint8Array).toString('utf8');
    return { ...loaded, source: changed(file, source) };
  },
});
// The second half would be loaded with the first document, out of the hooks' reach.
const library = await import('pdfjs-dist/legacy/build/pdf.mjs');
await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
hooks.deregister();

export const {
  getDocument,
  InvalidPDFException,
  PasswordException,
  PDFDateString,
  VerbosityLevel,
  OPS,
} = library;
