import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  describeOnDatabases,
  openOnSqlite,
  type OpenedTestDatabase,
} from '../db/testing/test-database.ts';
import { seeded } from '#core/text/testing/edit-script.ts';
import {
  brokenLines,
  killedWhileWriting,
  type StartVictim,
  writtenOffline,
} from './testing/chaos.ts';

const SEED = Number(process.env['GLOSS_TEST_SEED'] ?? 7);
const PROCESS = fileURLToPath(new URL('testing/collab-process.ts', import.meta.url));

/** Uses the port of the first server for all later ones. */
function starter(location: OpenedTestDatabase['location']): StartVictim {
  let port = 0;
  return async () => {
    const child = spawn(process.execPath, [PROCESS, JSON.stringify({ ...location, port })], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(child.stdout, 'data');
    port = Number(String(line).trim());
    return {
      url: `ws://127.0.0.1:${port}/collab`,
      async kill() {
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        await gone;
      },
    };
  };
}

describeOnDatabases(`notes during crashes (seed ${SEED})`, (open) => {
  it('keep every synced edit of eight writers, however often the server is killed', async () => {
    const { location } = await open();
    const { promised, lost, twice } = await killedWhileWriting({
      start: starter(location),
      kills: 3,
      editors: 8,
      random: seeded(SEED),
    });
    expect({ lost, twice }).toEqual({ lost: [], twice: [] });
    expect(promised).toBeGreaterThan(20);
  });
});

describe(`notes over a bad connection (seed ${SEED})`, () => {
  const open = openOnSqlite();

  it('converge after lost connections and a killed server', async () => {
    const { location } = await open();
    const { equalMs, lost, breaks } = await brokenLines({
      start: starter(location),
      editors: 12,
      seconds: 2,
      kills: 1,
      breakEveryMs: 500,
      editEveryMs: 60,
      patienceMs: 60_000,
      random: seeded(SEED),
    });
    expect({ equal: equalMs < Infinity, lost }).toEqual({ equal: true, lost: 0 });
    expect(breaks).toBeGreaterThan(10);
  });

  it('merge what several people wrote offline', async () => {
    const { location } = await open();
    expect(
      await writtenOffline({
        start: starter(location),
        clients: 4,
        edits: 250,
        random: seeded(SEED),
      }),
    ).toMatchObject({ lost: 0, equal: true });
  });
});
