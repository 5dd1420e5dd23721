import { Fault } from '#core/contract/faults.ts';
import type { Fetched, FetchInput, SourceFacts } from '#pipeline/sources/contract.ts';
import type { FetchedResponse } from '#pipeline/net/contract.ts';
import { decodeHtml } from '#pipeline/sources/decode-html.ts';
import { parsePage, resolveAddresses } from '#pipeline/sources/html-document.ts';
import { defined, nameOfAddress, readPageFacts } from '#pipeline/sources/page-facts.ts';
import { resolveLazyImages } from './lazy-images.ts';
import { PAGE, type PageNotes } from './page-notes.ts';
import { fetchResources } from './page-resources.ts';
import { needsScripts, textWeight } from './page-weight.ts';

/** So much of the page is read at once, for facts and for what to fetch with it; the whole only in the child process. */
const HEAD_LENGTH = 400_000;

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export type Answer = 'html' | 'text' | 'other';
export function answerKind({ contentType, bytes }: FetchedResponse): Answer {
  if (/^(text\/html|application\/xhtml\+xml)$/.test(contentType)) return 'html';
  if (/^text\/(plain|markdown|x-markdown)$/.test(contentType)) return 'text';
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 2048)).replace(/^(ï»¿)?\s+/, '');
  if (/^(text\/xml|application\/xml)$/.test(contentType)) return /<html[\s>]/i.test(start) ? 'html' : 'other';
  if (contentType !== '') return 'other';
  if (/^(<!doctype html|<html|<head|<body|<!--)/i.test(start)) return 'html';
  return start.includes('\0') || start.startsWith('%PDF') ? 'other' : 'text';
}

/** Plain text as a page: blank lines part its paragraphs. */
function textPage(text: string, url: string): string {
  const paragraphs = text.split(/\n\s*\n/).map((part) => part.trim()).filter((part) => part !== '');
  return `<!doctype html><html><head><title>${escape(nameOfAddress(url))}</title></head><body><article>${paragraphs.map((part) => `<p>${escape(part)}</p>`).join('\n')}</article></body></html>`;
}

function readAnswer(response: FetchedResponse, maxBytes: number): { html: string; isText: boolean } {
  const disposition = response.headers['content-disposition'] ?? '';
  if (response.status === 204 || response.status === 205) throw new Fault('no_text', { message: 'The site answers that it has no content at this address. Check the link.' });
  if (/^\s*attachment\b/i.test(disposition) && answerKind(response) !== 'text') throw new Fault('unsupported_url', { message: 'This address offers a download, not a page. Download the file and add it if it is a PDF.' });
  if (response.bytes.length > maxBytes) throw new Fault('too_large');
  const kind = answerKind(response);
  if (kind === 'other') throw new Fault('unsupported_url', { message: `This address holds a file of type ${response.contentType || 'unknown'}, not a page. Add a page, a PDF or a video.` });
  const text = decodeHtml(response.bytes, response.headers['content-type']);
  return kind === 'html' ? { html: text, isText: false } : { html: textPage(text, response.url), isText: true };
}

interface Read { html: string; url: string; notes: PageNotes }

const WHY = {
  hasText: 'the page has its text without scripts', scripts: 'scripts make the page', noMore: 'the browser showed no more than the page itself', limited: 'scripts make the page, and the browser could not read it',
} as const;

/** The browser, when the plain page is empty without its scripts; the plain page where the browser cannot help and there is some text. */
async function withScripts(plain: Read, { net, signal, limits }: FetchInput): Promise<Read> {
  if (!needsScripts(plain.html)) return plain;
  const weight = textWeight(plain.html);
  try {
    const page = await net.browser.render(plain.url, { signal, maxBytes: limits.maxPageBytes });
    if (page.status >= 400 || textWeight(page.html) <= weight) return { ...plain, notes: { ...plain.notes, why: WHY.noMore } };
    return { html: page.html, url: page.url, notes: { read: 'browser', why: WHY.scripts } };
  } catch (error) {
    if (!(error instanceof Fault) || signal.aborted || weight === 0 || error.code === 'paced') throw error;
    return { ...plain, notes: { read: 'plain', why: WHY.limited, limited: error.code } };
  }
}

export async function fetchPage(input: FetchInput): Promise<Fetched> {
  const { signal, limits, net } = input;
  signal.throwIfAborted();
  const response = input.response ?? await net.fetch(input.url, { maxBytes: limits.maxPageBytes, signal, headers: { accept: 'text/html,application/xhtml+xml,text/plain;q=0.8,*/*;q=0.5' } });
  const { html, isText } = readAnswer(response, limits.maxPageBytes);
  const plain: Read = { html, url: response.url, notes: { read: 'plain', why: WHY.hasText, ...(isText ? { isText } : {}) } };
  const read = isText ? plain : await withScripts(plain, input);
  const document = parsePage(read.html.slice(0, HEAD_LENGTH));
  resolveAddresses(document, read.url);
  const { ogType: _, ...facts } = readPageFacts(document, read.url);
  resolveLazyImages(document);
  const { parts, resources, missed } = await fetchResources(document, read.url, input);
  return {
    finalUrl: read.url,
    facts: { siteName: new URL(read.url).hostname.replace(/^www\./, ''), ...defined(facts), title: facts.title } satisfies SourceFacts,
    parts: [{ name: PAGE, contentType: 'text/html; charset=utf-8', bytes: new TextEncoder().encode(read.html) }, ...parts],
    notes: { ...read.notes, ...(resources.length > 0 ? { resources } : {}), ...(missed > 0 ? { missed } : {}) },
  };
}
