import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as typingPause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { v7 as uuid } from 'uuid';
import { expect, it } from 'vitest';
import { eventually } from '#pipeline/testing/eventually.ts';
import { describeOnDatabases, type OpenedTestDatabase } from '../db/testing/test-database.ts';
import { openClient } from './testing/client.ts';
import { seeded } from '#core/text/testing/edit-script.ts';

const ROUNDS = Number(process.env['GLOSS_TEST_KILLS'] ?? 20);
const SEED = Number(process.env['GLOSS_TEST_SEED'] ?? 7);

async function startServer(
  location: OpenedTestDatabase['location'],
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(
    process.execPath,
    [
      fileURLToPath(new URL('testing/collab-process.ts', import.meta.url)),
      JSON.stringify(location),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = await once(child.stdout ?? child, 'data');
  return { child, url: `ws://127.0.0.1:${String(line).trim()}/collab` };
}

describeOnDatabases('a collaboration server that is killed while someone types', (open) => {
  it(`keeps every edit that was reported as synced (${ROUNDS} kills, seed ${SEED})`, {
    timeout: 240_000,
  }, async () => {
    const { location } = await open();
    const random = seeded(SEED);
    const threadId = uuid();
    const promised: string[] = [];
    let typed = 0;
    for (let round = 0; round <= ROUNDS; round += 1) {
      const { child, url } = await startServer(location);
      const client = openClient({ url, threadId });
      await eventually(() => expect(client.isSaved()).toBe(true), { interval: 5 });
      const there = client.document.getArray<string>('ops').toArray();
      expect(
        promised.filter((op) => !there.includes(op)),
        `lost before round ${round}`,
      ).toEqual([]);
      expect(new Set(there).size, 'twice').toBe(there.length);
      if (round < ROUNDS) {
        const acked: string[] = [];
        const made: string[] = [];
        client.onSaved(() => {
          acked.push(...made.splice(0));
        });
        const enough = 1 + Math.floor(random() * 15);
        while (acked.length < enough) {
          const op = `${round}.${(typed += 1)}`;
          made.push(op);
          client.document.getArray<string>('ops').push([op]);
          // Types very fast: a burst of keys, then a pause of up to 12 ms.
          if (random() < 0.5) await typingPause(random() * 12);
        }
        // Types more without waiting, and is killed meanwhile.
        for (let more = 0; more < 5; more += 1)
          client.document.getArray<string>('ops').push([`${round}.${(typed += 1)}`]);
        promised.push(...acked);
      }
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      client.close();
    }
    expect(promised.length).toBeGreaterThan(ROUNDS);
  });
});
