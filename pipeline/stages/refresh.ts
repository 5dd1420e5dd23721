import type { AnchorReport, RefreshReport } from '#core/contract/version.ts';
import { readSnapshot } from '#pipeline/library/index.ts';
import type { Anchored } from '#pipeline/refresh/contract.ts';
import { diffVersions } from '#pipeline/refresh/diff.ts';
import { layOut } from '#pipeline/refresh/laid-out.ts';
import { reanchorAll, versionOf } from '#pipeline/refresh/reanchor.ts';
import type { StageRunner } from './contract.ts';

/** Reads: both versions, and what rests on the source. Writes: each place where it is now, what the version counts, and the report. */
export const refreshStage: StageRunner = async ({ source, ports, report }) => {
  const { library, files, anchors: keeper } = ports;
  const { version } = source;
  const read = (number: number) => readSnapshot(library, files, { ...source, version: number });
  const [before, now, anchors] = await Promise.all([read(version - 1), read(version), keeper.list(source)]);
  const older = [...new Set(anchors.map((anchor) => versionOf(anchor, version)))].filter((number) => number < version - 1);
  const versions = new Map([[version - 1, layOut(before)], [version, layOut(now)], ...await Promise.all(older.map(async (number) => [number, layOut(await read(number))] as const))]);
  const results = reanchorAll(anchors, versions, version);
  const { parts: _, ...counts } = diffVersions(before, now);
  report(1, 1);
  return {
    artifact: reportOf(results, version),
    async also(transaction) {
      await keeper.move(source, results, transaction);
      await library.versions.count(source.id, version - 1, { length: lengthOf(before) }, transaction);
      await library.versions.count(source.id, version, { length: lengthOf(now), ...counts }, transaction);
    },
  };
};

const lengthOf = ({ segments }: Awaited<ReturnType<typeof readSnapshot>>): number => segments.reduce((sum, { text }) => sum + text.length, 0);

const ORDER = ['lost', 'changed', 'moved', 'same'];
/** The worst first. */
function reportOf(results: readonly Anchored[], version: number): RefreshReport {
  const count = (outcome: AnchorReport['outcome']) => results.filter((it) => it.outcome === outcome).length;
  const anchors = results.toSorted((one, other) => ORDER.indexOf(one.outcome) - ORDER.indexOf(other.outcome)).map(({ anchor, outcome, to, now }): AnchorReport => ({
    outcome, what: anchor.what, quote: anchor.locator.quote, from: anchor.locator,
    ...(to.locator ? { to: to.locator } : outcome === 'lost' ? {} : { to: anchor.locator }), ...(now === undefined ? {} : { now }),
    ...(anchor.threadId ? { threadId: anchor.threadId } : {}), ...(anchor.threadTitle === undefined ? {} : { threadTitle: anchor.threadTitle }), ...(anchor.nodeId === undefined ? {} : { nodeId: anchor.nodeId }),
  }));
  return { version, at: new Date().toISOString(), same: count('same'), moved: count('moved'), changed: count('changed'), lost: count('lost'), anchors };
}
