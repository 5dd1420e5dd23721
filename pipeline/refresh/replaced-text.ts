/** Tells whether a new version has replaced the text. Pure. */
import type { Snapshot } from '#core/contract/snapshot.ts';
import { sharedFraction } from '#core/text/similarity.ts';

/** A text with fewer phrases of three words is too short to judge. */
const LEAST_PHRASES = 40;
/** A tenth, plus the few phrases that any two texts of a language share. */
const LEAST_KEPT = 0.12;

/** Ignores numbers, because those of a weather report or a price list change every day. */
const wordsOf = ({ segments }: Snapshot): string =>
  segments.map(({ text }) => text.replace(/\p{N}+/gu, ' ')).join('\n');

/**
 * Whether nine tenths of the text are gone or changed, as when a domain is for sale or the page
 * asks to sign in. Always false for a text that is too short to judge.
 */
export function isReplaced(before: Snapshot, now: Snapshot): boolean {
  const { share, total } = sharedFraction(wordsOf(before), wordsOf(now));
  return total >= LEAST_PHRASES && share < LEAST_KEPT;
}
