import { Fault } from '#core/contract/faults.ts';
import type { Fetched, FetchInput, SourceFacts } from '#pipeline/sources/contract.ts';
import type { FetchedResponse } from '#pipeline/net/contract.ts';
import { defined, nameOfAddress } from '#pipeline/sources/source-facts.ts';
import { withParseFallback } from '#pipeline/sources/with-parse-fallback.ts';
import { PAGE, type PageNotes } from './page-notes.ts';
import { RESOURCE_LIMITS } from './page-resources.ts';
import { readUploadedPage } from './uploaded-page.ts';
import { PAGE_READING, type Needs, type PageAnswer, type PageInput } from './page-reading.ts';

export type Answer = 'html' | 'text' | 'other';
export function answerKind({ contentType, bytes }: FetchedResponse): Answer {
  if (/^(text\/html|application\/xhtml\+xml)$/.test(contentType)) return 'html';
  if (/^text\/(plain|markdown|x-markdown)$/.test(contentType)) return 'text';
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 2048)).replace(/^(ï»¿)?\s+/, '');
  if (/^(text\/xml|application\/xml)$/.test(contentType))
    return /<html[\s>]/i.test(start) ? 'html' : 'other';
  if (contentType !== '') return 'other';
  if (/^(<!doctype html|<html|<head|<body|<!--)/i.test(start)) return 'html';
  return start.includes('\0') || start.startsWith('%PDF') ? 'other' : 'text';
}

/** Throws a fault for a response that isn't a page. */
function assertPage(response: FetchedResponse, maxBytes: number): void {
  const disposition = response.headers['content-disposition'] ?? '';
  if (response.status === 204 || response.status === 205)
    throw new Fault('no_text', {
      message: 'The site has no content at this address. Check the link.',
    });
  if (/^\s*attachment\b/i.test(disposition) && answerKind(response) !== 'text')
    throw new Fault('unsupported_url', {
      message:
        'This address offers a download, not a page. Download the file and add it if it is a PDF.',
    });
  if (response.bytes.length > maxBytes) throw new Fault('too_large');
  if (answerKind(response) === 'other')
    throw new Fault('unsupported_url', {
      message: `This address holds a file of type ${response.contentType || 'unknown'}, not a page. Add a page, a PDF or a video.`,
    });
}

const WHY = {
  hasText: 'the page has its text without scripts',
  scripts: 'scripts make the page',
  noMore: 'the browser showed no more than the page itself',
  limited: 'scripts make the page, and the browser could not read it',
} as const;

const NOTHING: Needs = { sheets: [], pictures: [], fonts: [] };
const isTextAnswer = (response: FetchedResponse): boolean => answerKind(response) === 'text';

interface Read {
  html: Uint8Array;
  url: string;
  notes: PageNotes;
  answer: PageAnswer;
}

/**
 * Reads the page in a child. A page that no child can read is stored as it is, and the extract
 * stage reports the reason.
 */
async function readAnswer(
  given: PageInput,
  notes: PageNotes,
  { readBytes, signal }: FetchInput,
): Promise<Read> {
  const unread: PageAnswer = {
    facts: { title: nameOfAddress(given.url).slice(0, 500) },
    needs: NOTHING,
    needsScripts: false,
    weight: 0,
  };
  const answer = await withParseFallback(
    readBytes(PAGE_READING, given, { signal }),
    unread,
    signal,
  );
  return { html: answer.html ?? given.bytes, url: given.url, notes, answer };
}

/**
 * Renders the page in a browser if it has no text without scripts; returns the plain page if the
 * browser fails and there is some text.
 */
async function withScripts(plain: Read, input: FetchInput): Promise<Read> {
  if (!plain.answer.needsScripts) return plain;
  const { net, signal, limits } = input;
  const { weight } = plain.answer;
  try {
    const page = await net.browser.render(plain.url, { signal, maxBytes: limits.maxPageBytes });
    if (page.status >= 400) return { ...plain, notes: { ...plain.notes, why: WHY.noMore } };
    const given = {
      bytes: new TextEncoder().encode(page.html),
      url: page.url,
      contentType: 'text/html; charset=utf-8',
      isText: false,
    };
    const rendered = await readAnswer(given, { read: 'browser', why: WHY.scripts }, input);
    return rendered.answer.weight <= weight
      ? { ...plain, notes: { ...plain.notes, why: WHY.noMore } }
      : rendered;
  } catch (error) {
    if (!(error instanceof Fault) || signal.aborted || weight === 0 || error.code === 'paced')
      throw error;
    return { ...plain, notes: { read: 'plain', why: WHY.limited, limited: error.code } };
  }
}

const firstOf = ({ sheets, pictures, fonts }: Needs): Needs => ({
  sheets: sheets.slice(0, RESOURCE_LIMITS.count),
  pictures: pictures.slice(0, RESOURCE_LIMITS.count),
  fonts: fonts.slice(0, RESOURCE_LIMITS.fonts),
});

export async function fetchPage(input: FetchInput): Promise<Fetched> {
  const { signal, limits, net } = input;
  if (input.upload) return readUploadedPage(input);
  signal.throwIfAborted();
  const response =
    input.response ??
    (await net.fetch(input.url, {
      maxBytes: limits.maxPageBytes,
      signal,
      headers: { accept: 'text/html,application/xhtml+xml,text/plain;q=0.8,*/*;q=0.5' },
    }));
  assertPage(response, limits.maxPageBytes);
  const isText = isTextAnswer(response);
  const given = {
    bytes: response.bytes,
    url: response.url,
    contentType: response.headers['content-type'] ?? '',
    isText,
  };
  const plain = await readAnswer(
    given,
    { read: 'plain', why: WHY.hasText, ...(isText ? { isText } : {}) },
    input,
  );
  const read = await withScripts(plain, input);
  const { ogType: _, ...facts } = read.answer.facts;
  const { needs } = read.answer;
  return {
    finalUrl: read.url,
    facts: {
      siteName: new URL(read.url).hostname.replace(/^www\./, ''),
      ...defined(facts),
      title: facts.title,
    } satisfies SourceFacts,
    parts: [{ name: PAGE, contentType: 'text/html; charset=utf-8', bytes: read.html }],
    notes: {
      ...read.notes,
      ...(Object.values(needs).some(({ length }) => length > 0) ? { needs: firstOf(needs) } : {}),
    },
  };
}
