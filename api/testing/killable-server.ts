/** A server process that a test kills and restarts on the same data, and a thread for sources. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished } from 'vitest';
import type { SearchResult } from '#core/contract/search.ts';
import { EmbeddingStatus, Source } from '#core/contract/source.ts';
import { callsOfOwner, startServerProcess, type OwnerCall } from './server-process.ts';

export interface KillableServer {
  call: OwnerCall;
  threadId: string;
  /** Adds URLs to the thread. Returns the ids of their sources. */
  add(urls: readonly string[]): Promise<string[]>;
  sources(ids: readonly string[]): Promise<Source[]>;
  /** Waits until all sources are ready and none is refreshing. */
  untilReady(ids: readonly string[]): Promise<void>;
  /** Returns the title of each passage that a query finds. */
  search(query: string): Promise<string[]>;
  /** Sends SIGKILL, then starts a server on the same data. */
  killAndRestart(): Promise<void>;
  /**
   * Stops the server and expects a sound database in which no work is left over. Returns a function
   * that counts the rows of a FROM clause.
   */
  stop(): Promise<(from: string) => number>;
}

/** `origin` is the site that the server may fetch. The server is gone when the test ends. */
export async function startKillableServer(
  origin: string,
  more: Record<string, string> = {},
): Promise<KillableServer> {
  const folder = await mkdtemp(join(tmpdir(), 'gloss-kill-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const env = {
    GLOSS_DATA_DIR: folder,
    GLOSS_PORT: '0',
    GLOSS_FETCH_ALLOW: new URL(origin).host,
    ...more,
  };
  let server = await startServerProcess(env, ['--no-sample']);
  onTestFinished(() => server.kill());
  const call = await callsOfOwner(folder, () => server.url);
  const thread = (await call('POST', 'threads', { title: 'Kill' })) as { _id: string };
  const sources: KillableServer['sources'] = (ids) =>
    Promise.all(ids.map(async (id) => Source.parse(await call('GET', `sources/${id}`))));
  return {
    call,
    threadId: thread._id,
    sources,
    async add(urls) {
      const { added } = (await call('POST', 'thread/addSource', {
        threadId: thread._id,
        sources: urls.map((url) => ({ url })),
      })) as { added: string[] };
      return added;
    },
    async untilReady(ids) {
      const pending = async () =>
        (await sources(ids))
          .filter((it) => it.refreshing || it.status.embedding !== EmbeddingStatus.ready)
          .map(({ canonicalUrl, status, error }) => ({ canonicalUrl, status, error }));
      await expect.poll(pending, { timeout: 120_000, interval: 300 }).toEqual([]);
    },
    async search(query) {
      const path = `search?q=${encodeURIComponent(query)}&limit=100`;
      return ((await call('GET', path)) as SearchResult).hits.map(({ title }) => title);
    },
    async killAndRestart() {
      await server.kill();
      server = await startServerProcess(env, ['--no-sample']);
    },
    async stop() {
      expect(await server.stop()).toBe(0);
      const database = new DatabaseSync(join(folder, 'gloss.sqlite'), { readOnly: true });
      onTestFinished(() => database.close());
      const count = (from: string) =>
        Number(database.prepare(`SELECT count(*) AS n FROM ${from}`).get()?.['n']);
      expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
      expect(count('jobs')).toBe(0);
      expect(
        count(
          'sources WHERE deleted_at IS NULL AND (pending_version IS NOT NULL OR stage IS NOT NULL)',
        ),
      ).toBe(0);
      return count;
    },
  };
}
