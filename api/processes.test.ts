import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Import } from '#core/contract/import.ts';
import { Source } from '#core/contract/source.ts';
import { serveLoopback } from '#pipeline/testing/loopback-net.ts';
import { describeOnDatabases } from './db/testing/test-database.ts';
import { startServerProcess, startWorkerProcess } from './testing/server-process.ts';
import { articlePage } from './testing/test-server.ts';

/**
 * Several processes of the same version: one serves only, two workers share the jobs, and one of
 * them dies.
 */
describeOnDatabases('a server and its workers', (open, dialect) => {
  const undo: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const step of undo.reverse()) await step();
  });
  const redisUrl = process.env['GLOSS_TEST_REDIS_URL'];
  const queues: [string, Record<string, string>][] = [
    ['in the database', {}],
    ...(redisUrl
      ? [
          [
            'on Redis',
            { GLOSS_REDIS_URL: `${redisUrl}/${dialect === 'sqlite' ? 1 : 2}` },
          ] satisfies [string, Record<string, string>],
        ]
      : []),
  ];

  it.each(queues)(
    'process everything, with jobs %s',
    { timeout: 180_000 },
    async (_name, queue) => {
      const { database, location, folder } = await open();
      await database.close();
      const site = await serveLoopback((path) =>
        articlePage(`Page ${path}`, [
          `This is page ${path}, long enough to be an article of its own, and to be read by one of two workers, whichever of them is the first to have a hand free for ${path}.`,
          `It has a second paragraph, too, because articles of one paragraph are rare and this one, which is ${path}, is not; and it says its own name ${path} more than once.`,
        ]),
      );
      undo.push(() => site.close());
      const env = {
        GLOSS_DATA_DIR: folder,
        GLOSS_PORT: '0',
        GLOSS_FETCH_ALLOW: new URL(site.origin).host,
        ...(location.url ? { GLOSS_DATABASE_URL: location.url } : {}),
        ...queue,
      };
      const server = await startServerProcess(env, ['--no-worker', '--no-sample']);
      undo.push(() => server.kill());
      const token = await readFile(join(folder, 'owner-token'), 'utf8');
      const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
        const response = await fetch(`${server.url}/api/${path}`, {
          method,
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
        return ((await response.json()) as { data: unknown }).data;
      };
      const thread = (await call('POST', 'threads', { title: 'Shared work' })) as { _id: string };
      const sources = Array.from({ length: 8 }, (_, n) => ({ url: `${site.origin}/p${n}` }));
      const { added } = (await call('POST', 'thread/addSource', {
        threadId: thread._id,
        sources,
      })) as { added: string[] };
      const statuses = () =>
        Promise.all(
          added.map(
            async (id) => Source.parse(await call('GET', `sources/${id}`)).status.embedding,
          ),
        );
      expect(await statuses()).toEqual(added.map(() => 0));
      const [one, other] = [startWorkerProcess(env), startWorkerProcess(env)];
      undo.push(
        () => one.kill(),
        () => other.kill(),
      );
      await expect.poll(() => site.asked.length).toBeGreaterThan(2);
      await one.kill();
      await expect.poll(statuses, { timeout: 90_000, interval: 500 }).toEqual(added.map(() => 1));
      // The remaining worker feeds and settles an import that the server staged.
      const started = (await call('POST', 'imports', {
        name: 'links',
        threadId: thread._id,
        items: [0, 1, 20, 21, 22].map((n) => ({ url: `${site.origin}/p${n}` })),
      })) as { _id: string };
      const imported = async () => Import.parse(await call('GET', `imports/${started._id}`));
      await expect
        .poll(async () => (await imported()).state, { timeout: 60_000, interval: 500 })
        .toBe('done');
      expect(await imported()).toMatchObject({ total: 5, ready: 3, duplicates: 2, failed: 0 });
      expect(await other.stop()).toBe(0);
      expect(await server.stop()).toBe(0);
    },
  );
});
