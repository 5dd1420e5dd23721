/**
 * An import of mixed sources while the server and its workers are killed one after another, and
 * checks of its receipt, database, files and index.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { Import, ImportItem, StartedImport } from '#core/contract/import.ts';
import { sha256 } from '#config/sha256.ts';
import { serveLoopback, type ServedFile } from '#pipeline/testing/loopback-net.ts';
import { plainPdf } from '#pipeline/testing/plain-pdf.ts';
import { startServerProcess, startWorkerProcess, type ServerProcess } from './server-process.ts';
import { articlePage } from './test-server.ts';

/** Sources whose images and styles are not saved yet. */
const UNSAVED = 'SELECT id FROM sources WHERE assets_due_at IS NOT NULL AND deleted_at IS NULL';

/** A seeded random generator, so that a run can be repeated. */
export const seeded = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
  return seed / 2 ** 32;
};

/** The kinds of entries, and how each must end. */
const KINDS = [
  'page',
  'page',
  'page',
  'page',
  'pdf',
  'page',
  'copy',
  'absent',
  'again',
  'page',
] as const;
type Kind = (typeof KINDS)[number];
const ENDS: Record<Kind, ImportItem['state']> = {
  page: 'added',
  pdf: 'added',
  copy: 'duplicate',
  absent: 'failed',
  again: 'duplicate',
};
const kindOf = (n: number): Kind => KINDS[n % KINDS.length] ?? 'page';
const WORDS =
  'amber birch cedar delta ember fjord grove heath inlet jetty knoll larch marsh nook otter pine quarry ridge shoal tarn'.split(
    ' ',
  );
function prose(n: number): string[] {
  const random = seeded(n + 1);
  const sentence = () =>
    `${Array.from({ length: 14 }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ')}.`;
  return Array.from(
    { length: 5 },
    (_, at) => `Word${n}of${at} ${sentence()} ${sentence()} ${sentence()}`,
  );
}
/** `copy` has exactly the text of an earlier page. */
function fileOf(path: string): ServedFile | undefined {
  const n = Number(/^(?:page|pdf|copy)\/(\d+)/.exec(path)?.[1] ?? Number.NaN);
  if (Number.isNaN(n)) return undefined;
  if (path.startsWith('pdf'))
    return {
      bytes: plainPdf([{ lines: [`Paper ${n}`, ...prose(n)] }, { lines: prose(n + 100_000) }]),
      contentType: 'application/pdf',
    };
  return articlePage(`Source ${n}`, prose(n));
}
const pathOf = (n: number): string => {
  const kind = kindOf(n);
  if (kind === 'copy') return `copy/${n - 6}`;
  if (kind === 'again') return `page/${n - 8}?utm_source=again`;
  return `${kind}/${n}`;
};

export interface KilledImportOptions {
  folder: string;
  sources: number;
  kills: number;
  workers: number;
  seed: number;
  /** maximum ms between two kills */
  everyMs: number;
  /** ms for the rest after the last kill */
  patienceMs: number;
  env?: Record<string, string>;
}
export interface KilledImportResult {
  seconds: number;
  /** accepted lines that are missing in the receipt or ended in the wrong state */
  lost: string[];
  /** addresses, passages, files or lines that exist twice */
  doubled: string[];
  /** lines without a result, sources between two stages, leftover jobs */
  open: string[];
  states: Record<string, number>;
}

