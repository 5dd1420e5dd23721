import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Import } from '#core/contract/import.ts';
import { eventually } from '#pipeline/testing/eventually.ts';
import { openOnSqlite } from '../../db/testing/test-database.ts';
import { articlePage, dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';

const SILENT = 40;
const GOOD = 30;
const goodPage = (n: number) =>
  articlePage(`Lighthouse ${n}`, [
    `The keeper of lighthouse number ${n} writes once a night, and has done so since the lamp was first lit on the rock.`,
    `In the year ${1800 + n} a ship ran aground below it, and all of its crew were taken in by the village.`,
  ]);

describe("an import that begins with hosts that don't respond", () => {
  const open = openOnSqlite();
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
  });
  let test: TestServer;
  let silentUrls: string[];

  beforeAll(async () => {
    await once(silent.listen(0, '0.0.0.0'), 'listening');
    const { port } = silent.address() as { port: number };
    // All of 127.0.0.0/8 is this machine.
    const hosts = Array.from({ length: SILENT }, (_, n) => `127.0.9.${n + 1}:${port}`);
    silentUrls = hosts.map((host) => `http://${host}/page`);
    test = await openTestServer(open, {
      allow: hosts,
      pages: Object.fromEntries(
        Array.from({ length: GOOD + 1 }, (_, n) => [`page-${n}.html`, goodPage(n)]),
      ),
    });
  });
  afterAll(async () => {
    await test.close();
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  it('finishes every other page, and sources that a person adds, while it still waits', async () => {
    const pages = Array.from({ length: GOOD }, (_, n) => `${test.site.origin}/page-${n}.html`);
    const { _id } = dataOf(
      await test.owner.post('imports', {
        name: 'bookmarks',
        items: [...silentUrls, ...pages].map((url) => ({ url })),
      }),
    ) as { _id: string };
    await eventually(() => expect(sockets.size).toBeGreaterThan(20));
    const [added] = await test.read(await test.thread(), `page-${GOOD}.html`);
    expect(added).toMatchObject({ title: `Lighthouse ${GOOD}`, status: { embedding: 1 } });
    const progress = async () => Import.parse(dataOf(await test.owner.get(`imports/${_id}`)));
    await eventually(async () => expect((await progress()).ready).toBe(GOOD));
    expect(await progress()).toMatchObject({ failed: 0 });
    await test.owner.delete(`imports/${_id}`);
  });
});
