import { Fault } from '#core/contract/faults.ts';
import type { Fetched, FetchInput, SourceFacts } from '#pipeline/sources/contract.ts';
import type { FetchedResponse } from '#pipeline/net/contract.ts';
import { decodeHtml } from '#pipeline/sources/decode-html.ts';
import { parsePage } from '#pipeline/sources/html-document.ts';
import { defined, nameOfAddress, readPageFacts } from '#pipeline/sources/page-facts.ts';
import { needsScripts, textWeight } from './page-weight.ts';

export const PAGE = 'page.html';
/** The head is read for facts at once; the whole page only in the child process. */
const FACTS_LENGTH = 400_000;

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

function readAnswer(response: FetchedResponse, maxBytes: number): string {
  if (response.bytes.length > maxBytes) throw new Fault('too_large');
  const kind = answerKind(response);
  if (kind === 'other') throw new Fault('unsupported_url', { message: `This address holds a file of type ${response.contentType || 'unknown'}, not a page. Add a page, a PDF or a video.` });
  const text = decodeHtml(response.bytes, response.headers['content-type']);
  return kind === 'html' ? text : textPage(text, response.url);
}

interface Read { html: string; url: string; notes: { read: 'plain' | 'browser'; /** why the page may lack what its scripts write */ limited?: string } }

/** The browser, when the plain page is empty without its scripts; the plain page where the browser cannot help and there is some text. */
async function withScripts(plain: Read, { net, signal, limits }: FetchInput): Promise<Read> {
  if (!needsScripts(plain.html)) return plain;
  const weight = textWeight(plain.html);
  try {
    const page = await net.browser.render(plain.url, { signal, maxBytes: limits.maxPageBytes });
    if (page.status >= 400 || textWeight(page.html) <= weight) return plain;
    return { html: page.html, url: page.url, notes: { read: 'browser' } };
  } catch (error) {
    if (!(error instanceof Fault) || signal.aborted || weight === 0) throw error;
    return { ...plain, notes: { read: 'plain', limited: error.code } };
  }
}

export async function fetchPage(input: FetchInput): Promise<Fetched> {
  const { signal, limits, net } = input;
  signal.throwIfAborted();
  const response = input.response ?? await net.fetch(input.url, { maxBytes: limits.maxPageBytes, signal, headers: { accept: 'text/html,application/xhtml+xml,text/plain;q=0.8,*/*;q=0.5' } });
  const read = await withScripts({ html: readAnswer(response, limits.maxPageBytes), url: response.url, notes: { read: 'plain' } }, input);
  const { ogType: _, ...facts } = readPageFacts(parsePage(read.html.slice(0, FACTS_LENGTH)), read.url);
  return {
    finalUrl: read.url,
    facts: { siteName: new URL(read.url).hostname.replace(/^www\./, ''), ...defined(facts), title: facts.title } satisfies SourceFacts,
    parts: [{ name: PAGE, contentType: 'text/html; charset=utf-8', bytes: new TextEncoder().encode(read.html) }],
    notes: { ...read.notes },
  };
}
