/**
 * Processing a hundred sources from loopback in a real server, next to fetching and parsing the
 * same addresses in one simple process.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { makeCorpus, serveCorpus, type Corpus } from './lib/corpus.ts';
import { startGloss, untilReady, withDataDir, type GlossProcess } from './lib/gloss-process.ts';
import { watchTree } from './lib/process-tree.ts';
import { percentile, renderTable, report, type Row } from './lib/table.ts';

const COUNTS = { web: 50, pdf: 30, video: 20 };
/** Without yt-dlp, all video pages are read as HTML5 pages. */
const NO_YTDLP = '/nonexistent/yt-dlp';
const StageDone = z.object({
  msg: z.literal('stage done'),
  stage: z.string(),
  kind: z.string(),
  ms: z.number(),
});
const Plain = z.object({
  seconds: z.number(),
  read: z.int(),
  characters: z.int(),
  cpuS: z.number(),
  peakRssMb: z.number(),
});

interface Measured {
  seconds: number;
  cpuS: number;
  peakRssMb: number;
  ownPeakRssMb: number;
  failed: string[];
}

async function ingest(gloss: GlossProcess, origin: string, { sources }: Corpus): Promise<Measured> {
  const { _id: threadId } = z
    .object({ _id: z.string() })
    .parse(await gloss.data('POST', 'threads', { title: 'Benchmark' }));
  const watch = watchTree(gloss.pid);
  const startedAt = performance.now();
  await gloss.data('POST', 'thread/addSource', {
    threadId,
    sources: sources.map(({ path }) => ({ url: origin + path })),
  });
  const settled = await untilReady(gloss);
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    seconds,
    ...watch.end(),
    failed: settled
      .filter((it) => it.status.embedding !== 1)
      .map((it) => `${it.canonicalUrl}: ${it.error?.code ?? 'unknown'}`),
  };
}

/** Time per stage and kind, from the server's log. */
function stages(logged: readonly unknown[]): Row[] {
  const done = logged.flatMap((line) => {
    const parsed = StageDone.safeParse(line);
    return parsed.success ? [parsed.data] : [];
  });
  return [...Map.groupBy(done, ({ stage, kind }) => `${stage} ${kind}`)]
    .map(([name, all]) => ({
      stage: name,
      runs: all.length,
      'p50 ms': percentile(
        all.map((it) => it.ms),
        0.5,
      ),
      'p99 ms': percentile(
        all.map((it) => it.ms),
        0.99,
      ),
      'sum s': all.reduce((sum, it) => sum + it.ms, 0) / 1000,
    }))
    .sort((a, b) => b['sum s'] - a['sum s']);
}

async function plainly(urls: string[]): Promise<z.infer<typeof Plain>> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'lib/plain-reader.ts')],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  child.stdin.end(JSON.stringify(urls));
  return Plain.parse(JSON.parse(await text(child.stdout)));
}

export async function run(): Promise<void> {
  const corpus = makeCorpus(COUNTS);
  const site = await serveCorpus(corpus);
  try {
    const plain = await plainly(corpus.sources.map(({ path }) => site.origin + path));
    const { ours, profile } = await withDataDir(async (folder) => {
      const gloss = await startGloss(folder, {
        GLOSS_FETCH_ALLOW: site.host,
        GLOSS_YTDLP_PATH: NO_YTDLP,
        GLOSS_LOG_LEVEL: 'info',
      });
      try {
        const measured = await ingest(gloss, site.origin, corpus);
        return { ours: measured, profile: stages(gloss.logged) };
      } finally {
        await gloss.stop();
      }
    });
    const count = corpus.sources.length;
    const rows: Row[] = [
      {
        how: 'Gloss, to ready',
        sources: count,
        failed: ours.failed.length,
        seconds: ours.seconds,
        'sources/s': count / ours.seconds,
        'CPU s': ours.cpuS,
        'peak RSS MB': ours.peakRssMb,
        'of which server MB': ours.ownPeakRssMb,
      },
      {
        how: 'fetched and parsed plainly',
        sources: count,
        failed: count - plain.read,
        seconds: plain.seconds,
        'sources/s': count / plain.seconds,
        'CPU s': plain.cpuS,
        'peak RSS MB': plain.peakRssMb,
      },
      {
        how: 'ratio',
        'sources/s': plain.seconds / ours.seconds,
        seconds: ours.seconds / plain.seconds,
        'CPU s': ours.cpuS / plain.cpuS,
        'peak RSS MB': ours.peakRssMb / plain.peakRssMb,
      },
    ];
    report(
      'ingest',
      `Ingest: ${COUNTS.web} pages, ${COUNTS.pdf} PDFs, ${COUNTS.video} video pages (read as HTML5, without yt-dlp) from loopback; beside fetch, Readability and pdfjs in one process, nothing kept`,
      rows,
      { stages: profile, failed: ours.failed, plainCharacters: plain.characters },
    );
    process.stdout.write(`\nWhere Gloss spent it (waiting counted)\n\n${renderTable(profile)}\n`);
    for (const failure of ours.failed) process.stdout.write(`failed: ${failure}\n`);
  } finally {
    site.close();
  }
}
