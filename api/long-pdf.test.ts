import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { QueryTypes } from 'sequelize';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { SourceId } from '#core/contract/id.ts';
import type { SearchResult } from '#core/contract/search.ts';
import { Snapshot } from '#core/contract/snapshot.ts';
import { Source } from '#core/contract/source.ts';
import { createLog } from '#config/log.ts';
import type { Database } from '#pipeline/library/index.ts';
import { createParser } from '#pipeline/run/child.ts';
import { extractPages, type PagesInput } from '#pipeline/stages/extract-pages.ts';
import { pdf } from '#pipeline/sources/pdf/pdf.ts';
import { longPdf } from '#pipeline/testing/plain-pdf.ts';
import { openOnSqlite } from './db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from './testing/test-server.ts';

const rows = (database: Database) =>
  database.sequelize.query<{ part: string; file_key: string }>(
    'SELECT part, file_key FROM checkpoints',
    { type: QueryTypes.SELECT },
  );
const served = (bytes: Uint8Array) => ({ bytes, contentType: 'application/pdf' });

describe('a long PDF', () => {
  const open = openOnSqlite();
  const serving = async (
    pages: Record<string, Uint8Array>,
    options: { worker?: boolean } = {},
  ): Promise<TestServer> => {
    const test = await openTestServer(open, {
      pages: Object.fromEntries(
        Object.entries(pages).map(([name, bytes]) => [name, served(bytes)]),
      ),
      ...options,
    });
    onTestFinished(() => test.close());
    return test;
  };
  const adding = async (test: TestServer, name: string): Promise<SourceId> => {
    const { added } = dataOf(
      await test.owner.post('thread/addSource', {
        threadId: (await test.thread())._id,
        sources: [{ url: `${test.site.origin}/${name}` }],
      }),
    ) as { added: SourceId[] };
    return added[0] as SourceId;
  };

  it('is found by its first pages while its last pages are processed', async () => {
    const test = await serving({ 'long.pdf': longPdf(1_200, 36) });
    const { library, index } = test.server.parts;
    const id = await adding(test, 'long.pdf');
    const early = await new Promise<{
      source: Source;
      hits: SearchResult['hits'];
      still: string | null | undefined;
    }>((resolve, reject) => {
      const look = async () => {
        const row = await library.find(id);
        if (row?.readyThrough === null || row?.readyThrough === undefined) return;
        stop();
        const { hits } = dataOf(await test.owner.get('search?q=page3word')) as SearchResult;
        const source = Source.parse(dataOf(await test.owner.get(`sources/${id}`)));
        resolve({ source, hits, still: (await library.find(id))?.stage });
      };
      const stop = library.onChange((changed) => {
        if (changed === id) look().catch(reject);
      });
    });
    expect(early.hits.map((hit) => hit.locator)).toEqual([{ page: 3 }]);
    expect(early.source.status.embedding).toBe(0);
    expect(early.source.progress).toMatchObject({
      stage: 'extract',
      readyThrough: expect.any(Number),
    });
    expect(early.source.progress?.readyThrough).toBeLessThan(1_200);
    expect(early.still).toBe('extract');
    // The rest arrives too, once.
    await expect
      .poll(async () => (await library.find(id))?.stage, { timeout: 100_000, interval: 500 })
      .toBeNull();
    const { hits } = dataOf(await test.owner.get('search?q=page1199word')) as SearchResult;
    expect(hits.map((hit) => hit.locator)).toEqual([{ page: 1_199 }]);
    expect((await index.indexedSources()).find((it) => it.sourceId === id)?.chunks).toBe(
      (await library.chunks.of(id, 1)).length,
    );
    expect((await library.find(id))?.readyThrough).toBeNull();
    expect(await rows(test.server.parts.database)).toEqual([]);
  });

  it('resumes after a kill with the missing batches, and leaves nothing behind', async () => {
    const test = await serving({}, { worker: false });
    const { parts } = test.server;
    const id = await adding(test, 'long.pdf');
    const source = await parts.library.find(id);
    if (!source || !pdf.joinPages) throw new Error('not added');
    const { joinPages } = pdf;
    const file = join(await mkdtemp(join(tmpdir(), 'gloss-long-')), 'document.bin');
    onTestFinished(() => rm(dirname(file), { recursive: true, force: true }));
    await writeFile(file, longPdf(600));

    /** Uses real child processes; `read` has the batches that were started. */
    const run = async (killAfter: number) => {
      const parser = createParser();
      onTestFinished(() => parser.close());
      const killed = new AbortController();
      const read: number[] = [];
      let done = 0;
      const input: PagesInput = {
        source,
        signal: killed.signal,
        log: createLog('silent'),
        report: () => undefined,
        joinPages,
        fileKeys: ['blobs/long'],
        parser: {
          url: source.url,
          facts: { title: 'Long' },
          notes: {},
          parts: [{ name: 'document.pdf', path: file }],
        },
        ports: {
          library: parts.library,
          files: parts.files,
          index: parts.index,
          parser: {
            ...parser,
            readPages: async (...given) => {
              read.push(given[2].from);
              const piece = await parser.readPages(...given);
              done += 1;
              // Simulates the end of the process: its children are killed, and unreported results
              // are lost.
              if (done === killAfter) {
                for (const pid of parser.pids()) process.kill(pid, 'SIGKILL');
                killed.abort(new Error('killed'));
              }
              return piece;
            },
          },
        },
      };
      return { read, result: await extractPages(input).catch((error: unknown) => error) };
    };
    const first = await run(3);
    expect(first.result).toEqual(new Error('killed'));
    const kept = (await rows(parts.database))
      .map(({ part }) => part)
      .filter((part) => part.startsWith('pages-'))
      .map((part) => Number(part.split('-')[1]));
    expect(kept.length).toBeGreaterThanOrEqual(2);

    const second = await run(Infinity);
    expect(second.read.toSorted((a, b) => a - b)).toEqual(
      [1, 61, 121, 181, 241, 301, 361, 421, 481, 541].filter((from) => !kept.includes(from)),
    );
    const { segments } = z.object({ snapshot: Snapshot }).parse(second.result).snapshot;
    expect(
      segments
        .filter((segment) => /^page\d+word/.test(segment.text))
        .map((segment) => Number(/\d+/.exec(segment.text)?.[0])),
    ).toEqual(Array.from({ length: 600 }, (_, n) => n + 1));
    // A row without its file does not count, and is deleted with the stage.
    for (const { file_key } of await rows(parts.database))
      expect(await parts.files.has(file_key)).toBe(false);
  });

  it('with a scanned page reports how it was read', async () => {
    const test = await serving({
      'scan.pdf': readFileSync(
        join(import.meta.dirname, '../pipeline/sources/pdf/fixtures/scanned/input.pdf'),
      ),
    });
    const [source] = await test.read(await test.thread(), 'scan.pdf');
    const row = await test.server.parts.library.find(source?._id as SourceId);
    const { hits } = dataOf(await test.owner.get('search?q=honeycomb')) as SearchResult;
    if (row?.facts.origin?.includes('tesseract')) expect(hits).toEqual([]);
    else
      expect([row?.facts.origin, hits.map((hit) => hit.locator)]).toEqual([
        '1 of 2 pages was recognised from its image.',
        [{ page: 1 }],
      ]);
  });
});
