/**
 * The embedded index next to MiniSearch and plain FTS5, on the same sets in the same process:
 * quality, speed of questions and indexing, size. With `--gate`, next to FTS5 only, and the process
 * fails if the index isn't better by the required bounds (`lib/search-gate.ts`).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import MiniSearch from 'minisearch';
import { v7 as uuid } from 'uuid';
import { createLog } from '#config/log.ts';
import { SourceId, UserId } from '#core/contract/id.ts';
import { createSqliteIndex, stopWords } from '#pipeline/search/index.ts';
import { evalData, retrievalSets, scoreRanking, type RetrievalSet } from './lib/retrieval.ts';
import { gateFailures, type SetRatios } from './lib/search-gate.ts';
import { percentile, report, skipped, type Row } from './lib/table.ts';

interface Engine {
  name: string;
  load(set: RetrievalSet): Promise<void>;
  /** warm-up, as at the start of the server */
  warmUp?(): Promise<void>;
  ask(text: string): Promise<string[]>;
  /** bytes of the index including the texts; undefined without a file format */
  size?(): number;
  close(): Promise<void>;
}

const databaseSize = (db: DatabaseSync): number =>
  Number(db.prepare('PRAGMA page_count').get()?.['page_count']) *
  Number(db.prepare('PRAGMA page_size').get()?.['page_size']);

function gloss(): Engine {
  const folder = mkdtempSync(join(tmpdir(), 'gloss-bench-'));
  const file = join(folder, 'index.sqlite');
  const index = createSqliteIndex({ file, log: createLog('error') });
  const ownerId = UserId.parse(uuid());
  return {
    name: 'Gloss',
    // One source per title with its passages, as in a library.
    async load(set) {
      const titles = Map.groupBy(set.documents, (it) => it.title);
      await Promise.all(
        [...titles].map(async ([title, documents]) => {
          const sourceId = SourceId.parse(uuid());
          await index.replace(
            { sourceId, ownerId, version: 1, sourceType: 'web', title, language: set.language },
            documents.map((it, ordinal) => ({
              id: it.id,
              sourceId,
              version: 1,
              ordinal,
              heading: title,
              text: it.text,
              locator: {
                medium: 'flow',
                paragraph: ordinal + 1,
                quote: '',
                prefix: '',
                suffix: '',
              },
              pieces: [],
            })),
          );
        }),
      );
    },
    warmUp: async () => {
      await index.warmUp?.();
    },
    ask: async (text) =>
      (await index.search({ text, ownerId, limit: 10, match: 'any' })).map((it) => it.chunkId),
    size() {
      const db = new DatabaseSync(file, { readOnly: true });
      try {
        return databaseSize(db);
      } finally {
        db.close();
      }
    },
    async close() {
      await index.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function miniSearch(): Engine {
  const index = new MiniSearch<{ id: string; title: string; text: string }>({
    fields: ['title', 'text'],
    searchOptions: { boost: { title: 2 } },
  });
  return {
    name: 'MiniSearch',
    load: async (set) => {
      index.addAll(set.documents);
    },
    ask: async (text) =>
      index
        .search(text)
        .slice(0, 10)
        .map((it) => String(it.id)),
    close: async () => undefined,
  };
}

/** A common configuration: Porter stemmer, any of the words, no stop words, titles weighted twice. */
function plainFts(): Engine {
  const db = new DatabaseSync(':memory:');
  db.exec("CREATE VIRTUAL TABLE passages USING fts5(title, text, tokenize = 'porter unicode61')");
  const ids: string[] = [];
  let stop: ReadonlySet<string> = new Set();
  const find = db.prepare(
    'SELECT rowid FROM passages WHERE passages MATCH ? ORDER BY bm25(passages, 2.0, 1.0) LIMIT 10',
  );
  return {
    name: 'FTS5',
    async load(set) {
      stop = stopWords(set.language);
      const insert = db.prepare('INSERT INTO passages (rowid, title, text) VALUES (?, ?, ?)');
      for (const { id, title, text } of set.documents) insert.run(ids.push(id), title, text);
    },
    async ask(text) {
      const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])].filter(
        (it) => !stop.has(it),
      );
      return words.length === 0
        ? []
        : find
            .all(words.map((it) => `"${it}"`).join(' OR '))
            .map((row) => ids[Number(row['rowid']) - 1] ?? '');
    },
    size: () => databaseSize(db),
    close: async () => {
      db.close();
    },
  };
}

