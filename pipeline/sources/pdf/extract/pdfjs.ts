/**
 * Loads pdf.js and patches its worker. If the patches don't fit, pdf.js is used as it is, with one
 * warning. The argument `--pdf-patches=NAME,…` of the process chooses patches; an empty list
 * switches them off.
 */
import { registerHooks } from 'node:module';
import { CHILD_WARNING } from '#pipeline/run/child-messages.ts';
import { patchPdfjs } from './pdfjs-patches.ts';

const ARGUMENT = '--pdf-patches=';

function chosenPatches(): string[] | undefined {
  return process.argv
    .find((argument) => argument.startsWith(ARGUMENT))
    ?.slice(ARGUMENT.length)
    .split(',')
    .filter((name) => name !== '');
}

const library = await import('pdfjs-dist/legacy/build/pdf.mjs');

const hooks = registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const { source } = loaded;
    if (!url.endsWith('/pdfjs-dist/legacy/build/pdf.worker.mjs') || !source) return loaded;
    const text =
      typeof source === 'string' ? source : Buffer.from(source as Uint8Array).toString('utf8');
    const result = patchPdfjs(text, library.version, chosenPatches());
    if ('source' in result) return { ...loaded, source: result.source };
    process.emitWarning(`pdf.js is used without our patches: ${result.problem}.`, CHILD_WARNING);
    return loaded;
  },
});
// Loads the worker now, because pdf.js would load it with the first document, after the hooks are removed.
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
