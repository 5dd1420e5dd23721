/**
 * Stages that work on a complete text give the same result for small texts in the server and for
 * large ones in a parsing child.
 */
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { SourceId } from '#core/contract/id.ts';
import type { Snapshot } from '#core/contract/snapshot.ts';
import { RefreshReport } from '#core/contract/version.ts';
import { createDiskFiles, Library, type SourceRow } from '#pipeline/library/index.ts';
import { toBytes } from '#pipeline/library/read-artifacts.ts';
import type { Anchored, AnchorPort } from '#pipeline/refresh/index.ts';
import { createParser } from '#pipeline/run/child.ts';
import { chunkSnapshot } from '#pipeline/stages/chunker.ts';
import { chunkStage } from '#pipeline/stages/chunk.ts';
import type { StageInput, StageOutput } from '#pipeline/stages/contract.ts';
import { refreshStage } from '#pipeline/stages/refresh.ts';
import { SPLIT_HERE_BYTES } from '#pipeline/stages/snapshot-copies.ts';
import { longSnapshot, revisedSnapshot } from '#pipeline/testing/long-snapshot.ts';
import { describeOnDatabases, type OpenTestDatabase } from './db/testing/test-database.ts';
import { Accounts } from './features/accounts/index.ts';

const unused = (): never => {
  throw new Error('no stage here asks for this');
};

async function openHouse(open: OpenTestDatabase) {
  const { database, folder, log } = await open();
  const library = new Library(database);
  const files = createDiskFiles(join(folder, 'files'));
  const parser = createParser({ size: 1 });
  onTestFinished(() => parser.close());
  const { _id: ownerId } = await new Accounts(database).owner();
  let count = 0;
  const add = async (...snapshots: Snapshot[]): Promise<SourceRow> => {
    count += 1;
    const url = `https://example.org/${count}`;
    const { source } = await database.write((transaction) =>
      library.add(
        {
          ownerId,
          kind: 'web',
          medium: 'flow',
          kindCertain: true,
          url,
          canonicalUrl: url,
          title: 'T',
        },
        transaction,
      ),
    );
    for (const [n, snapshot] of snapshots.entries()) {
      const { key } = await files.putBlob(toBytes(snapshot));
      await database.write((transaction) =>
        library.artifacts.save(source.id, n + 1, 'snapshot', { snapshotKey: key }, transaction),
      );
    }
    return source;
  };
  const input = (
    source: SourceRow,
    anchors: AnchorPort = { list: unused, move: unused },
  ): StageInput => ({
    source,
    log,
    signal: new AbortController().signal,
    report: () => undefined,
    ports: {
      library,
      files,
      parser,
      anchors,
      limits: { maxPageBytes: 1, maxPdfBytes: 1 },
      get net() {
        return unused();
      },
      get index() {
        return unused();
      },
    },
  });
  const commit = (source: SourceRow, output: StageOutput) =>
    database.write(async (transaction) => {
      await output.also?.(transaction);
      await library.patch(source.id, output.patch ?? {}, transaction);
    });
  const split = async (source: SourceRow) => {
    const output = await chunkStage(input(source));
    await commit(source, output);
    return output;
  };
  return { database, library, parser, add, input, split };
}
const textsOf = async (library: Library, id: SourceId, version: number) =>
  (await library.chunks.of(id, version)).map(({ id: chunk, ordinal, text, locator, pieces }) => ({
    id: chunk,
    ordinal,
    text,
    locator,
    pieces,
  }));

describeOnDatabases('texts of any size', (open) => {
  const small = longSnapshot(SPLIT_HERE_BYTES / 4);
  const large = longSnapshot(2_000_000);

  it('are split in the server if small, and in a child process if large', async () => {
    const { library, parser, add, split } = await openHouse(open);
    const [few, many] = [await add(small), await add(large)];
    await split(few);
    expect(parser.pids()).toEqual([]);
    await split(many);
    expect(parser.pids()).toHaveLength(1);
    for (const [source, snapshot] of [
      [few, small],
      [many, large],
    ] as const) {
      const expected = chunkSnapshot(snapshot, { sourceId: source.id, version: 1 });
      expect(await textsOf(library, source.id, 1)).toEqual(
        expected.map(({ id, ordinal, text, locator, pieces }) => ({
          id,
          ordinal,
          text,
          locator,
          pieces,
        })),
      );
    }
  });

  it('are recognised as similar to another large text', async () => {
    const { library, add, split } = await openHouse(open);
    const [first, second] = [
      await add(large),
      await add({ ...large, segments: large.segments.slice(0, -20) }),
    ];
    await split(first);
    await split(second);
    expect(await library.find(second.id)).toMatchObject({
      similarTo: first.id,
      textHash: expect.any(String),
      likeness: expect.any(String),
    });
  });

  it('keep their passages that are unchanged', async () => {
    const { library, add, split } = await openHouse(open);
    const source = await add(large, revisedSnapshot(large));
    const { artifact } = await split(source);
    const texts = await library.chunks.texts(source.id, 1);
    expect(texts).toHaveLength((artifact as { chunks: number }).chunks);
    expect(new Map(texts.map(({ id, text }) => [id, text]))).toEqual(
      new Map((await library.chunks.of(source.id, 1)).map(({ id, text }) => [id, text])),
    );
    const again = await split({ ...source, version: 2, pendingVersion: 2 });
    expect(again.artifact).toMatchObject({ kept: expect.any(Number) });
    expect((again.artifact as { kept: number }).kept).toBeGreaterThan(texts.length / 2);
  });

  it('have their anchors located again in a child process', async () => {
    const { parser, add, input, database } = await openHouse(open);
    const source = { ...(await add(large, revisedSnapshot(large))), version: 2 };
    const anchors = large.segments.slice(0, 60).map(({ text }, n) => ({
      what: 'clip' as const,
      nodeId: `node-${n}`,
      mark: null,
      locator: {
        medium: 'flow' as const,
        paragraph: n + 1,
        quote: text.slice(0, 120),
        prefix: '',
        suffix: '',
      },
    }));
    const moved: (readonly Anchored[])[] = [];
    const output = await refreshStage(
      input(source, {
        list: async () => anchors,
        move: async (_, results) => {
          moved.push(results);
        },
      }),
    );
    expect(parser.pids()).toHaveLength(1);
    const report = RefreshReport.parse(output.artifact);
    // Of every fifty paragraphs, one was removed and one edited; a new one is in front.
    expect(report.lost).toBe(2);
    expect(report.changed).toBe(2);
    expect(report.same + report.moved).toBe(56);
    expect(new Set(report.anchors.map(({ nodeId }) => nodeId)).size).toBe(60);
    await database.write((transaction) => output.also?.(transaction) ?? Promise.resolve());
    expect(moved.map((results) => results.map(({ anchor }) => anchor))).toEqual([anchors]);
  });
});
