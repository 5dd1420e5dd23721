/** The embedded index with a million passages: speed of indexing and questions, and idle memory. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { createLog } from '#config/log.ts';
import { SourceId, UserId } from '#core/contract/id.ts';
import { createSqliteIndex, type SearchIndex } from '#pipeline/search/index.ts';
import { syntheticLibrary } from './lib/synthetic-library.ts';
import { evalData, retrievalSets } from './lib/retrieval.ts';
import { percentile, report, skipped, type Row } from './lib/table.ts';

const PASSAGES = Number(process.env['GLOSS_BENCH_PASSAGES'] ?? 1_000_000);
const PER_SOURCE = 50;
const QUESTIONS = 500;
const MEGABYTE = 2 ** 20;

async function ask(
  index: SearchIndex,
  questions: readonly string[],
  ownerId: UserId,
  more: object = {},
): Promise<number[]> {
  const times: number[] = [];
  for (const text of questions) {
    const before = performance.now();
    await index.search({ text, ownerId, limit: 10, match: 'any', ...more });
    times.push(performance.now() - before);
  }
  return times;
}

export async function run(): Promise<void> {
  const sets = retrievalSets().filter((it) => it.language === 'en');
  if (sets.length === 0) {
    skipped('search-scale', `no retrieval sets in ${evalData()} (set GLOSS_EVAL_DATA)`);
    return;
  }
  const library = syntheticLibrary(sets);
  const folder = mkdtempSync(join(tmpdir(), 'gloss-bench-'));
  const index = createSqliteIndex({ file: join(folder, 'index.sqlite'), log: createLog('error') });
  const ownerId = UserId.parse(uuid());
  const rows: Row[] = [];
  const sources: SourceId[] = [];
  let writing = 0;
  try {
    for (const share of [0.1, 0.5, 1]) {
      const upTo = Math.round((PASSAGES * share) / PER_SOURCE);
      const before = sources.length;
      const from = performance.now();
      let making = 0;
      while (sources.length < upTo) {
        const begun = performance.now();
        const sourceId = SourceId.parse(uuid());
        const title = library.words(4);
        const chunks = Array.from({ length: PER_SOURCE }, (_, ordinal) => {
          const text = library.passage();
          return {
            id: `${sourceId}-${ordinal}`,
            sourceId,
            version: 1,
            ordinal,
            heading: title,
            text,
            locator: {
              medium: 'flow' as const,
              paragraph: ordinal + 1,
              quote: text.slice(0, 200),
              prefix: '',
              suffix: '',
            },
            pieces: [
              {
                start: 0,
                end: text.length,
                from: 0,
                at: { medium: 'flow' as const, paragraph: ordinal + 1 },
              },
            ],
          };
        });
        making += performance.now() - begun;
        sources.push(sourceId);
        await index.replace(
          { sourceId, ownerId, version: 1, sourceType: 'web', title, language: 'en' },
          chunks,
        );
      }
      writing = (performance.now() - from - making) / 1000;
      const questions = library.questions(QUESTIONS);
      await ask(index, questions.slice(0, 50), ownerId);
      const times = await ask(index, questions, ownerId);
      const again = await ask(index, questions, ownerId);
      const narrow = await ask(index, questions.slice(0, 100), ownerId, {
        sourceIds: sources.slice(0, 20),
      });
      rows.push({
        passages: sources.length * PER_SOURCE,
        'passages/s indexed': Math.round(((sources.length - before) * PER_SOURCE) / writing),
        'p50 ms': percentile(times, 0.5),
        'p99 ms': percentile(times, 0.99),
        'p50 again': percentile(again, 0.5),
        'p99 again': percentile(again, 0.99),
        'p50 of 20 sources': percentile(narrow, 0.5),
        'RSS MB': Math.round(process.memoryUsage.rss() / MEGABYTE),
        'file MB': Math.round(
          readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) /
            MEGABYTE,
        ),
      });
      process.stdout.write(`${JSON.stringify(rows.at(-1))}\n`);
    }
  } finally {
    await index.close();
    rmSync(folder, { recursive: true, force: true });
  }
  report(
    'search-scale',
    `Search in a library of ${PASSAGES.toLocaleString('en-US')} passages: questions of 3 to 8 words, common ones among them`,
    rows,
  );
}