export async function runKilledImport({
  folder,
  sources,
  kills,
  workers,
  seed,
  everyMs,
  patienceMs,
  env: more = {},
}: KilledImportOptions): Promise<KilledImportResult> {
  const random = seeded(seed);
  const site = await serveLoopback(fileOf);
  writeFileSync(join(folder, 'sample-thread-made'), '');
  const env = {
    GLOSS_DATA_DIR: folder,
    GLOSS_PORT: '0',
    GLOSS_FETCH_ALLOW: new URL(site.origin).host,
    GLOSS_YTDLP_PATH: '/nonexistent',
    GLOSS_CHROME_PATH: '/nonexistent',
    GLOSS_LOG_LEVEL: 'error',
    ...more,
  };
  let server: ServerProcess = await startServerProcess(env, ['--no-worker']);
  const workerProcesses = Array.from({ length: workers }, () => startWorkerProcess(env));
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const token = readFileSync(join(folder, 'owner-token'), 'utf8').trim();
    const response = await fetch(`${server.url}/api/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    return ((await response.json()) as { data: unknown }).data;
  };
  const killServer = async (): Promise<void> => {
    await server.kill();
    server = await startServerProcess(env, ['--no-worker']);
  };
  const items = Array.from({ length: sources }, (_, n) => ({
    line: n + 1,
    url: `${site.origin}/${pathOf(n)}`,
    tags: [`tag ${n % 7}`],
  }));
  const startedAt = performance.now();
  try {
    const thread = (await call('POST', 'threads', { title: 'Killed' })) as { _id: string };
    const stage = () =>
      call('POST', 'imports', { name: 'mix', key: 'mix', threadId: thread._id, items });
    // The first kill interrupts staging; the client can't know how far it came, and sends the
    // import again.
    const first = stage().catch(() => undefined);
    await wait(random() * 150);
    await killServer();
    await first;
    const { _id } = StartedImport.parse(await stage());
    for (let kill = 1; kill < kills; kill += 1) {
      await wait((0.2 + 0.8 * random()) * everyMs);
      const victim = Math.floor(random() * (workers + 0.25));
      if (victim >= workers) await killServer();
      else {
        await workerProcesses[victim]?.kill();
        workerProcesses[victim] = startWorkerProcess(env);
      }
    }
    const until = performance.now() + patienceMs;
    const look = async () => Import.parse(await call('GET', `imports/${_id}`));
    for (
      let it = await look();
      it.finishedAt === undefined && performance.now() < until;
      it = await look()
    )
      await wait(250);
    await untilSaved(folder, until);
    const items_ = await receipt(call, _id);
    const seconds = (performance.now() - startedAt) / 1000;
    await Promise.all(workerProcesses.map((worker) => worker.stop()));
    await server.stop();
    return { seconds, ...judge(items_, sources, folder) };
  } finally {
    await Promise.all([...workerProcesses.map((worker) => worker.kill()), server.kill()]);
    await site.close();
  }
}

/** Waits until the images of all sources are saved, which happens after the texts. */
async function untilSaved(folder: string, until: number): Promise<void> {
  const database = new DatabaseSync(join(folder, 'gloss.sqlite'), { readOnly: true });
  const unsaved = database.prepare(UNSAVED);
  while (unsaved.all().length > 0 && performance.now() < until) await wait(250);
  database.close();
}

async function receipt(
  call: (method: string, path: string) => Promise<unknown>,
  id: string,
): Promise<ImportItem[]> {
  const all: ImportItem[] = [];
  for (;;) {
    const last = all.at(-1);
    const { items } = Import.extend({ items: ImportItem.array() }).parse(
      await call(
        'GET',
        `imports/${id}?limit=1000${last ? `&after=${last.line}.${last.entry}` : ''}`,
      ),
    );
    all.push(...items);
    if (items.length < 1000) return all;
  }
}

function judge(
  items: readonly ImportItem[],
  sources: number,
  folder: string,
): Omit<KilledImportResult, 'seconds'> {
  const database = new DatabaseSync(join(folder, 'gloss.sqlite'), { readOnly: true });
  const index = new DatabaseSync(join(folder, 'index.sqlite'), { readOnly: true });
  const rows = (from: DatabaseSync, sql: string): string[] =>
    from
      .prepare(sql)
      .all()
      .map((row) => JSON.stringify(row));
  try {
    const byLine = new Map(items.map((item) => [item.line, item]));
    const lost = Array.from({ length: sources }, (_, n) => n).flatMap((n) => {
      const item = byLine.get(n + 1);
      // Of a copy and its original, either may be processed first.
      const isFine =
        item &&
        (item.state === ENDS[kindOf(n)] ||
          (item.state === 'duplicate' &&
            byLine.get(n + 7)?.state === 'added' &&
            kindOf(n + 6) === 'copy'));
      return isFine ||
        (kindOf(n) === 'copy' &&
          item?.state === 'added' &&
          byLine.get(n - 5)?.state === 'duplicate')
        ? []
        : [
            `line ${n + 1} (${kindOf(n)}): ${item ? `${item.state} ${item.code ?? ''} ${item.message ?? ''}` : 'missing'}`,
          ];
    });
    const places = items.map(({ line, entry }) => `${line}.${entry}`);
    const passages = rows(
      database,
      'SELECT s.id, COUNT(*) AS n FROM chunks c JOIN sources s ON s.id = c.source_id AND s.version = c.version WHERE s.deleted_at IS NULL GROUP BY s.id ORDER BY s.id',
    );
    const indexed = rows(
      index,
      'SELECT s.source_id AS id, COUNT(*) AS n FROM chunks c JOIN sources s ON s.id = c.source GROUP BY s.source_id ORDER BY s.source_id',
    );
    const inIndex = new Set(indexed);
    const inDatabase = new Set(passages);
    return {
      lost: [
        ...lost,
        ...passages.filter((it) => !inIndex.has(it)).map((it) => `not in the index: ${it}`),
      ],
      doubled: [
        ...places
          .filter((place, at) => places.indexOf(place) !== at)
          .map((place) => `line ${place} is there twice`),
        ...indexed.filter((it) => !inDatabase.has(it)).map((it) => `in the index alone: ${it}`),
        ...rows(
          database,
          'SELECT owner_id, canonical_url FROM sources WHERE deleted_at IS NULL GROUP BY 1, 2 HAVING COUNT(*) > 1',
        ),
        ...rows(
          database,
          'SELECT source_id, version, ordinal FROM chunks GROUP BY 1, 2, 3 HAVING COUNT(*) > 1',
        ),
        ...rows(
          database,
          'SELECT title FROM sources WHERE deleted_at IS NULL GROUP BY title HAVING COUNT(*) > 1',
        ),
        ...twins(join(folder, 'files')),
      ],
      open: [
        ...items
          .filter(({ state }) => state === 'waiting' || state === 'running')
          .map(({ line, state }) => `line ${line} is ${state}`),
        ...rows(
          database,
          'SELECT id, stage FROM sources WHERE deleted_at IS NULL AND (stage IS NOT NULL OR embedding_status = 0)',
        ),
        ...rows(database, UNSAVED),
        ...rows(database, 'SELECT id FROM jobs'),
        ...rows(database, 'PRAGMA integrity_check').filter((it) => !it.includes('"ok"')),
      ],
      states: Object.fromEntries(
        [...Map.groupBy(items, ({ state }) => state)].map(([state, all]) => [state, all.length]),
      ),
    };
  } finally {
    database.close();
    index.close();
  }
}

/** Returns files with the same bytes. Files that a killed process left in `tmp` don't count. */
function twins(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile())
    .map((it) => join(it.parentPath, it.name))
    .filter((path) => !path.startsWith(join(folder, 'tmp')));
  const byHash = Map.groupBy(files, (path) => sha256(readFileSync(path)));
  return [...byHash.values()]
    .filter((paths) => paths.length > 1)
    .map((paths) => `the same bytes: ${paths.join(', ')}`);
}
