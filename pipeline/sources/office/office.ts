import { Fault } from '#core/contract/faults.ts';
import { extensionsOf, KINDS } from '#core/kinds.ts';
import { canonicalUrl } from '#core/text/canonical-url.ts';
import type { SourceKind } from '#pipeline/sources/contract.ts';
import { fetchFile } from '#pipeline/sources/fetch-file.ts';
import { PART } from './part.ts';

const FILES = KINDS.office.files;
const EXTENSIONS = FILES.flatMap(extensionsOf);
const TYPES: ReadonlySet<string> = new Set(FILES.map((it) => it.type));

function check(bytes: Uint8Array, maxBytes: number): void {
  if (bytes.length > maxBytes) throw new Fault('too_large');
  if (!Buffer.from(bytes.subarray(0, 4)).equals(Buffer.from('PK\u0003\u0004')))
    throw new Fault('corrupt_file', {
      message:
        'This file is no document that Gloss can read, or it is protected by a password. Open it in another app to check.',
    });
}

/**
 * Office documents, by address or uploaded. Faults: `corrupt_file`, `too_large`, and those of the
 * guarded fetch.
 */
export const office: SourceKind = {
  name: 'office',
  claim(url) {
    const extension = url.pathname.toLowerCase().split('.').at(-1) ?? '';
    return /^https?:$/.test(url.protocol) && EXTENSIONS.includes(extension)
      ? { canonicalUrl: canonicalUrl(url.href), confidence: 0.9 }
      : undefined;
  },
  recognise: ({ contentType }) => (TYPES.has(contentType) ? 0.9 : 0),
  fetch(input) {
    const maxBytes = input.limits.maxPdfBytes;
    const checkBytes = (bytes: Uint8Array) => check(bytes, maxBytes);
    return fetchFile(input, { part: PART, files: FILES, maxBytes, check: checkBytes });
  },
};
