/**
 * A sort key stores the value in its upper bits and the position in its lower bits (52 bits in
 * all).
 */
const POSITIONS = 2 ** 12;
const STEPS = 2 ** 40;

/**
 * Positions of values ≥ 0 in descending order; ties by position. Sorts numbers instead of calling a
 * comparison function, which is slow until it is compiled.
 */
export function descendingOrder(values: ArrayLike<number>): Int32Array {
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

/** Above this, rounded keys tie too often for the final insertion sort. */
const FEW = 500;

/** Best first; ties by passage number. */
export function sortByScore<T extends { doc: number; score: number }>(all: readonly T[]): T[] {
  if (all.length > FEW) return [...all].sort((a, b) => b.score - a.score || a.doc - b.doc);
  const scores = new Float64Array(all.length);
  for (let at = 0; at < all.length; at += 1) scores[at] = all[at]?.score ?? 0;
  const order = descendingOrder(scores);
  const sorted: T[] = [];
  for (let at = 0; at < order.length; at += 1) {
    const one = all[order[at] ?? 0];
    if (!one) continue;
    // Insertion sort: only scores that tie, or tie after rounding, can be out of order.
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
