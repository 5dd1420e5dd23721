/** Opens untrusted PDFs with pdf.js in Node, without scripts, requests or unbounded memory use. */
import { createRequire } from 'node:module';
import path from 'node:path';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { Fault } from '#core/contract/faults.ts';
import { getDocument, InvalidPDFException, PasswordException, VerbosityLevel } from './pdfjs.ts';

const PACKAGE = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const asset = (folder: string) => `${path.join(PACKAGE, folder)}/`;
/** In pixels; a larger image is not drawn. */
const MAX_IMAGE = 24_000_000;

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
      message: `This PDF is damaged. ${why} Open it in another app to check, then add it again.`,
      cause: error,
    });
  }
}
