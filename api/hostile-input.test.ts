/** Hostile documents through the real server: while they are read, it answers everybody else. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostileDocuments, type HostileDocument } from '#pipeline/testing/hostile-documents.ts';
import { openOnSqlite } from './db/testing/test-database.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

/** Generous: a busy machine must not fail the test, a parser in the server's own process must. */
const LONGEST_WAIT_MS = 3_000;
const ASK_EVERY_MS = 50;

const all = hostileDocuments();
const ofKind = (kind: HostileDocument['kind']): HostileDocument[] => all.filter((document) => document.kind === kind);
const sheets = ofKind('css');

const SENTENCES = '<p>Bees build wax combs in the dark, and they dance to say where the flowers are.</p>'.repeat(6);
/** A harmless page that links a hostile style sheet. */
const pageOf = (sheet: string): string =>
  `<!doctype html><html lang="en"><head><title>Bees</title><link rel="stylesheet" href="/${sheet}"></head><body><article>${SENTENCES}</article></body></html>`;

const openDatabase = openOnSqlite();
let house: TestServer;
beforeAll(async () => {
  const files = all.map(({ name, bytes, contentType }) => [name, { bytes, contentType }] as const);
  const styled = sheets.map(({ name }) => [`with-${name}`, { bytes: Buffer.from(pageOf(name)), contentType: 'text/html' }] as const);
  house = await openTestServer(openDatabase, { pages: Object.fromEntries([...files, ...styled]) });
});
afterAll(() => house.close());

/** Asks `/api/ready` again and again until `work` has ended. Returns the longest wait for an answer. */
async function longestWaitWhile(work: Promise<unknown>): Promise<number> {
  const state = { isOver: false };
  const ended = work.finally(() => { state.isOver = true; });
  ended.catch(() => undefined);
  let longestMs = 0;
  let askedMs = performance.now();
  while (!state.isOver) {
    // The time between two questions counts too: a blocked loop asks late.
    await fetch(`${house.server.url}/api/ready`);
    longestMs = Math.max(longestMs, performance.now() - askedMs - ASK_EVERY_MS);
    askedMs = performance.now();
    await delay(ASK_EVERY_MS);
  }
  await ended;
  return longestMs;
}

describe('a hostile page, added as a source, ends in a state while the server answers', () => {
  const names = [...ofKind('page').map(({ name }) => name), ...sheets.map(({ name }) => `with-${name}`)];
  test.each(names)('%s', async (name) => {
    const thread = await house.thread(name);
    const reading = house.read(thread, name);
    expect(await longestWaitWhile(reading)).toBeLessThan(LONGEST_WAIT_MS);
    const [source] = await reading;
    expect(source?.status.embedding).not.toBe(0);
  }, 90_000);
});
