/** Positions come in below, values above: both fit a number that is exact. */
const POSITIONS = 2 ** 12;
const STEPS = 2 ** 40;

/**
 * The positions of values ≥ 0, the greatest first, of equal ones the earlier first: sorted as
 * numbers, since code that compares them is slow until it is compiled.
 */
export function descending(values: ArrayLike<number>): Int32Array {
  const count = values.length;
  if (count > POSITIONS)
    return Int32Array.from({ length: count }, (_, at) => at).sort(
      (a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b,
    );
  let most = 0;
  for (let at = 0; at < count; at += 1) if ((values[at] ?? 0) > most) most = values[at] ?? 0;
  const step = most > 0 ? (STEPS - 1) / most : 0;
  const keys = new Float64Array(count);
  for (let at = 0; at < count; at += 1)
    keys[at] = Math.floor((values[at] ?? 0) * step) * POSITIONS + (POSITIONS - 1 - at);
  keys.sort();
  const order = new Int32Array(count);
  for (let at = 0; at < count; at += 1)
    order[at] = POSITIONS - 1 - ((keys[count - 1 - at] ?? 0) % POSITIONS);
  return order;
}

/** Of so many it does not matter how often equal ones change places. */
const FEW = 500;

/** The best first, of equally good ones the earlier passage. */
export function bestFirst<T extends { doc: number; score: number }>(all: readonly T[]): T[] {
  if (all.length > FEW) return [...all].sort((a, b) => b.score - a.score || a.doc - b.doc);
  const scores = new Float64Array(all.length);
  for (let at = 0; at < all.length; at += 1) scores[at] = all[at]?.score ?? 0;
  const order = descending(scores);
  const sorted: T[] = [];
  for (let at = 0; at < order.length; at += 1) {
    const one = all[order[at] ?? 0];
    if (!one) continue;
    // Their places are all but right: what is left are scores that are equal, or were before they
    // were rounded.
    let to = at;
    for (
      let before = sorted[to - 1];
      before && (before.score < one.score || (before.score === one.score && before.doc > one.doc));
      before = sorted[to - 1]
    ) {
      sorted[to] = before;
      to -= 1;
    }
    sorted[to] = one;
  }
  return sorted;
}
