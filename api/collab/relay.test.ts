import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { v7 as uuid } from 'uuid';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '#pipeline/testing/eventually.ts';
import { openOnSqlite } from '../db/testing/test-database.ts';
import { openClient, type ClientOptions, type TestClient } from './testing/client.ts';

const redisUrl = process.env['GLOSS_TEST_REDIS_URL'];
const PROCESS = fileURLToPath(new URL('testing/collab-process.ts', import.meta.url));

describe.skipIf(redisUrl === undefined)(
  'two processes that serve the same notes over Redis (skipped where GLOSS_TEST_REDIS_URL is not set)',
  () => {
    const open = openOnSqlite();
    const children: ChildProcess[] = [];
    const clients: TestClient[] = [];
    afterEach(async () => {
      for (const client of clients.splice(0)) client.close();
      await Promise.all(children.splice(0).map(end));
    });
    async function end(child: ChildProcess): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }

    it('forward edits and cursors to each other, and lose nothing when one dies or Redis drops its clients', async () => {
      const { location } = await open();
      const threadId = uuid();
      const start = async () => {
        const child = spawn(
          process.execPath,
          [PROCESS, JSON.stringify({ ...location, redisUrl })],
          {
            stdio: ['ignore', 'pipe', 'inherit'],
          },
        );
        children.push(child);
        const [line] = await once(child.stdout, 'data');
        return { child, url: `ws://127.0.0.1:${String(line).trim()}/collab` };
      };
      const join = (options: Pick<ClientOptions, 'url'>): TestClient => {
        const client = openClient({ ...options, threadId });
        clients.push(client);
        return client;
      };
      const [one, other] = await Promise.all([start(), start()]);
      const ada = join(one);
      await eventually(() => expect(ada.isSaved()).toBe(true));
      ada.type('left ');
      const ben = join(other);
      await eventually(() => expect([ben.isSaved(), ben.words()]).toEqual([true, 'left ']));
      ben.type('right ');
      await eventually(() => expect([ada.words(), ben.isSaved()]).toEqual(['left right ', true]));
      ada.provider.setAwarenessField('cursor', { at: 3 });
      await eventually(() =>
        expect(ben.provider.awareness?.getStates().get(ada.document.clientID)).toMatchObject({
          cursor: { at: 3 },
        }),
      );

      const redis = new Redis(redisUrl ?? '');
      await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
      redis.disconnect();
      ada.type('again ');
      await eventually(() =>
        expect([ben.words(), ada.isSaved()]).toEqual(['left right again ', true]),
      );

      await end(one.child);
      ben.type('alone');
      await eventually(() => expect(ben.isSaved()).toBe(true));
      await end(other.child);
      const late = join(await start());
      await eventually(() => expect(late.words()).toBe('left right again alone'));
    });
  },
);
