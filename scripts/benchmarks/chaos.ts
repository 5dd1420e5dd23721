/**
 * Shared notes under failures: a server killed a hundred times while eight people write, broken
 * connections for minutes, clients that are offline for long; next to Hocuspocus.
 */
import { join } from 'node:path';
import { seeded } from '#core/text/testing/edit-script.ts';
import {
  brokenLines,
  killedWhileWriting,
  type StartVictim,
  writtenOffline,
} from '../../api/collab/testing/chaos.ts';
import type { TestClient } from '../../api/collab/testing/client.ts';
import { type HostKind, openHost } from './lib/collab-hosts.ts';
import { freePort } from '#api/testing/free-port.ts';
import { withDataDir } from './lib/gloss-process.ts';
import { report, type Row } from './lib/table.ts';

const NAMES: Record<HostKind, string> = {
  gloss: 'Gloss, as its server says `synced`',
  hocuspocus: 'Hocuspocus with its database extension, as its protocol says',
};
const KILLED = { kills: Number(process.env['GLOSS_CHAOS_KILLS'] ?? 100), editors: 8 };
const LINES = {
  editors: 32,
  seconds: 600,
  kills: 10,
  breakEveryMs: 5000,
  editEveryMs: 500,
  patienceMs: 60_000,
};
const OFFLINE = { clients: [2, 3, 4, 5], edits: 1000 };
/** The protocol's acknowledgement of a save; Hocuspocus reports nothing else. */
const ACKNOWLEDGED = {
  on: 'unsyncedChanges',
  by: ({ provider }: TestClient): boolean => provider.unsyncedChanges === 0,
} as const;

const onFiles = <T>(kind: HostKind, use: (start: StartVictim) => Promise<T>): Promise<T> =>
  withDataDir(async (folder) => {
    const port = await freePort();
    return use(() => openHost(kind, join(folder, 'notes.sqlite'), port));
  });

export async function run(): Promise<void> {
  const seed = Number(process.env['GLOSS_TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  const minutes = Number(process.env['GLOSS_CHAOS_MINUTES'] ?? LINES.seconds / 60);
  const killsOnLines = Math.max(1, Math.round((LINES.kills * minutes * 60) / LINES.seconds));
  process.stdout.write(
    `\nchaos: the seed is ${seed} (GLOSS_TEST_SEED repeats it), ${KILLED.kills} kills (GLOSS_CHAOS_KILLS), broken lines for ${minutes} minutes (GLOSS_CHAOS_MINUTES)\n`,
  );
  const killed: Row[] = [];
  for (const kind of ['gloss', 'hocuspocus'] as const) {
    const { kills, promised, lost, twice, seconds } = await onFiles(kind, (start) =>
      killedWhileWriting({
        start,
        ...KILLED,
        random: seeded(seed),
        ...(kind === 'hocuspocus' ? { confirmation: ACKNOWLEDGED } : {}),
      }),
    );
    killed.push({
      how: NAMES[kind],
      editors: KILLED.editors,
      kills,
      'edits called saved': promised,
      lost: lost.length,
      twice: twice.length,
      seconds,
    });
    for (const mark of lost.slice(0, 10))
      if (kind === 'gloss') process.stdout.write(`lost: ${mark}\n`);
  }
  report(
    'chaos',
    `Kill -9 of the server while ${KILLED.editors} write, their windows gone with it, seed ${seed}`,
    killed,
    { seed },
  );

  const lines: Row[] = [];
  for (const kind of ['gloss', 'hocuspocus'] as const) {
    const { equalMs, ...counts } = await onFiles(kind, (start) =>
      brokenLines({
        start,
        ...LINES,
        kills: killsOnLines,
        seconds: minutes * 60,
        random: seeded(seed),
      }),
    );
    lines.push({
      how: NAMES[kind].split(',')[0],
      ...counts,
      'all equal after ms': Number.isFinite(equalMs) ? equalMs : 'never',
    });
  }
  report(
    'chaos-lines',
    `${LINES.editors} who write for ${minutes} minutes, their lines breaking each ${LINES.breakEveryMs / 1000} s, the server killed ${killsOnLines} times, seed ${seed}`,
    lines,
    { seed },
  );

  const offline: Row[] = [];
  for (const clients of OFFLINE.clients) {
    const { equal, ...rest } = await onFiles('gloss', (start) =>
      writtenOffline({ start, clients, edits: OFFLINE.edits, random: seeded(seed + clients) }),
    );
    offline.push({ how: 'Gloss', ...rest, equal: equal ? 'yes' : 'no' });
  }
  report(
    'chaos-offline',
    `Clients offline with ${OFFLINE.edits.toLocaleString('en')} edits each, closed and opened again, coming back in any order, then the server killed`,
    offline,
    { seed },
  );
}
