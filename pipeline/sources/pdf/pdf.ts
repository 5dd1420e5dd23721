import { canonicalUrl } from '#core/text/canonical-url.ts';
import { Fault } from '#core/contract/faults.ts';
import type { Segment } from '#core/contract/snapshot.ts';
import type { ExtractInput, Extracted, Fetched, FetchInput, SourceKind } from '#pipeline/sources/contract.ts';
import type { RawPage } from './layout.ts';

const PART = 'document.pdf';
const FETCH_TIMEOUT_MS = 120_000;

const startsWithMark = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-');
const isArxiv = (url: URL) => /^(www\.|export\.)?arxiv\.org$/.test(url.hostname) && url.pathname.startsWith('/pdf/');

/** Refuses at once, with a plain reason, what no reader could open. */
function check(bytes: Uint8Array, maxBytes: number): void {
  const refuse = (why: string) => { throw new Fault('corrupt_file', { message: why }); };
  if (bytes.length > maxBytes) throw new Fault('too_large');
  if (bytes.length === 0) refuse('This PDF is empty (0 bytes). Save it again, then add the new copy.');
  if (startsWithMark(bytes)) return;
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1').trimStart().toLowerCase();
  if (/^(<!doctype html|<html|<\?xml|<!--|<head|<body)/.test(start)) refuse('This is a web page named like a PDF. Add the address of the PDF itself, or add the page as a web source.');
  refuse('This is not a PDF: it does not begin as one. Open it elsewhere to check, then add it again.');
}

function nameFrom(address: string, headers: Record<string, string> = {}): string {
  const disposition = headers['content-disposition'] ?? '';
  const starred = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*("?)([^";]+)\1/i.exec(disposition)?.[2];
  const url = URL.parse(address);
  return decoded(starred) ?? plain ?? decoded(url?.pathname.split('/').filter(Boolean).at(-1)) ?? url?.hostname ?? 'PDF';
}

function decoded(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try { return decodeURIComponent(text); } catch { return text; }
}

function titleFrom(name: string): string {
  const stem = name.split(/[\\/]/).at(-1)?.replace(/\.pdf$/i, '') ?? '';
  return (/\s/.test(stem) ? stem : stem.replaceAll('_', ' ')).replace(/\s+/g, ' ').trim().slice(0, 300) || 'PDF';
}

async function fetchPdf({ url, response, upload, signal, limits, net, report }: FetchInput): Promise<Fetched> {
  signal.throwIfAborted();
  const answer = upload ? undefined : response ?? await net.fetch(url, {
    maxBytes: limits.maxPdfBytes, timeoutMs: FETCH_TIMEOUT_MS, signal, headers: { accept: 'application/pdf,*/*;q=0.5' },
  });
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

/** Headings that title a part. */
const PART_TITLE = /^(\d|contents|table of contents|abstract|index|introduction|summary|inhalt(sverzeichnis)?|sommaire|table des matières|índice|indice|содержание|оглавление|目录|目次)/i;

/** The largest heading at the top of the first page. */
function titleOnPage(segments: readonly Segment[]): string | undefined {
  let best: { text: string; height: number } | undefined;
  for (const { role, text, at } of segments.slice(0, 8)) {
    if (role !== 'heading' || at.medium !== 'paged' || at.page !== 1 || text.length < 6 || PART_TITLE.test(text)) continue;
    const height = at.rects[0]?.height ?? 0;
    if (height > (best?.height ?? 0)) best = { text, height };
  }
  return best?.text;
}

function languageOf(segments: readonly Segment[], claimed: string | undefined, detect: (text: string) => string): string {
  const middle = segments.slice(Math.floor(segments.length / 4)).map((segment) => segment.text).join(' ').slice(0, 6_000);
  const sample = middle.length > 400 ? middle : segments.map((segment) => segment.text).join(' ').slice(0, 6_000);
  const told = sample.length > 120 ? detect(sample) : '';
  const named = /^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.exec(claimed ?? '')?.[0];
  // The claim may add a region to what the text shows; it does not outweigh the text.
  if (told !== '') return named?.split('-')[0] === told ? named ?? told : told;
  return named ?? 'und';
}

async function extractPdf({ facts, notes, part, report }: ExtractInput): Promise<Extracted> {
  const bytes = part(PART);
  if (!bytes) throw new Fault('corrupt_file', { message: 'The PDF was not kept. Add it again.' });
  // pdf.js and the language models are heavy and only ever needed here, in the child.
  const [{ openPdf, readPage, drawThumbnail, readOutline, readInfo }, { Layout, STRETCH }, { detect }] = await Promise.all([import('./document.ts'), import('./layout.ts'), import('tinyld')]);
  const { document, close } = await openPdf(new Uint8Array(bytes));
  try {
    const layout = new Layout();
    const segments: Segment[] = [];
    let stretch: RawPage[] = [];
    let claimed: string | undefined;
    let thumbnail: Uint8Array | undefined;
    let failure: unknown;
    let readable = 0;
    for (let number = 1; number <= document.numPages; number += 1) {
      try {
        const page = await document.getPage(number);
        if (number === 1) thumbnail = await drawThumbnail(document, page).catch((error: unknown) => { failure = error; return undefined; });
        const raw = await readPage(page);
        claimed ??= raw.language;
        stretch.push(raw);
        readable += 1;
        page.cleanup();
      } catch (error) {
        // One bad page does not cost the others.
        failure = error;
      }
      if (stretch.length === STRETCH) { segments.push(...layout.read(stretch)); stretch = []; }
      report(number, document.numPages);
    }
    segments.push(...layout.read(stretch));
    if (readable === 0) throw new Fault('corrupt_file', { message: 'No page of this PDF could be read. Open it elsewhere to check, then add it again.', cause: failure });
    const { title, author } = await readInfo(document);
    const outline = await readOutline(document);
    const named = notes['named'] === 'person' ? facts.title : title ?? titleOnPage(segments) ?? facts.title;
    return {
      snapshot: {
        medium: 'paged', title: named, language: languageOf(segments, claimed, detect), segments, pages: document.numPages,
        ...(author === undefined ? {} : { author }), ...(outline.length > 0 ? { outline } : {}),
      },
      images: thumbnail ? { thumbnail } : {},
    };
  } finally {
    await close();
  }
}

/**
 * PDFs, by address or uploaded. A scan without text gives a snapshot without segments, so that its pages and thumbnail are kept.
 * Faults: `corrupt_file`, `password_protected`, `too_large`, and those of the guarded fetch.
 */
export const pdf: SourceKind = {
  name: 'pdf',
  medium: 'paged',
  claim(url) {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
    if (isArxiv(url)) return { canonicalUrl: `https://arxiv.org${url.pathname.replace(/\.pdf$/i, '').replace(/\/$/, '')}`, confidence: 0.95 };
    return /\.pdf$/i.test(url.pathname) ? { canonicalUrl: canonicalUrl(url.href), confidence: 0.9 } : undefined;
  },
  recognise(response) {
    if (startsWithMark(response.bytes)) return 1;
    return response.contentType === 'application/pdf' || response.contentType === 'application/x-pdf' ? 0.9 : 0;
  },
  fetch: fetchPdf,
  extract: extractPdf,
};
