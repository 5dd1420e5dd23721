import { Fault } from '#core/contract/faults.ts';
import { KINDS } from '#core/kinds.ts';
import { canonicalUrl } from '#core/text/canonical-url.ts';
import type { SourceKind } from '#pipeline/sources/contract.ts';
import { fetchFile } from '#pipeline/sources/fetch-file.ts';
import { PART } from './part.ts';

const [FILE] = KINDS.epub.files;

const isEpub = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 1024)).includes(FILE.signature);

function check(bytes: Uint8Array, maxBytes: number): void {
  if (bytes.length > maxBytes) throw new Fault('too_large');
  if (!isEpub(bytes))
    throw new Fault('corrupt_file', {
      message: 'This file is not an EPUB. Open it in another app to check, then add it again.',
    });
}

/**
 * Books in the EPUB format, by address or uploaded. Faults: `corrupt_file`, `password_protected`
 * for one with DRM, `too_large`, and those of the guarded fetch.
 */
export const epub: SourceKind = {
  name: 'epub',
  claim: (url) =>
    /^https?:$/.test(url.protocol) && url.pathname.toLowerCase().endsWith(`.${FILE.extension}`)
      ? { canonicalUrl: canonicalUrl(url.href), confidence: 0.9 }
      : undefined,
  recognise(response) {
    if (isEpub(response.bytes)) return 1;
    return response.contentType === FILE.type ? 0.9 : 0;
  },
  fetch(input) {
    const maxBytes = input.limits.maxPdfBytes;
    const checkBytes = (bytes: Uint8Array) => check(bytes, maxBytes);
    return fetchFile(input, { part: PART, files: KINDS.epub.files, maxBytes, check: checkBytes });
  },
};
