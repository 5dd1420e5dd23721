/** Measures one import from its staging until nothing changes any more. */
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { freePort } from '#api/testing/free-port.ts';
import { dnsServer } from '#pipeline/net/testing/dns-server.ts';
import { withDataDir } from '../lib/gloss-process.ts';
import { addPagesDuringImport, type AddedPages } from './add-pages.ts';
import type { ArticlePages } from './article-pages.ts';
import type { Options } from './options.ts';
import { diskUse, readOutcome, type DiskUse, type Outcome } from './outcome.ts';
import { makePlan, type HostKind, type Plan } from './plan.ts';
import { startKilledServer, type KilledServer } from './server.ts';
import { openSites, type HostUse, type Sites } from './sites.ts';

const LOOK_MS = 500;
/** Stops waiting for an import without progress for this time. */
const QUIET_MS = 120_000;
/** after the import is done, for pictures and styles that are still being saved */
const AFTERWARDS_MS = 5_000;
const LONGEST_MS = 4 * 3600_000;
const NO_YTDLP = '/nonexistent/yt-dlp';
const Counts = z.object({
  ready: z.int(),
  failed: z.int(),
  duplicates: z.int(),
  skipped: z.int(),
  finishedAt: z.string().optional(),
});

export interface Measured {
  /** numbers of ready pages over time, in s since the start of staging */
  progress: { s: number; ready: number }[];
  /** seconds until the pictures of each page were sent, in order */
  keptS: number[];
  seconds: number;
  isFinished: boolean;
  cpuS: number;
  peakMb: number;
  kills: number;
  adds: AddedPages;
  outcome: Outcome;
  disk: DiskUse;
  uses: HostUse[];
  repeated: { pages: number; requests: number };
}
export interface Version {
  /** its `cli/main.js`, if it is not this one */
  main?: string;
  /** whether it supports configured name servers */
  names: boolean;
}

async function untilStill(
  server: KilledServer,
  id: string,
  sites: Sites,
  { kills }: Options,
  good: number,
): Promise<{ progress: Measured['progress']; isFinished: boolean }> {
  const startedAt = performance.now();
  const progress = [{ s: 0, ready: 0 }];
  let [seen, movedAt] = ['', startedAt];
  for (;;) {
    const counts = Counts.parse(await server.data('GET', `imports/${id}?limit=1`));
    const now = performance.now();
    if (counts.ready !== progress.at(-1)?.ready)
      progress.push({ s: (now - startedAt) / 1000, ready: counts.ready });
    const current = JSON.stringify([counts, sites.requests()]);
    if (current !== seen) [seen, movedAt] = [current, now];
    const isFinished = counts.finishedAt !== undefined;
    if (now - movedAt > (isFinished ? AFTERWARDS_MS : QUIET_MS) || now - startedAt > LONGEST_MS)
      return { progress, isFinished };
    if (server.kills < kills && counts.ready >= ((server.kills + 1) * good) / (kills + 1))
      await server.killAndRestart();
    await wait(LOOK_MS);
  }
}

async function importAll(
  server: KilledServer,
  plan: Plan,
  sites: Sites,
  options: Options,
): Promise<Omit<Measured, 'disk'>> {
  const Id = z.object({ _id: z.string() });
  const { _id: threadId } = Id.parse(await server.data('POST', 'threads', { title: 'Benchmark' }));
  const { pages } = options;
  const items = Array.from({ length: pages }, (_, n) => ({ line: n + 1, url: plan.urlOf(n) }));
  const good = items.filter((_, n) => ['good', 'slow'].includes(plan.hostOf(n).kind)).length;
  const startedAt = performance.now();
  const { _id } = Id.parse(
    await server.data('POST', 'imports', { name: 'benchmark', threadId, items }),
  );
  const adding = addPagesDuringImport(server, threadId, plan.extraUrl);
  const { progress, isFinished } = await untilStill(server, _id, sites, options, good);
  const adds = await adding.end();
  return {
    progress,
    isFinished,
    adds,
    seconds: (performance.now() - startedAt) / 1000,
    kills: server.kills,
    ...server.use(),
    keptS: [...sites.keptAt]
      .filter(([page]) => page < pages)
      .map(([, at]) => (at - startedAt) / 1000),
    outcome: await readOutcome(server, _id, (line) => plan.hostOf(line - 1).kind, pages),
    uses: sites.uses(),
    repeated: sites.repeated(),
  };
}

export async function measureImport(
  options: Options,
  articles: ArticlePages,
  { main, names }: Version,
): Promise<Measured> {
  const kinds = new Map<string, HostKind>();
  const sites = await openSites(articles, (at) => kinds.get(at));
  const plan = makePlan(options, { open: sites.port, closed: await freePort() }, names);
  for (const { at, kind } of plan.hosts) kinds.set(at, kind);
  const dns = await dnsServer(plan.answerName);
  try {
    return await withDataDir(async (folder) => {
      const env = {
        GLOSS_FETCH_ALLOW: plan.hosts.map(({ at }) => at).join(','),
        GLOSS_YTDLP_PATH: NO_YTDLP,
        ...(names ? { GLOSS_DNS_SERVERS: dns.at } : {}),
      };
      const server = await startKilledServer(folder, env, main);
      try {
        const measured = await importAll(server, plan, sites, options);
        await server.stop();
        return { ...measured, disk: diskUse(folder) };
      } finally {
        await server.stop();
      }
    });
  } finally {
    await Promise.all([dns.close(), sites.close()]);
  }
}
