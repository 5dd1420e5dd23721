/**
 * Questions to a library of ten thousand small sources: time from the request to the first word of
 * the offline answer.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { serve, type GlossServer } from '../../api/server.ts';
import type { LibraryScope } from '#core/contract/ask.ts';
import { createLog } from '#config/log.ts';
import { readSettings } from '#config/settings.ts';
import { EmbeddingStatus } from '#core/contract/source.ts';
import { UserId } from '#core/contract/id.ts';
import { retrievalSets } from './lib/retrieval.ts';
import { syntheticLibrary, type SyntheticLibrary } from './lib/synthetic-library.ts';
import { percentile, type Row } from './lib/table.ts';

const SOURCES = Number(process.env['GLOSS_BENCH_SOURCES'] ?? 10_000);
const PASSAGES_EACH = 3;
const QUESTIONS = 200;
const WARM_UP = 10;
const AT_ONCE = 500;
/** One of this many sources has the tag. */
const TAGGED = 10;
const TARGET_MS = 300;
const SCOPES: readonly [string, LibraryScope][] = [
  ['all sources', { all: true }],
  ['a tag, one source in ten', { tags: ['bench'] }],
  ['a search, the other nine', { search: '-tag:bench' }],
];

/** Undefined without the evaluation data. */
export async function libraryRows(): Promise<Row[] | undefined> {
  const sets = retrievalSets().filter((it) => it.language === 'en');
  if (sets.length === 0) return undefined;
  const texts = syntheticLibrary(sets);
  const folder = mkdtempSync(join(tmpdir(), 'gloss-bench-'));
  const server = await serve(
    readSettings({ GLOSS_DATA_DIR: folder, GLOSS_PORT: '0', GLOSS_LOG_LEVEL: 'error' }),
    createLog('error'),
    { worker: false, sample: false, schedule: false },
  );
  try {
    await plant(server, texts);
    const questions = texts.questions(QUESTIONS + WARM_UP);
    const rows: Row[] = [];
    for (const [name, scope] of SCOPES) {
      const times: number[] = [];
      for (const query of questions) times.push(await firstWordMs(server, query, scope));
      const measured = times.slice(WARM_UP);
      rows.push({
        'asked of': name,
        sources: SOURCES,
        questions: measured.length,
        'first word p50 ms': percentile(measured, 0.5),
        'first word p95 ms': percentile(measured, 0.95),
        'first word p99 ms': percentile(measured, 0.99),
        'at most p95 ms': TARGET_MS,
      });
    }
    return rows;
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ownerOf({ url, ownerToken }: GlossServer): Promise<UserId> {
  const response = await fetch(`${url}/api/me`, {
    headers: { Authorization: `Bearer ${ownerToken}` },
  });
  const { data } = (await response.json()) as { data: { user: { _id: string } } };
  return UserId.parse(data.user._id);
}

async function plant(server: GlossServer, texts: SyntheticLibrary): Promise<void> {
  const { database, library, index } = server.parts;
  const ownerId = await ownerOf(server);
  for (let from = 0; from < SOURCES; from += AT_ONCE) {
    const added = await database.write(async (transaction) => {
      const sources = [];
      for (let at = from; at < Math.min(SOURCES, from + AT_ONCE); at += 1) {
        const url = `https://example.org/${uuid()}`;
        const { source } = await library.add(
          {
            ownerId,
            kind: 'web',
            medium: 'flow',
            kindCertain: true,
            url,
            canonicalUrl: url,
            title: texts.words(4),
          },
          transaction,
        );
        await library.patch(
          source.id,
          {
            stage: null,
            dueAt: null,
            embeddingStatus: EmbeddingStatus.ready,
            kept: at % TAGGED === 0 ? { tags: ['bench'] } : {},
          },
          transaction,
        );
        sources.push(source);
      }
      return sources;
    });
    for (const { id: sourceId, title, version } of added)
      await index.replace(
        { sourceId, ownerId, version, sourceType: 'web', title, language: 'en' },
        Array.from({ length: PASSAGES_EACH }, (_, ordinal) => {
          const text = `${texts.passage()}.`;
          const at = { medium: 'flow', paragraph: ordinal + 1 } as const;
          return {
            id: `${sourceId}-${ordinal}`,
            sourceId,
            version,
            ordinal,
            heading: title,
            text,
            locator: { ...at, quote: text.slice(0, 200), prefix: '', suffix: '' },
            pieces: [{ start: 0, end: text.length, from: 0, at }],
          };
        }),
      );
  }
}

async function firstWordMs(
  { url, ownerToken }: GlossServer,
  query: string,
  scope: LibraryScope,
): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${url}/api/ai/v2/chat/library`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${ownerToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, scope }),
  });
  const decoder = new TextDecoder();
  let events = '';
  let firstMs: number | undefined;
  for await (const chunk of response.body ?? []) {
    events += decoder.decode(chunk, { stream: true });
    if (events.includes('event: message')) firstMs ??= performance.now() - startedAt;
  }
  if (firstMs === undefined || !events.includes('event: done'))
    throw new Error(`no answer to “${query}”: ${events.slice(-300)}`);
  return firstMs;
}
