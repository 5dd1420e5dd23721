/**
 * Hostile documents through the real server, which must respond to others while it processes them.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostileDocuments, type HostileDocument } from '#pipeline/testing/hostile-documents.ts';
import { openOnSqlite } from './db/testing/test-database.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

/**
 * Generous, so that a busy machine does not fail the test, but a parser in the server's process
 * does.
 */
const LONGEST_WAIT_MS = 3_000;
const ASK_EVERY_MS = 50;

const all = hostileDocuments();
const ofKind = (kind: HostileDocument['kind']): HostileDocument[] =>
  all.filter((document) => document.kind === kind);
const sheets = ofKind('css');
/** `scripts/bench security` reads the others, which takes longer. */
const PAGES = [
  'page-style-import-spaces',
  'page-nested-bold',
  'page-images-under-bold',
  'page-style-comment-open',
  'page-style-urls-open',
  'page-json-ld-deep',
  'page-unclosed-attributes',
  'page-many-attributes',
  'page-srcset-candidates',
  'page-srcset-spaces',
  'page-unclosed-comments',
  'page-title-spaces',
  'page-charset-header',
  'page-plain-lines',
  'with-css-import-spaces',
  'with-css-comments-open',
  'with-css-urls-open',
  'with-css-imports-many',
];

const SENTENCES =
  '<p>Bees build wax combs in the dark, and they dance to say where the flowers are.</p>'.repeat(6);
/** A harmless page with a link to a hostile style sheet. */
const pageOf = (sheet: string): string =>
  `<!doctype html><html lang="en"><head><title>Bees</title><link rel="stylesheet" href="/${sheet}"></head><body><article>${SENTENCES}</article></body></html>`;

const openDatabase = openOnSqlite();
let test: TestServer;
beforeAll(async () => {
  const files = all.map(({ name, bytes, contentType }) => [name, { bytes, contentType }] as const);
  const styled = sheets.map(
    ({ name }) =>
      [`with-${name}`, { bytes: Buffer.from(pageOf(name)), contentType: 'text/html' }] as const,
  );
  const films = ofKind('captions').map(
    ({ name }) =>
      [`film-${name}`, { bytes: Buffer.from(videoOf(name)), contentType: 'text/html' }] as const,
  );
  test = await openTestServer(openDatabase, {
    pages: Object.fromEntries([...files, ...styled, ...films]),
  });
});
afterAll(() => test.close());

/**
 * Requests `/api/ready` repeatedly until `work` has ended. Returns the longest wait for a response.
 */
async function longestWaitWhile(work: Promise<unknown>): Promise<number> {
  const state = { isOver: false };
  const ended = work.finally(() => {
    state.isOver = true;
  });
  ended.catch(() => undefined);
  let longestMs = 0;
  let askedMs = performance.now();
  while (!state.isOver) {
    // Includes the time between two requests, because a blocked loop sends late.
    await fetch(`${test.server.url}/api/ready`);
    longestMs = Math.max(longestMs, performance.now() - askedMs - ASK_EVERY_MS);
    askedMs = performance.now();
    await delay(ASK_EVERY_MS);
  }
  await ended;
  return longestMs;
}

/** A page whose video has hostile captions. */
const videoOf = (captions: string): string =>
  `<!doctype html><html lang="en"><head><title>Film of bees</title></head><body><video controls src="/bees.mp4"><track kind="captions" src="/${captions}" srclang="en"></video></body></html>`;

describe('a hostile page becomes ready or failed, and the server responds meanwhile', () => {
  it.each(PAGES)(
    '%s',
    async (name) => {
      const thread = await test.thread(name);
      const reading = test.read(thread, name);
      expect(await longestWaitWhile(reading)).toBeLessThan(LONGEST_WAIT_MS);
      const [source] = await reading;
      expect(source?.status.embedding).not.toBe(0);
    },
    90_000,
  );
});

it.each(['captions-vtt-tags-open', 'captions-vtt-spaces', 'captions-srt-braces'])(
  'a video with %s becomes ready or failed, and the server responds meanwhile',
  async (name) => {
    const thread = await test.thread(name);
    const reading = test.read(thread, `film-${name}`);
    expect(await longestWaitWhile(reading)).toBeLessThan(LONGEST_WAIT_MS);
    expect((await reading)[0]?.status.embedding).not.toBe(0);
  },
  90_000,
);

/** The server returns the content, or that it can't read the file, and never an internal error. */
const ANSWERED = [200, 201, 202, 400, 408, 413, 415, 422, 429, 504];

it.each([
  'import-opml-nested',
  'import-html-nested-lists',
  'import-csv-quotes-open',
  'import-json-deep',
  'import-txt-schemes',
])(
  'an uploaded file of %s gets a response, and the server responds to others meanwhile',
  async (name) => {
    const file = all.find((document) => document.name === name);
    const asked = fetch(`${test.server.url}/api/imports/read?name=${file?.fileName ?? ''}`, {
      method: 'POST',
      body: Buffer.from(file?.bytes ?? []),
      headers: {
        Authorization: `Bearer ${test.ownerToken}`,
        'Content-Type': 'application/octet-stream',
      },
    });
    expect(await longestWaitWhile(asked)).toBeLessThan(LONGEST_WAIT_MS);
    expect(ANSWERED).toContain((await asked).status);
  },
  90_000,
);

it.each(['feed-xml-nested', 'feed-xml-laughs', 'feed-xml-attributes-open', 'feed-json-deep'])(
  'a listing of %s gets a response, and the server responds to others meanwhile',
  async (name) => {
    const asked = test.owner.post('imports/listing', {
      url: `${test.site.origin}/${name}`,
      max: 100,
    });
    expect(await longestWaitWhile(asked)).toBeLessThan(LONGEST_WAIT_MS);
    expect(ANSWERED).toContain((await asked).status);
  },
  90_000,
);
