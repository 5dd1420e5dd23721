/**
 * Ten thousand links staged and previewed over HTTP, and the cost of queue and database per source;
 * next to BullMQ and a plain loop of inserts.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { ImportPreview, StartedImport } from '#core/contract/import.ts';
import { startGloss, withDataDir, type GlossProcess } from './lib/gloss-process.ts';
import { percentile, report, type Row } from './lib/table.ts';

const LINES = 10_000;
const SOURCES = 1_000;
const TIMES = 3;
const Cost = z.object({ seconds: z.number(), cpuS: z.number(), addMs: z.number().optional() });
const linkOf = (n: number) =>
  `https://site-${n % 400}.example.org/${n % 12}/article-${n}?id=${n}&utm_source=list`;
const items = Array.from({ length: LINES }, (_, n) => ({
  url: linkOf(n),
  title: `Article ${n} of a long list`,
  tags: ['saved', `tag ${n % 50}`],
  folder: `Reading / ${n % 20}`,
  addedAt: '2024-05-06T07:08:09.000Z',
}));

/** Measures how long other requests wait while `work` runs. */
async function beside(
  gloss: GlossProcess,
  work: () => Promise<void>,
): Promise<{ ms: number; longestMs: number }> {
  let going = true;
  const waits: number[] = [];
  const asking = (async () => {
    while (going) {
      const from = performance.now();
      await gloss.data('GET', 'threads?limit=1');
      waits.push(performance.now() - from);
    }
  })();
  const from = performance.now();
  await work();
  const ms = performance.now() - from;
  going = false;
  await asking;
  return { ms, longestMs: Math.max(...waits) };
}

async function overHttp(): Promise<Row[]> {
  const staged: { ms: number; longestMs: number }[] = [];
  const previewed: { ms: number; longestMs: number }[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    await withDataDir(async (folder) => {
      const gloss = await startGloss(folder, {}, ['/api/openapi.json'], ['--no-worker']);
      try {
        const { _id: threadId } = z
          .object({ _id: z.string() })
          .parse(await gloss.data('POST', 'threads', { title: 'Benchmark' }));
        const file = items.map(({ url, title }) => `${url} ${title}`).join('\n');
        previewed.push(
          await beside(gloss, async () => {
            const response = await fetch(`${gloss.url}/api/imports/read?name=links.txt`, {
              method: 'POST',
              body: file,
              headers: gloss.headers,
            });
            const { entries } = ImportPreview.parse(
              z.object({ data: z.unknown() }).parse(await response.json()).data,
            );
            if (entries.length !== LINES)
              throw new Error(`${entries.length} of ${LINES} lines were read`);
          }),
        );
        staged.push(
          await beside(gloss, async () => {
            const { total } = StartedImport.parse(
              await gloss.data('POST', 'imports', { name: 'links', threadId, items }),
            );
            if (total !== LINES) throw new Error(`${total} of ${LINES} lines were staged`);
          }),
        );
      } finally {
        await gloss.stop();
      }
    });
  }
  const row = (what: string, all: typeof staged): Row => ({
    what,
    lines: LINES,
    ms: percentile(
      all.map(({ ms }) => ms),
      0.5,
    ),
    'max ms': Math.max(...all.map(({ ms }) => ms)),
    'others waited at most, ms': Math.max(...all.map(({ longestMs }) => longestMs)),
  });
  return [row('Gloss, staged over HTTP', staged), row('Gloss, previewed over HTTP', previewed)];
}

async function child(file: string, ...args: string[]): Promise<z.infer<typeof Cost>> {
  const running = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'lib', file), ...args],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  return Cost.parse(JSON.parse(await text(running.stdout)));
}

/** One row per line in one transaction; and one row, one update and one commit per source. */
function bareLoop(): { insertMs: number; cpuMs: number } {
  const folder = mkdtempSync(join(tmpdir(), 'gloss-bench-'));
  const database = new DatabaseSync(join(folder, 'bare.sqlite'));
  try {
    database.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE items (line INTEGER PRIMARY KEY, state TEXT, url TEXT UNIQUE, body TEXT)',
    );
    const insert = database.prepare('INSERT INTO items VALUES (?, ?, ?, ?)');
    const from = performance.now();
    database.exec('BEGIN IMMEDIATE');
    for (const [n, item] of items.entries())
      insert.run(n, 'waiting', item.url, JSON.stringify(item));
    database.exec('COMMIT');
    const insertMs = performance.now() - from;
    const update = database.prepare("UPDATE items SET state = 'done' WHERE line = ?");
    const cpu = process.cpuUsage();
    for (let n = 0; n < SOURCES; n += 1) update.run(n);
    const { user, system } = process.cpuUsage(cpu);
    return { insertMs, cpuMs: (user + system) / 1000 / SOURCES };
  } finally {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function run(): Promise<void> {
  const redis = process.env['GLOSS_TEST_REDIS_URL'];
  const [staged = {}, previewed = {}] = await overHttp();
  const ours = await child('idle-stages.ts', String(SOURCES));
  const bare = bareLoop();
  const added = redis ? await child('idle-bullmq.ts', redis, String(LINES)) : undefined;
  const worked = redis ? await child('idle-bullmq.ts', redis, String(SOURCES)) : undefined;
  const perSource = (cost: z.infer<typeof Cost>) => (cost.cpuS * 1000) / SOURCES;
  const staging: Row[] = [
    staged,
    previewed,
    { what: 'bare loop: one row a line, one commit', lines: LINES, ms: bare.insertMs },
    ...(added?.addMs === undefined
      ? []
      : [
          { what: 'BullMQ addBulk, nothing kept beside', lines: LINES, ms: added.addMs },
          { what: 'ratio, Gloss staged to BullMQ added', ms: Number(staged['ms']) / added.addMs },
        ]),
  ];
  const working: Row[] = [
    {
      what: 'Gloss: fed, claimed, six stages committed, settled',
      sources: SOURCES,
      'CPU ms a source': perSource(ours),
      'sources/s': SOURCES / ours.seconds,
    },
    ...(worked
      ? [
          {
            what: 'BullMQ: one job a source, nothing kept',
            sources: SOURCES,
            'CPU ms a source': perSource(worked),
            'sources/s': SOURCES / worked.seconds,
          },
        ]
      : []),
    {
      what: 'bare loop: one update and commit a source',
      sources: SOURCES,
      'CPU ms a source': bare.cpuMs,
    },
    ...(worked
      ? [{ what: 'ratio, Gloss to BullMQ', 'CPU ms a source': perSource(ours) / perSource(worked) }]
      : []),
  ];
  if (!redis)
    process.stdout.write(
      '\nimport-staging: BullMQ is left out, since GLOSS_TEST_REDIS_URL names no Redis. Run it as scripts/with-redis.sh scripts/bench import-staging\n',
    );
  report(
    'import-staging',
    `Import: ${LINES.toLocaleString('en')} links with titles, tags, folders and dates; medians of ${TIMES}, JSON and HTTP counted`,
    staging,
  );
  report(
    'import-cost',
    `Import: CPU of a worker whose stages do nothing, ${SOURCES.toLocaleString('en')} sources, SQLite with synchronous = FULL`,
    working,
    { staging },
  );
}
