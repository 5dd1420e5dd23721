/**
 * The embedded index beside MiniSearch and plain FTS5 on the same sets in the same process:
 * quality, speed of questions, speed of indexing.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import MiniSearch from 'minisearch';
import { v7 as uuid } from 'uuid';
import { createLog } from '#config/log.ts';
import { SourceId, UserId } from '#core/contract/id.ts';
import { createSqliteIndex, LEXICAL_SETTINGS, stopWords } from '#pipeline/search/index.ts';
import { evalData, retrievalSets, scoreRanking, type RetrievalSet } from './lib/retrieval.ts';
import { percentile, report, skipped, type Row } from './lib/table.ts';

interface Engine {
  name: string;
  load(set: RetrievalSet): Promise<void>;
  /** what its server does once it has begun */
  begin?(): Promise<void>;
  ask(text: string): Promise<string[]>;
  close(): Promise<void>;
}

function gloss(): Engine {
  const folder = mkdtempSync(join(tmpdir(), 'gloss-bench-'));
  const index = createSqliteIndex({ file: join(folder, 'index.sqlite'), log: createLog('error') });
  const ownerId = UserId.parse(uuid());
  return {
    name: 'Gloss',
    // A source per title, as a library holds them: each with its passages.
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
    begin: async () => {
      await index.warmUp?.();
    },
    ask: async (text) =>
      (await index.search({ text, ownerId, limit: 10, match: 'any' })).map((it) => it.chunkId),
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

/**
 * As one would set it up by hand: Porter's stemmer, any of the words, stop words left out, titles
 * twice.
 */
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
    close: async () => {
      db.close();
    },
  };
}

/** So many questions at least make a figure of speed: a set that has fewer is asked over again. */
const LEAST_ASKED = 1_000;

/**
 * Quality, and the speed of a process that has just begun (`first pass`), by the set's questions
 * once; the speed of one that runs (`queries/s` and on) by the rounds after.
 */
async function measure(engine: Engine, set: RetrievalSet): Promise<Row> {
  const before = performance.now();
  await engine.load(set);
  const indexedS = (performance.now() - before) / 1000;
  await engine.begin?.();
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
  while (times.length < LEAST_ASKED) {
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
];
const ratio = (ours: Row, theirs: Row, column: string) =>
  Number(ours[column]) / Number(theirs[column]);

export async function run(): Promise<void> {
  const sets = retrievalSets();
  if (sets.length === 0) {
    skipped('search', `no retrieval sets in ${evalData()} (set GLOSS_EVAL_DATA)`);
    return;
  }
  const rows: Row[] = [];
  for (const set of sets) {
    const measured: Row[] = [];
    for (const engine of [gloss(), miniSearch(), plainFts()]) {
      measured.push(await measure(engine, set));
      await engine.close();
    }
    const [ours, ...peers] = measured;
    if (!ours) continue;
    rows.push(ours);
    for (const peer of peers)
      rows.push(peer, {
        set: set.name,
        engine: `ratio to ${String(peer['engine'])}`,
        ...Object.fromEntries(COMPARED.map((it) => [it, ratio(ours, peer, it)])),
      });
  }
  report(
    'search',
    'Search by words: Gloss (embedded, in a worker thread) beside MiniSearch and plain FTS5',
    rows,
    { settings: LEXICAL_SETTINGS, 'load now': loadavg() },
  );
  process.stdout.write(
    `\nSettings: ${JSON.stringify(LEXICAL_SETTINGS)}\nLoad: ${loadavg()
      .map((it) => it.toFixed(1))
      .join(' ')}\n`,
  );
}
