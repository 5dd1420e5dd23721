import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { SourceId } from '#core/contract/id.ts';
import type { Snapshot } from '#core/contract/snapshot.ts';
import {
  compareVersions,
  type ComparedAnchor,
  type CompareOptions,
} from '#pipeline/refresh/compare-versions.ts';
import { splitText } from '#pipeline/stages/split-text.ts';
import { shinglesOfSnapshot } from '#pipeline/stages/text-identity.ts';
import { longSnapshot, revisedSnapshot } from '#pipeline/testing/long-snapshot.ts';
import { createParser, type Parser, type ParserOptions } from './child.ts';

const SOURCE = '01890000-0000-7000-8000-000000000001' as SourceId;
const { signal } = new AbortController();
const hooks = { signal, report: (): void => undefined };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gloss-texts-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function parserWith(options: ParserOptions = {}): Parser {
  const parser = createParser({ size: 1, ...options });
  onTestFinished(() => parser.close());
  return parser;
}
function written(snapshot: Snapshot, name = 'snapshot'): string {
  const file = path.join(folder, name);
  writeFileSync(file, JSON.stringify(snapshot));
  return file;
}

/** A clip from the middle of every nth paragraph. */
const clips = ({ segments }: Snapshot, every: number): ComparedAnchor[] =>
  segments.flatMap(({ text, at }, n): ComparedAnchor[] =>
    n % every !== 0 || at.medium !== 'flow'
      ? []
      : [
          {
            what: 'clip',
            locator: {
              medium: 'flow',
              paragraph: at.paragraph,
              quote: text.slice(0, 120),
              prefix: '',
              suffix: '',
            },
            occurrence: undefined,
            mark: null,
          },
        ],
  );
const compareHere = (snapshots: ReadonlyMap<number, Snapshot>, options: CompareOptions) =>
  compareVersions(options, {
    read: async (version) => snapshots.get(version) ?? expect.unreachable(),
    onAnchor: () => undefined,
  });
const filesOf = (snapshots: ReadonlyMap<number, Snapshot>) =>
  [...snapshots].map(([version, snapshot]) => ({
    version,
    path: written(snapshot, String(version)),
  }));

describe('splitting in a child', () => {
  test('returns the same passages, hash and shingles as in process', async () => {
    const snapshot = longSnapshot(3_000_000);
    const before = splitText(snapshot, { sourceId: SOURCE, version: 1, before: [] });
    const parser = parserWith();
    expect(
      await parser.splitText(
        written(snapshot),
        { sourceId: SOURCE, version: 1, before: [] },
        hooks,
      ),
    ).toEqual(before);
    expect(await parser.shingles(written(snapshot), { signal })).toEqual(
      shinglesOfSnapshot(snapshot),
    );
    const again = {
      sourceId: SOURCE,
      version: 2,
      before: before.chunks.map((chunk) => chunk.text),
    };
    const revised = revisedSnapshot(snapshot);
    const split = await parser.splitText(written(revised), again, hooks);
    expect(split).toEqual(splitText(revised, again));
    const known = new Set(before.chunks.map((chunk) => chunk.id));
    expect(split.chunks.filter((chunk) => known.has(chunk.id)).length).toBeGreaterThan(
      split.chunks.length / 2,
    );
  });

  test('reports why there is no text', async () => {
    const silent: Snapshot = { ...longSnapshot(0), silence: 'Nothing is said here.' };
    const splitting = parserWith().splitText(
      written(silent),
      { sourceId: SOURCE, version: 1, before: [] },
      hooks,
    );
    await expect(splitting).rejects.toMatchObject({
      code: 'no_text',
      message: 'Nothing is said here.',
    });
  });

  test('ends with its child at the deadline', async () => {
    const parser = parserWith({ deadlineMs: 100 });
    const splitting = parser.splitText(
      written(longSnapshot(9_000_000)),
      { sourceId: SOURCE, version: 1, before: [] },
      hooks,
    );
    await expect(splitting).rejects.toMatchObject({ code: 'timed_out' });
    await vi.waitUntil(() => parser.pids().length === 0);
  });

  test('fails without affecting other tasks if its child is killed', async () => {
    const parser = parserWith();
    const file = written(longSnapshot(3_000_000));
    const splitting = parser.splitText(file, { sourceId: SOURCE, version: 1, before: [] }, hooks);
    splitting.catch(() => undefined);
    process.kill(await vi.waitUntil(() => parser.pids()[0]), 'SIGKILL');
    await expect(splitting).rejects.toMatchObject({ code: 'internal' });
    expect(
      (await parser.splitText(file, { sourceId: SOURCE, version: 1, before: [] }, hooks)).chunks
        .length,
    ).toBeGreaterThan(3_000);
  });
});

describe('comparing versions in a child', () => {
  test('returns the same result as in process, and reports progress', async () => {
    const first = longSnapshot(400_000);
    const second = revisedSnapshot(first);
    const snapshots = new Map([
      [1, first],
      [2, second],
      [3, revisedSnapshot(second)],
    ]);
    const lost = clips(longSnapshot(2_000, 7), 4).map((anchor) => ({
      ...anchor,
      mark: { outcome: 'lost' as const, version: 1 },
    }));
    const options = {
      version: 3,
      last: 2,
      anchors: [
        ...clips(second, 7),
        ...lost,
        ...clips(first, 90).map((anchor) => ({
          ...anchor,
          mark: { outcome: 'lost' as const, version: 1 },
        })),
      ],
    };
    const report = vi.fn<(done: number, total: number) => void>();
    const comparison = await parserWith().compareVersions(filesOf(snapshots), options, {
      signal,
      report,
    });
    expect(comparison).toEqual(await compareHere(snapshots, options));
    expect(new Set(comparison.outcomes.map((it) => it?.outcome))).toEqual(
      new Set(['same', 'moved', 'changed', 'lost', undefined]),
    );
    expect(comparison.counts.changed).toBeGreaterThan(0);
    expect(report).toHaveBeenLastCalledWith(options.anchors.length, options.anchors.length);
  });

  test("compares two different texts of 9 MB within a child's memory limit", async () => {
    const snapshots = new Map([
      [1, longSnapshot(9_000_000)],
      [2, longSnapshot(9_000_000, 7)],
    ]);
    const options = {
      version: 2,
      last: 1,
      anchors: clips(snapshots.get(1) ?? expect.unreachable(), 20_000),
    };
    const { outcomes } = await parserWith().compareVersions(filesOf(snapshots), options, hooks);
    expect(outcomes.map((it) => it?.outcome)).toEqual(options.anchors.map(() => 'lost'));
  });

  test('times out if one anchor takes longer than the deadline', async () => {
    const snapshots = new Map([
      [1, longSnapshot(3_000_000)],
      [2, longSnapshot(3_000_000, 7)],
    ]);
    const options = {
      version: 2,
      last: 1,
      anchors: clips(snapshots.get(1) ?? expect.unreachable(), 5_000),
    };
    const parser = parserWith({ deadlineMs: 300 });
    await expect(parser.compareVersions(filesOf(snapshots), options, hooks)).rejects.toMatchObject({
      code: 'timed_out',
    });
    await vi.waitUntil(() => parser.pids().length === 0);
  });
});
