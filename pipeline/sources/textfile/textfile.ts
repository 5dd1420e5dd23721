import { Fault } from '#core/contract/faults.ts';
import { KINDS } from '#core/kinds.ts';
import { textEncodingOf } from '#core/text/text-encoding.ts';
import type { SourceKind } from '#pipeline/sources/contract.ts';
import { fetchFile } from '#pipeline/sources/fetch-file.ts';
import { PART } from './part.ts';

function check(bytes: Uint8Array, maxBytes: number): void {
  if (bytes.length > maxBytes) throw new Fault('too_large');
  if (textEncodingOf(bytes) === undefined)
    throw new Fault('corrupt_file', {
      message: 'This file is not text. Open it in another app to check, then add it again.',
    });
}

/**
 * Plain text and Markdown, uploaded. A text at an address is read as a page, unless a person
 * chooses this kind. Faults: `corrupt_file` for bytes that aren't text, `too_large`.
 */
export const textfile: SourceKind = {
  name: 'textfile',
  claim: () => undefined,
  recognise: () => 0,
  async fetch(input) {
    const maxBytes = input.limits.maxPageBytes;
    const fetched = await fetchFile(input, {
      part: PART,
      files: KINDS.textfile.files,
      maxBytes,
      check: (bytes) => check(bytes, maxBytes),
    });
    return {
      ...fetched,
      notes: { ...fetched.notes, type: fetched.parts[0]?.contentType },
    };
  },
};
