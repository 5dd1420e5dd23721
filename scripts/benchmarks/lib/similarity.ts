/** Similarity of two texts: `2·LCS/(n+m)` over characters with normalised white space, and F1 over words. */

const BITS = 32;
export const normalised = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Length of the longest common subsequence, 32 characters of `one` at a time (Hyyrö 2004). */
export function lcsLength(one: string, two: string): number {
  const words = Math.ceil(one.length / BITS);
  const places = new Map<number, Uint32Array>();
  for (let at = 0; at < one.length; at += 1) {
    const unit = one.charCodeAt(at);
    const mask = places.get(unit) ?? new Uint32Array(words);
    places.set(unit, mask);
    mask[at >>> 5] = (mask[at >>> 5] ?? 0) | (1 << (at & 31));
  }
  const row = new Uint32Array(words).fill(0xffffffff);
  for (let at = 0; at < two.length; at += 1) {
    const mask = places.get(two.charCodeAt(at));
    if (!mask) continue;
    let carry = 0;
    for (let word = 0; word < words; word += 1) {
      const value = row[word] ?? 0;
      const hit = (value & (mask[word] ?? 0)) >>> 0;
      const sum = value + hit + carry;
      carry = sum > 0xffffffff ? 1 : 0;
      row[word] = (sum >>> 0) | (value & ~hit);
    }
  }
  let length = 0;
  for (let at = 0; at < one.length; at += 1)
    if (((row[at >>> 5] ?? 0) & (1 << (at & 31))) === 0) length += 1;
  return length;
}

export function similarity(text: string, truth: string): number {
  const [one, two] = [normalised(text), normalised(truth)];
  return one.length + two.length === 0 ? 1 : (2 * lcsLength(one, two)) / (one.length + two.length);
}

export function wordF1(text: string, truth: string): number {
  const count = (of: string) => {
    const counts = new Map<string, number>();
    for (const word of of.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
      counts.set(word, (counts.get(word) ?? 0) + 1);
    return counts;
  };
  const [one, two] = [count(text), count(truth)];
  const size = (counts: ReadonlyMap<string, number>) =>
    [...counts.values()].reduce((sum, n) => sum + n, 0);
  let both = 0;
  for (const [word, n] of one) both += Math.min(n, two.get(word) ?? 0);
  return size(one) + size(two) === 0 ? 1 : (2 * both) / (size(one) + size(two));
}
