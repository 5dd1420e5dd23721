/** The embedded index beside MiniSearch on the same sets in the same process: quality, speed of questions, speed of indexing. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import MiniSearch from 'minisearch';
import { v7 as uuid } from 'uuid';
import { createLog } from '#config/log.ts';
import { SourceId, UserId } from '#core/contract/id.ts';
import { createSqliteIndex } from '#pipeline/search/index.ts';
import { evalData, retrievalSets, scoreRanking, type RetrievalSet } from './lib/retrieval.ts';
import { percentile, report, skipped, type Row } from './lib/table.ts';

interface Engine { name: string; load(set: RetrievalSet): Promise<void>; ask(text: string): Promise<string[]>; close(): Promise<void> }

function gloss(): Engine {
  const folder = mkdtempSync(join(tmpdir(), 'gloss-bench-'));
  const index = createSqliteIndex({ file: join(folder, 'index.sqlite'), log: createLog('error') });
  const ownerId = UserId.parse(uuid());
  return {
    name: 'Gloss',
    // A source per title, as a library holds them: each with its passages.
    async load(set) {
      const titles = Map.groupBy(set.documents, (it) => it.title);
      await Promise.all([...titles].map(async ([title, documents]) => {
        const sourceId = SourceId.parse(uuid());
        await index.replace({ sourceId, ownerId, version: 1, sourceType: 'web', title, language: set.language }, documents.map((it, ordinal) => ({
          id: it.id, sourceId, version: 1, ordinal, heading: title, text: it.text,
          locator: { medium: 'flow', paragraph: ordinal + 1, quote: '', prefix: '', suffix: '' }, pieces: [],
        })));
      }));
    },
    ask: async (text) => (await index.search({ text, ownerId, limit: 10, match: 'any' })).map((it) => it.chunkId),
    async close() { await index.close(); rmSync(folder, { recursive: true, force: true }); },
  };
}

function miniSearch(): Engine {
  const index = new MiniSearch<{ id: string; title: string; text: string }>({ fields: ['title', 'text'], searchOptions: { boost: { title: 2 } } });
  return {
    name: 'MiniSearch',
    load: async (set) => { index.addAll(set.documents); },
    ask: async (text) => index.search(text).slice(0, 10).map((it) => String(it.id)),
    close: async () => undefined,
  };
}

async function measure(engine: Engine, set: RetrievalSet): Promise<Row> {
  const before = performance.now();
  await engine.load(set);
  const indexedS = (performance.now() - before) / 1000;
  for (const { text } of set.queries.slice(0, 20)) await engine.ask(text);
  const times: number[] = [];
  const sums = { ndcg: 0, recall: 0 };
  const from = performance.now();
  for (const { id, text } of set.queries) {
    const asked = performance.now();
    const ranked = await engine.ask(text);
    times.push(performance.now() - asked);
    const score = scoreRanking(ranked, set.grades.get(id) ?? new Map());
    sums.ndcg += score.ndcg;
    sums.recall += score.recall;
  }
  const count = set.queries.length;
  return {
    set: set.name, engine: engine.name, passages: set.documents.length, queries: count,
    'nDCG@10': sums.ndcg / count, 'recall@10': sums.recall / count, 'queries/s': count / ((performance.now() - from) / 1000),
    'p50 ms': percentile(times, 0.5), 'p99 ms': percentile(times, 0.99), 'passages/s indexed': Math.round(set.documents.length / indexedS),
  };
}

const ratio = (ours: Row, theirs: Row, column: string) => Number(ours[column]) / Number(theirs[column]);

export async function run(): Promise<void> {
  const sets = retrievalSets();
  if (sets.length === 0) { skipped('search', `no retrieval sets in ${evalData()} (set GLOSS_EVAL_DATA)`); return; }
  const rows: Row[] = [];
  for (const set of sets) {
    const measured: Row[] = [];
    for (const engine of [gloss(), miniSearch()]) {
      measured.push(await measure(engine, set));
      await engine.close();
    }
    const [ours, theirs] = measured;
    if (ours && theirs) {
      rows.push(ours, theirs, {
        set: set.name, engine: 'ratio', ...Object.fromEntries(['nDCG@10', 'recall@10', 'queries/s', 'p50 ms', 'p99 ms', 'passages/s indexed'].map((it) => [it, ratio(ours, theirs, it)])),
      });
    }
  }
  report('search', 'Search: Gloss (SQLite FTS5, in a worker thread) beside MiniSearch', rows);
}
