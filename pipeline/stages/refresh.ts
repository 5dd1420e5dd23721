import { setImmediate } from 'node:timers/promises';
import type { AnchorReport, RefreshReport } from '#core/contract/version.ts';
import { readSnapshot, type Library, type SourceRow } from '#pipeline/library/index.ts';
import type { Anchored } from '#pipeline/refresh/contract.ts';
import { diffVersions } from '#pipeline/refresh/diff.ts';
import { layOut } from '#pipeline/refresh/laid-out.ts';
import { reanchoring, versionOf } from '#pipeline/refresh/reanchor.ts';
import type { StageRunner } from './contract.ts';

/** Work of this many ms gives way to others. */
const TURN_MS = 50;

/** Reads: both versions, and what rests on the source. Writes: each place where it is now, what the version counts, and the report. */
export const refreshStage: StageRunner = async ({ source, ports, signal, report }) => {
  const { library, files, anchors: keeper } = ports;
  const { version } = source;
  const read = (number: number) => readSnapshot(library, files, { ...source, version: number });
  const [before, now, anchors, last] = await Promise.all([
    read(version - 1),
    read(version),
    keeper.list(source),
    lastDone(source, library),
  ]);
  const wanted = new Set([last, ...anchors.map((anchor) => versionOf(anchor, last))]);
  const earlier = new Map(
    await Promise.all(
      [...wanted].map(async (number) => [number, layOut(await read(number))] as const),
    ),
  );
  const reanchor = reanchoring({ earlier, before: last, now: layOut(now), version });
  const results: Anchored[] = [];
  let turnAt = performance.now();
  for (const [done, anchor] of anchors.entries()) {
    const result = reanchor(anchor);
    if (result) results.push(result);
    if (performance.now() - turnAt < TURN_MS) continue;
    await setImmediate(undefined, { signal });
    report(done + 1, anchors.length);
    turnAt = performance.now();
  }
  await setImmediate(undefined, { signal });
  const { parts: _, ...counts } = diffVersions(before, now);
  await setImmediate(undefined, { signal });
  return {
    artifact: reportOf(results, version),
    async also(transaction) {
      await keeper.move(source, results, transaction);
      await library.versions.count(
        source.id,
        version - 1,
        { length: lengthOf(before) },
        transaction,
      );
      await library.versions.count(
        source.id,
        version,
        { length: lengthOf(now), ...counts },
        transaction,
      );
    },
  };
};

/** The version in which everything was found: the one before, unless finding failed there. */
async function lastDone(source: SourceRow, library: Library): Promise<number> {
  for (let number = source.version - 1; number > 1; number -= 1)
    if (await library.artifact(source.id, number, 'refresh')) return number;
  return 1;
}

const lengthOf = ({ segments }: Awaited<ReturnType<typeof readSnapshot>>): number =>
  segments.reduce((sum, { text }) => sum + text.length, 0);

const ORDER = ['lost', 'changed', 'moved', 'same'];
/** The worst first. */
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
