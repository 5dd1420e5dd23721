/** Hostile PDFs, fetched by a real server and read by its parsing children. */
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { damagedPdfs, hostilePdfTricks } from '#pipeline/sources/pdf/testing/hostile-pdfs.ts';
import { atMost, cameThrough, type AttackRow } from '../lib/attack.ts';
import { startGloss, withDataDir, type GlossProcess } from '../lib/gloss-process.ts';
import { openHostileSite, type HostileSite } from '../lib/hostile-site.ts';
import { parsingChildren } from '../lib/processes-below.ts';
import { watchReady } from '../lib/ready-watch.ts';

/** As many as the server has children, so that none waits. */
const AT_ONCE = 2;
const TERMINAL_S = 60;
/** The server checks memory a few times a second, so a child may slightly exceed its limit. */
const CHILD_MB = 512;
const READY_P99_MS = 100;
const LOOK_MS = 100;
const RESTART_MS = 5_000;
const Added = z.object({ added: z.array(z.string()) });
const State = z.object({
  status: z.object({ embedding: z.number() }),
  error: z.object({ code: z.string() }).partial().nullish(),
});

interface Outcome {
  name: string;
  seconds: number;
  code: string;
}
async function readOne(
  gloss: GlossProcess,
  thread: string,
  url: string,
  name: string,
): Promise<Outcome> {
  const startedAt = performance.now();
  const body = { threadId: thread, sources: [{ url }] };
  const {
    added: [id],
  } = Added.parse(
    await gloss.data('POST', 'thread/addSource', body).catch(async () => {
      await wait(RESTART_MS);
      return gloss.data('POST', 'thread/addSource', body);
    }),
  );
  for (;;) {
    const seconds = (performance.now() - startedAt) / 1000;
    // A server that was restarted after a hang is requested again.
    const answer = await gloss.data('GET', `sources/${id}`).catch(() => undefined);
    const { status, error } =
      answer === undefined ? { status: { embedding: 0 }, error: undefined } : State.parse(answer);
    if (status.embedding !== 0)
      return { name, seconds, code: status.embedding === 1 ? 'ready' : (error?.code ?? 'failed') };
    if (seconds > 3 * TERMINAL_S) return { name, seconds, code: 'NOT TERMINAL' };
    await wait(LOOK_MS);
  }
}

async function readAll(gloss: GlossProcess, site: HostileSite): Promise<Outcome[]> {
  const { _id: thread } = z
    .object({ _id: z.string() })
    .parse(await gloss.data('POST', 'threads', { title: 'PDFs' }));
  const files = [
    ...hostilePdfTricks(),
    ...damagedPdfs({ cut: 80, mutated: 140 }).map(({ name, bytes }) => ({
      name,
      make: () => bytes,
    })),
  ];
  const queue = files.entries();
  const outcomes: Outcome[] = [];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [at, { name, make }] of queue) {
        const path = `/${at}.pdf`;
        site.files.set(path, { type: 'application/pdf', bytes: make() });
        outcomes.push(await readOne(gloss, thread, `${site.url}${path}`, name));
        site.files.delete(path);
      }
    }),
  );
  return outcomes;
}

export async function attack(): Promise<AttackRow[]> {
  const site = await openHostileSite();
  try {
    return await withDataDir(async (folder) => {
      const gloss = await startGloss(folder, {
        GLOSS_FETCH_ALLOW: site.at,
        GLOSS_LOG_LEVEL: 'error',
      });
      const watch = await watchReady(gloss.url);
      let largest = 0;
      const looking = setInterval(() => {
        for (const { rssMb } of parsingChildren(gloss.pid)) largest = Math.max(largest, rssMb);
      }, LOOK_MS);
      const outcomes = await readAll(gloss, site);
      clearInterval(looking);
      const waits = await watch.take();
      await watch.end();
      const ours = parsingChildren(gloss.pid);
      await gloss.stop();
      const orphans = ours.filter(({ pid }) => existsSync(`/proc/${pid}`));
      const slowest = outcomes.toSorted((a, b) => b.seconds - a.seconds);
      for (const { name, seconds, code } of slowest.slice(0, 8))
        process.stderr.write(`  ${seconds.toFixed(1)} s  ${code}  ${name}\n`);
      const crashed = outcomes.filter(({ code }) => code === 'internal' || code === 'NOT TERMINAL');
      for (const { name, code } of crashed) process.stderr.write(`  ${code}: ${name}\n`);
      const tried = outcomes.length;
      return [
        atMost('hostile PDF: longest to its end', 'parsing child', tried, {
          most: TERMINAL_S,
          value: slowest[0]?.seconds ?? 0,
          unit: 's',
        }),
        atMost('hostile PDF: largest child', 'parsing child', tried, {
          most: CHILD_MB,
          value: largest,
          unit: 'MB',
        }),
        atMost('hostile PDF: /api/ready p99 meanwhile', 'parsing child', waits.count, {
          most: READY_P99_MS,
          value: waits.p99Ms,
          unit: 'ms',
        }),
        cameThrough(
          'hostile PDF: /api/ready not answered',
          'parsing child',
          waits.count,
          waits.failures,
        ),
        cameThrough('hostile PDF: without a clear error', 'parsing child', tried, crashed.length),
        cameThrough('hostile PDF: processes left behind', 'parsing child', tried, orphans.length),
      ];
    });
  } finally {
    site.close();
  }
}
