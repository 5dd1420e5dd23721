/**
 * The work of the refresh stage on texts. It runs in the server for small texts and in a parsing
 * child for large ones.
 */
import type { Snapshot } from '#core/contract/snapshot.ts';
import type { SourceDiff } from '#core/contract/version.ts';
import { textLength } from '#core/text/text-length.ts';
import type { Anchor, Anchored } from './contract.ts';
import { diffVersions } from './diff.ts';
import { flattenSnapshot } from './flat-text.ts';
import { reanchoring, versionOf } from './reanchor.ts';

/** The fields of an anchor that the comparison uses. */
export type ComparedAnchor = Pick<Anchor, 'what' | 'locator' | 'occurrence' | 'mark'>;
/** The outcome of an anchor, without the anchor. */
export type Outcome = Omit<Anchored, 'anchor'>;

export interface CompareOptions {
  /** the new version */
  version: number;
  /** the version in which all anchors were last found */
  last: number;
  anchors: readonly ComparedAnchor[];
}
export interface Comparison {
  /** one per anchor, in order; undefined as in `reanchoring` */
  outcomes: (Outcome | undefined)[];
  /** lengths of the previous and the new version in characters */
  lengths: { before: number; now: number };
  counts: Pick<SourceDiff, 'added' | 'removed' | 'changed'>;
}
export interface CompareHooks {
  read(version: number): Promise<Snapshot>;
  /** Called after each anchor; the work continues when it resolves. */
  onAnchor(done: number, total: number): void | Promise<void>;
}

/** Returns the versions that `compareVersions` reads, without duplicates. */
export const comparedVersions = ({ version, last, anchors }: CompareOptions): number[] => [
  ...new Set([version, version - 1, last, ...anchors.map((anchor) => versionOf(anchor, last))]),
];

/**
 * Finds every anchor in the new version and counts the changes since the previous one. Holds two or
 * three versions at a time.
 */
export async function compareVersions(
  { version, last, anchors }: CompareOptions,
  { read, onAnchor }: CompareHooks,
): Promise<Comparison> {
  const [before, now] = [await read(version - 1), await read(version)];
  const laidNow = flattenSnapshot(now);
  const outcomes: (Outcome | undefined)[] = anchors.map(() => undefined);
  const byVersion = Map.groupBy(anchors.entries(), ([, anchor]) => versionOf(anchor, last));
  let done = 0;
  for (const [number, those] of byVersion) {
    const laid = flattenSnapshot(number === version - 1 ? before : await read(number));
    const reanchor = reanchoring({
      earlier: new Map([[number, laid]]),
      before: last,
      now: laidNow,
      version,
    });
    for (const [index, anchor] of those) {
      const result = reanchor(anchor);
      if (result) {
        const { anchor: _, ...outcome } = result;
        outcomes[index] = outcome;
      }
      done += 1;
      await onAnchor(done, anchors.length);
    }
  }
  const { parts: _, ...counts } = diffVersions(before, now);
  return {
    outcomes,
    lengths: { before: textLength(before.segments), now: textLength(now.segments) },
    counts,
  };
}