/** Fewest questions of a speed measurement; those of a smaller set are repeated. */
const MIN_ASKED = 1_000;

/**
 * The first pass over the questions gives the quality and the speed of a new process (`first
 * pass`); later passes give the speed of a warm one (`queries/s`, `p50`, `p99`).
 */
async function measure(engine: Engine, set: RetrievalSet): Promise<Row> {
  const before = performance.now();
  await engine.load(set);
  const indexedS = (performance.now() - before) / 1000;
  await engine.warmUp?.();
  const bytes = engine.size?.();
  const count = set.queries.length;
  const sums = { ndcg: 0, recall: 0 };
  const begun = performance.now();
  const answers: string[][] = [];
  for (const { text } of set.queries) answers.push(await engine.ask(text));
  const firstS = (performance.now() - begun) / 1000;
  for (const [at, { id }] of set.queries.entries()) {
    const score = scoreRanking(answers[at] ?? [], set.grades.get(id) ?? new Map());
    sums.ndcg += score.ndcg;
    sums.recall += score.recall;
  }
  const times: number[] = [];
  const from = performance.now();
  while (times.length < MIN_ASKED) {
    for (const { text } of set.queries) {
      const asked = performance.now();
      await engine.ask(text);
      times.push(performance.now() - asked);
    }
  }
  return {
    set: set.name,
    engine: engine.name,
    passages: set.documents.length,
    queries: count,
    'nDCG@10': sums.ndcg / count,
    'recall@10': sums.recall / count,
    'queries/s': times.length / ((performance.now() - from) / 1000),
    'p50 ms': percentile(times, 0.5),
    'p99 ms': percentile(times, 0.99),
    'first pass queries/s': count / firstS,
    'passages/s indexed': Math.round(set.documents.length / indexedS),
    ...(bytes === undefined ? {} : { 'index bytes': bytes }),
  };
}

const COMPARED = [
  'nDCG@10',
  'recall@10',
  'queries/s',
  'p50 ms',
  'p99 ms',
  'first pass queries/s',
  'passages/s indexed',
  'index bytes',
];
/** Our value divided by theirs, for each column that both have. */
const ratios = (ours: Row, theirs: Row): Row =>
  Object.fromEntries(
    COMPARED.filter((it) => theirs[it] !== undefined).map((it) => [
      it,
      Number(ours[it]) / Number(theirs[it]),
    ]),
  );

export async function run(): Promise<void> {
  const isGate = process.argv.includes('--gate');
  const sets = retrievalSets();
  if (sets.length === 0) {
    skipped(
      isGate ? 'search --gate' : 'search',
      `no retrieval sets in ${evalData()} (set GLOSS_EVAL_DATA)`,
    );
    return;
  }
  const rows: Row[] = [];
  const againstFts: SetRatios[] = [];
  for (const set of sets) {
    const measured: Row[] = [];
    for (const engine of [gloss(), ...(isGate ? [] : [miniSearch()]), plainFts()]) {
      measured.push(await measure(engine, set));
      await engine.close();
    }
    const [ours, ...others] = measured;
    if (!ours) continue;
    rows.push(ours);
    for (const other of others) {
      const compared = ratios(ours, other);
      rows.push(other, {
        set: set.name,
        engine: `ratio to ${String(other['engine'])}`,
        ...compared,
      });
      if (other['engine'] === 'FTS5')
        againstFts.push({
          set: set.name,
          language: set.language,
          passages: set.documents.length,
          ratios: compared,
        });
    }
  }
  report(
    isGate ? 'search-gate' : 'search',
    `Search by words: Gloss (embedded, in a worker thread) beside ${isGate ? '' : 'MiniSearch and '}plain FTS5`,
    rows,
    { 'load now': loadavg() },
  );
  process.stdout.write(
    `\nLoad: ${loadavg()
      .map((it) => it.toFixed(1))
      .join(' ')}\n`,
  );
  if (!isGate) return;
  const failures = gateFailures(againstFts);
  process.stdout.write(
    failures.length === 0
      ? '\nsearch --gate: passed\n'
      : `\nsearch --gate: failed\n${failures.map((it) => `  ${it}\n`).join('')}`,
  );
  if (failures.length > 0) process.exitCode = 1;
}
