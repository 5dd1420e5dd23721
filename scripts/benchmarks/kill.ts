/**
 * A thousand mixed sources, three workers and a server, and a hundred kill -9: counts lost and
 * duplicate sources. Next to plain BullMQ.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { runKilledImport, seeded } from '#api/testing/run-killed-import.ts';
import { withDataDir } from './lib/gloss-process.ts';
import { report, type Row } from './lib/table.ts';

const SOURCES = 1_000;
const KILLS = 100;
const WORKERS = 3;
const EVERY_MS = 3_000;
const PATIENCE_MS = 30 * 60_000;
/** BullMQ checks for stalled jobs every 30 s, so without progress for this time it has given up. */
const QUIET_MS = 75_000;

async function killedBullmq(url: string, seed: number): Promise<Row> {
  return withDataDir(async (folder) => {
    const file = join(folder, 'done.sqlite');
    const database = new DatabaseSync(file, { timeout: 15_000 });
    database.exec('PRAGMA journal_mode = WAL; CREATE TABLE done (line INTEGER)');
    const prefix = `gloss-kill-${process.pid}`;
    const redis = new Redis(url, { maxRetriesPerRequest: null });
    const queue = new Queue('jobs', { connection: redis, prefix });
    const start = (): ChildProcess =>
      spawn(
        process.execPath,
        [
          '--disable-warning=ExperimentalWarning',
          join(import.meta.dirname, 'lib/bullmq-worker.ts'),
          url,
          prefix,
          file,
        ],
        { stdio: ['ignore', 'ignore', 'inherit'] },
      );
    const kill = async (child: ChildProcess | undefined): Promise<void> => {
      if (!child) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    };
    const count = (): number =>
      Number(database.prepare('SELECT COUNT(*) AS n FROM done').get()?.['n']);
    const random = seeded(seed);
    const startedAt = performance.now();
    const hands = Array.from({ length: WORKERS }, start);
    try {
      // Adds jobs as fast as they are processed, so that each kill interrupts work.
      for (let n = 0, line = 0; n < KILLS; n += 1) {
        await queue.addBulk(
          Array.from({ length: SOURCES / KILLS }, () => ({ name: 'read', data: { line: line++ } })),
        );
        await wait((0.2 + 0.8 * random()) * 1_000);
        const victim = Math.floor(random() * WORKERS);
        await kill(hands[victim]);
        hands[victim] = start();
      }
      let last = performance.now();
      for (let n = count(); n < SOURCES && performance.now() - last < QUIET_MS; ) {
        await wait(500);
        const now = count();
        if (now > n) last = performance.now();
        n = now;
      }
      const seconds = (performance.now() - startedAt) / 1000;
      const distinct = Number(
        database.prepare('SELECT COUNT(DISTINCT line) AS n FROM done').get()?.['n'],
      );
      return {
        how: 'BullMQ as it comes, one job a source',
        sources: SOURCES,
        kills: KILLS,
        lost: SOURCES - distinct,
        doubled: count() - distinct,
        seconds,
      };
    } finally {
      await Promise.all(hands.map(kill));
      await queue.obliterate({ force: true });
      await queue.close();
      redis.disconnect();
      database.close();
    }
  });
}

export async function run(): Promise<void> {
  const seed = Number(process.env['GLOSS_TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  process.stdout.write(`\nkill: the seed is ${seed} (GLOSS_TEST_SEED repeats it)\n`);
  const ours = await withDataDir((folder) =>
    runKilledImport({
      folder,
      sources: SOURCES,
      kills: KILLS,
      workers: WORKERS,
      seed,
      everyMs: EVERY_MS,
      patienceMs: PATIENCE_MS,
    }),
  );
  const redis = process.env['GLOSS_TEST_REDIS_URL'];
  const bullmq = redis ? [await killedBullmq(redis, seed)] : [];
  if (!redis)
    process.stdout.write(
      '\nkill: BullMQ is left out, since GLOSS_TEST_REDIS_URL names no Redis. Run it as scripts/with-redis.sh scripts/bench kill\n',
    );
  const { lost, doubled, open, states, seconds } = ours;
  report(
    'kill',
    `Kill -9: ${SOURCES.toLocaleString('en')} sources (pages, PDFs, copies, repeated and missing ones), ${WORKERS} workers and a server on SQLite, seed ${seed}`,
    [
      {
        how: 'Gloss, to the last line',
        sources: SOURCES,
        kills: KILLS,
        lost: lost.length,
        doubled: doubled.length,
        'without an end': open.length,
        seconds,
      },
      ...bullmq,
    ],
    { seed, states, lost, doubled, open },
  );
  for (const what of [...lost, ...doubled, ...open].slice(0, 20)) process.stdout.write(`${what}\n`);
}
