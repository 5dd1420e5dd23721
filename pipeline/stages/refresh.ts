import { setImmediate } from 'node:timers/promises';
import type { AnchorReport, RefreshReport } from '#core/contract/version.ts';
import { readSnapshot, type Library, type SourceRow } from '#pipeline/library/index.ts';
import {
  comparedVersions,
  compareVersions,
  type CompareOptions,
  type Comparison,
} from '#pipeline/refresh/compare-versions.ts';
import type { Anchored } from '#pipeline/refresh/contract.ts';
import type { StageInput, StageRunner } from './contract.ts';
import { COMPARE_HERE_BYTES, findSnapshotFile, withCopies } from './snapshot-copies.ts';

/** Ms of work after which other tasks get a turn. */
const TURN_MS = 50;

/**
 * Input: both versions and the anchors in the source. Output: the new position of each anchor, the
 * counts of the version, and the report.
 */
export const refreshStage: StageRunner = async (input) => {
  const {
    source,
    ports: { library, anchors: keeper },
  } = input;
  const { version } = source;
  const [anchors, last] = await Promise.all([keeper.list(source), lastDone(source, library)]);
  const compared = anchors.map(({ what, locator, occurrence, mark }) => ({
    what,
    locator,
    occurrence,
    mark,
  }));
  const { outcomes, lengths, counts } = await compare(input, { version, last, anchors: compared });
  const results = anchors.flatMap((anchor, n): Anchored[] => {
    const outcome = outcomes[n];
    return outcome ? [{ anchor, ...outcome }] : [];
  });
  return {
    artifact: reportOf(results, version),
    async also(transaction) {
      await keeper.move(source, results, transaction);
      await library.versions.count(source.id, version - 1, { length: lengths.before }, transaction);
      await library.versions.count(
        source.id,
        version,
        { length: lengths.now, ...counts },
        transaction,
      );
    },
  };
};

async function compare(
  { source, ports: { library, files, parser }, signal, report }: StageInput,
  options: CompareOptions,
): Promise<Comparison> {
  const numbers = comparedVersions(options);
  const found = await Promise.all(
    numbers.map((version) => findSnapshotFile(library, files, { ...source, version })),
  );
  if (found.reduce((sum, { size }) => sum + size, 0) > COMPARE_HERE_BYTES) {
    return withCopies(
      files,
      found.map(({ key }) => key),
      (paths) => {
        const snapshots = paths.map((path, n) => ({ version: numbers[n] ?? 0, path }));
        return parser.compareVersions(snapshots, options, { signal, report });
      },
    );
  }
  let turnAt = performance.now();
  return compareVersions(options, {
    read: (version) => readSnapshot(library, files, { ...source, version }),
    async onAnchor(done, total) {
      if (performance.now() - turnAt < TURN_MS) return;
      await setImmediate(undefined, { signal });
      report(done, total);
      turnAt = performance.now();
    },
  });
}

/** Returns the last version in which all anchors were found: the previous one, unless that failed. */
async function lastDone(source: SourceRow, library: Library): Promise<number> {
  for (let number = source.version - 1; number > 1; number -= 1)
    if (await library.artifacts.find(source.id, number, 'refresh')) return number;
  return 1;
}

const ORDER = ['lost', 'changed', 'moved', 'same'];
/** Reports the worst outcomes first. */
function reportOf(results: readonly Anchored[], version: number): RefreshReport {
  const count = (outcome: AnchorReport['outcome']) =>
    results.filter((it) => it.outcome === outcome).length;
  const anchors = results
    .toSorted((one, other) => ORDER.indexOf(one.outcome) - ORDER.indexOf(other.outcome))
    .map(
      ({ anchor, outcome, to, now }): AnchorReport => ({
        outcome,
        what: anchor.what,
        quote: anchor.locator.quote,
        from: anchor.locator,
        ...(to.locator ? { to: to.locator } : outcome === 'lost' ? {} : { to: anchor.locator }),
        ...(now === undefined ? {} : { now }),
        ...(anchor.threadId ? { threadId: anchor.threadId } : {}),
        ...(anchor.threadTitle === undefined ? {} : { threadTitle: anchor.threadTitle }),
        ...(anchor.nodeId === undefined ? {} : { nodeId: anchor.nodeId }),
      }),
    );
  return {
    version,
    at: new Date().toISOString(),
    same: count('same'),
    moved: count('moved'),
    changed: count('changed'),
    lost: count('lost'),
    anchors,
  };
}
