import { Fault } from '#core/contract/faults.ts';
import { KINDS, SIGNATURE_BYTES } from '#core/kinds.ts';
import { textEncodingOf } from '#core/text/text-encoding.ts';
import type { Fetched, FetchInput } from '#pipeline/sources/contract.ts';
import { fetchFile } from '#pipeline/sources/fetch-file.ts';
import { defined } from '#pipeline/sources/source-facts.ts';
import { PAGE, type PageNotes } from './page-notes.ts';
import { PAGE_READING } from './page-reading.ts';

const FILES = KINDS.web.files;
const SIGNATURE = FILES.flatMap((it) => ('signature' in it ? [it.signature] : []));

function check(bytes: Uint8Array, maxBytes: number): void {
  if (bytes.length > maxBytes) throw new Fault('too_large');
  const head = Buffer.from(bytes.subarray(0, SIGNATURE_BYTES));
  if (textEncodingOf(bytes) === undefined && !SIGNATURE.some((it) => head.includes(it)))
    throw new Fault('corrupt_file', {
      message: 'This file is not a saved web page. Open it in a browser to check.',
    });
}

/**
 * Reads a page saved by a browser, with the pictures in the file, without any requests. Faults:
 * `corrupt_file`, `too_large`, `timed_out`.
 */
export async function readUploadedPage(input: FetchInput): Promise<Fetched> {
  const { limits, readBytes, signal, url } = input;
  const maxBytes = limits.maxPageBytes;
  const checkBytes = (bytes: Uint8Array) => check(bytes, maxBytes);
  const file = await fetchFile(input, { part: PAGE, files: FILES, maxBytes, check: checkBytes });
  const bytes = file.parts[0]?.bytes ?? new Uint8Array();
  const given = { bytes, url, contentType: '', isText: false, isSaved: true };
  const { html, facts, savedFrom } = await readBytes(PAGE_READING, given, { signal });
  const { ogType: _, iconUrl: _icon, previewImageUrl: _image, ...known } = facts;
  const finalUrl = savedFrom ?? url;
  const isNamed = file.notes['named'] === 'person' || facts.title === '';
  return {
    finalUrl,
    facts: {
      ...defined({ siteName: new URL(finalUrl).hostname.replace(/^www\./, '') || undefined }),
      ...defined(known),
      title: isNamed ? file.facts.title : facts.title,
    },
    parts: [{ name: PAGE, contentType: 'text/html; charset=utf-8', bytes: html ?? bytes }],
    notes: { read: 'plain', why: 'a saved page', isSaved: true } satisfies PageNotes,
  };
}
