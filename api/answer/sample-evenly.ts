/** Samples passages of long sources evenly, with preference for the beginnings of sections. */
import type { Candidate } from './retrieve.ts';

type SizeOf = (it: Candidate) => number;
const sum = (list: readonly Candidate[], sizeOf: SizeOf): number =>
  list.reduce((total, it) => total + sizeOf(it), 0);

/** Returns as many candidates as fit, spread evenly over the list. */
function evenly(list: readonly Candidate[], sizeOf: SizeOf, limit: number): Candidate[] {
  const total = sum(list, sizeOf);
  if (total <= limit) return [...list];
  const count = Math.floor((limit / total) * list.length);
  let remaining = limit;
  return Array.from(
    { length: count },
    (_, at) => list[Math.floor((at * list.length) / count)],
  ).flatMap((it) => {
    if (!it || sizeOf(it) > remaining) return [];
    remaining -= sizeOf(it);
    return [it];
  });
}

function thinOne(list: readonly Candidate[], sizeOf: SizeOf, limit: number): Candidate[] {
  if (sum(list, sizeOf) <= limit) return [...list];
  const heads = list.filter((it, at) => at === 0 || it.heading !== list[at - 1]?.heading);
  const begun = evenly(heads, sizeOf, limit);
  const chosen = new Set([
    ...begun,
    ...evenly(
      list.filter((it) => !begun.includes(it)),
      sizeOf,
      limit - sum(begun, sizeOf),
    ),
  ]);
  return list.filter((it) => chosen.has(it));
}

/** Gives each source an equal share; unused shares go to the others. Preserves the given order. */
export function sampleEvenly(
  sources: readonly (readonly Candidate[])[],
  sizeOf: SizeOf,
  limit: number,
): Candidate[] {
  const sizes = sources.map((list) => sum(list, sizeOf));
  let remaining = limit;
  const shares = new Map<number, number>();
  const byLength = sizes.map((size, at) => ({ size, at })).sort((a, b) => a.size - b.size);
  byLength.forEach(({ size, at }, done) => {
    const share = Math.min(size, remaining / (byLength.length - done));
    shares.set(at, share);
    remaining -= share;
  });
  return sources.flatMap((list, at) => thinOne(list, sizeOf, shares.get(at) ?? 0));
}
