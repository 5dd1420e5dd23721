/** Hash and fingerprint of a source's text, equal or similar for copies of it. Pure. */
import type { Snapshot } from '#core/contract/snapshot.ts';
import {
  fingerprintOf,
  lettersAndDigits,
  shinglesOf,
  type Shingles,
} from '#core/text/similarity.ts';
import { sha256 } from '#config/sha256.ts';

const LEAST_LETTERS = 200;

export interface TextIdentity {
  /** SHA-256 of the letters and digits; null for a short text */
  textHash: string | null;
  /** the fingerprint; null for a text too short to tell */
  likeness: string | null;
  shingles: Shingles;
}

const textOf = ({ segments }: Snapshot): string =>
  segments.map((segment) => segment.text).join('\n');

export const shinglesOfSnapshot = (snapshot: Snapshot): Shingles => shinglesOf(textOf(snapshot));

export function textIdentityOf(snapshot: Snapshot): TextIdentity {
  const text = textOf(snapshot);
  const letters = lettersAndDigits(text);
  const shingles = shinglesOf(text);
  return {
    textHash: letters.length >= LEAST_LETTERS ? sha256(letters) : null,
    likeness: fingerprintOf(shingles) ?? null,
    shingles,
  };
}
