import { canonicalUrl } from '#core/text/canonical-url.ts';
import { Fault } from '#core/contract/faults.ts';
import { KINDS } from '#core/kinds.ts';
import type { SourceKind } from '#pipeline/sources/contract.ts';
import { fetchFile } from '#pipeline/sources/fetch-file.ts';
import { join } from './join-pages.ts';
import { PART } from './part.ts';

const startsWithMark = (bytes: Uint8Array) =>
  Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-');
const isArxiv = (url: URL) =>
  /^(www\.|export\.)?arxiv\.org$/.test(url.hostname) && url.pathname.startsWith('/pdf/');

/** Refuses files that can't be opened, with a clear reason. */
function check(bytes: Uint8Array, maxBytes: number): void {
  const refuse = (why: string) => {
    throw new Fault('corrupt_file', { message: why });
  };
  if (bytes.length > maxBytes) throw new Fault('too_large');
  if (bytes.length === 0)
    refuse('This PDF is empty (0 bytes). Save it again, then add the new copy.');
  if (startsWithMark(bytes)) return;
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1').trimStart().toLowerCase();
  if (/^(<!doctype html|<html|<\?xml|<!--|<head|<body)/.test(start))
    refuse(
      'This is a web page named like a PDF. Add the address of the PDF itself, or add the page as a web source.',
    );
  refuse('This file is not a PDF. Open it in another app to check, then add it again.');
}

/**
 * PDFs, by address or uploaded. A scan without text gives a snapshot without segments, so that its
 * pages and thumbnail are kept. Faults: `corrupt_file`, `password_protected`, `too_large`, and
 * those of the guarded fetch.
 */
export const pdf: SourceKind = {
  name: 'pdf',
  claim(url) {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
    if (isArxiv(url))
      return {
        canonicalUrl: `https://arxiv.org${url.pathname.replace(/\.pdf$/i, '').replace(/\/$/, '')}`,
        confidence: 0.95,
      };
    return /\.pdf$/i.test(url.pathname)
      ? { canonicalUrl: canonicalUrl(url.href), confidence: 0.9 }
      : undefined;
  },
  recognise(response) {
    if (startsWithMark(response.bytes)) return 1;
    return response.contentType === 'application/pdf' ||
      response.contentType === 'application/x-pdf'
      ? 0.9
      : 0;
  },
  fetch(input) {
    const maxBytes = input.limits.maxPdfBytes;
    const checkBytes = (bytes: Uint8Array) => check(bytes, maxBytes);
    return fetchFile(input, { part: PART, files: KINDS.pdf.files, maxBytes, check: checkBytes });
  },
  joinPages: join,
};
