import { canonicalUrl } from '#core/text/canonical-url.ts';
import { Fault } from '#core/contract/faults.ts';
import type { Fetched, FetchInput, SourceKind } from '#pipeline/sources/contract.ts';
import { join } from './join-pages.ts';
import { PART } from './part.ts';

const FETCH_TIMEOUT_MS = 120_000;

const startsWithMark = (bytes: Uint8Array) =>
  Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-');
const isArxiv = (url: URL) =>
  /^(www\.|export\.)?arxiv\.org$/.test(url.hostname) && url.pathname.startsWith('/pdf/');

/** Refuses at once, with a plain reason, what no reader could open. */
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
  refuse(
    'This is not a PDF: it does not begin as one. Open it elsewhere to check, then add it again.',
  );
}

function nameFrom(address: string, headers: Record<string, string> = {}): string {
  const disposition = headers['content-disposition'] ?? '';
  const starred = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*"?([^";]+)/i.exec(disposition)?.[1];
  const url = URL.parse(address);
  return (
    decoded(starred) ??
    plain ??
    decoded(url?.pathname.split('/').filter(Boolean).at(-1)) ??
    url?.hostname ??
    'PDF'
  );
}

function decoded(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function titleFrom(name: string): string {
  const stem =
    name
      .split(/[\\/]/)
      .at(-1)
      ?.replace(/\.pdf$/i, '') ?? '';
  return (
    (/\s/.test(stem) ? stem : stem.replaceAll('_', ' '))
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 300) || 'PDF'
  );
}

async function fetchPdf({
  url,
  response,
  upload,
  signal,
  limits,
  net,
  report,
}: FetchInput): Promise<Fetched> {
  signal.throwIfAborted();
  const answer = upload
    ? undefined
    : (response ??
      (await net.fetch(url, {
        maxBytes: limits.maxPdfBytes,
        timeoutMs: FETCH_TIMEOUT_MS,
        signal,
        headers: { accept: 'application/pdf,*/*;q=0.5' },
      })));
  const bytes = upload?.bytes ?? answer?.bytes ?? new Uint8Array();
  check(bytes, limits.maxPdfBytes);
  report(1, 1);
  const name = upload?.name ?? nameFrom(answer?.url ?? url, answer?.headers);
  return {
    finalUrl: answer?.url ?? url,
    facts: { title: titleFrom(name) },
    parts: [{ name: PART, contentType: 'application/pdf', bytes }],
    // A title that a person gave stays; a file's name gives way to what the document calls itself.
    notes: { named: upload && !/\.pdf$/i.test(upload.name) ? 'person' : 'file' },
  };
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
  fetch: fetchPdf,
  joinPages: join,
};
