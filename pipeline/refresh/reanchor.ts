/** Finds the positions of anchors in a newer version of a source. Pure. */
import type { Locator } from '#core/contract/locator.ts';
import { normaliseText } from '#core/text/fuzzy-match.ts';
import { type Alignment, alignTexts } from '#core/text/align-texts.ts';
import { reanchor } from '#core/text/anchor.ts';
import type { Anchor, Anchored } from './contract.ts';
import { findRange, locateRange, type FlatText, type LocatedRange } from './flat-text.ts';

const LONGEST_NOW = 2_000;
/** a smaller difference in time counts as the same */
const SAME_S = 0.5;
const SAME_SHARE = 0.01;

function isSamePlace(
  { locator: was, occurrence }: LocatedRange,
  { locator: is, occurrence: now }: LocatedRange,
): boolean {
  if (was.medium === 'timed' && is.medium === 'timed')
    return Math.abs(was.startS - is.startS) <= SAME_S;
  if (was.medium === 'flow' && is.medium === 'flow')
    return was.paragraph === is.paragraph && was.start === is.start && occurrence === now;
  if (was.medium !== 'paged' || is.medium !== 'paged') return false;
  const [one, other] = [was.rects ?? [], is.rects ?? []];
  return (
    was.page === is.page &&
    one.length === other.length &&
    one.every((rect, n) => {
      const counterpart = other[n];
      return (
        counterpart &&
        Math.abs(rect.x - counterpart.x) < SAME_SHARE &&
        Math.abs(rect.y - counterpart.y) < SAME_SHARE
      );
    })
  );
}

/** A video clip moves with its words, and keeps its length and what surrounds them. */
function shifted(locator: Locator, was: LocatedRange, is: LocatedRange): Locator {
  if (locator.medium !== 'timed' || was.locator.medium !== 'timed' || is.locator.medium !== 'timed')
    return { ...is.locator, quote: locator.quote };
  const by = is.locator.startS - was.locator.startS;
  const startS = Math.max(0, locator.startS + by);
  return { ...locator, startS, endS: Math.max(startS, locator.endS + by) };
}

const reads = (text: string): string => normaliseText(text).text.trim();

/** The version in which an anchor was last found; `before` by default. */
export const versionOf = ({ mark }: Anchor, before: number): number =>
  mark?.outcome === 'lost' ? mark.version : before;

export interface Versions {
  /** the previous version, in which everything was last found, and those that `versionOf` returns */
  earlier: ReadonlyMap<number, FlatText>;
  before: number;
  now: FlatText;
  version: number;
}

/**
 * Returns a function that finds the outcome of one anchor. Undefined: it was lost and still is, or
 * its own version doesn't contain its quote.
 */
export function reanchoring({
  earlier,
  before: last,
  now,
  version,
}: Versions): <A extends Anchor>(anchor: A) => Anchored<A> | undefined {
  // Computed with the first anchor that needs them: for long texts one takes seconds, and the caller yields
  // between anchors.
  const alignments = new Map<number, Alignment>();
  const alignmentOf = (number: number, laid: FlatText): Alignment => {
    const alignment = alignments.get(number) ?? alignTexts(laid.text, now.text);
    alignments.set(number, alignment);
    return alignment;
  };
  return <A extends Anchor>(anchor: A): Anchored<A> | undefined => {
    const { locator, occurrence, mark } = anchor;
    const from = versionOf(anchor, last);
    const before = earlier.get(from);
    // If its text changed before, it is found by the later text.
    const standing = mark?.outcome === 'changed' ? { ...locator, quote: mark.now } : locator;
    const was = before && findRange(before, standing, occurrence);
    if (!before || !was) return undefined;
    const found = reanchor(alignmentOf(from, before), was.start, was.end);
    const [wasAt, isAt] = [locateRange(before, was), found && locateRange(now, found)];
    if (!found || !wasAt || !isAt)
      return mark?.outcome === 'lost'
        ? undefined
        : { anchor, outcome: 'lost', to: { anchor: { outcome: 'lost', version: from } } };
    const text = now.text.slice(found.start, found.end).slice(0, LONGEST_NOW);
    const isAsTaken =
      mark?.outcome === 'changed' ? reads(text) === reads(locator.quote) : found.exact;
    const isChanged = !found.exact && !isAsTaken;
    const since = found.exact && mark?.outcome === 'changed' ? mark.version : version;
    const isThere = isSamePlace(wasAt, isAt) && mark?.outcome !== 'lost';
    return {
      anchor,
      outcome: isChanged ? 'changed' : isThere ? 'same' : 'moved',
      to: {
        ...(isThere
          ? {}
          : {
              locator: shifted(locator, wasAt, isAt),
              occurrence: isAt.occurrence,
              areas: isAt.areas,
            }),
        anchor: isAsTaken ? null : { outcome: 'changed', version: since, now: text },
      },
      ...(isChanged ? { now: text } : {}),
    };
  };
}
