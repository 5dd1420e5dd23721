/**
 * Gathers pieces in order into windows of a wanted size. Pure bookkeeping: what a size is, the
 * caller says.
 */

/**
 * A window closes once it reaches `least`, and before a piece that would take it past `most`. A
 * last window below `least` joins the one before when both fit. Every piece is in exactly one
 * window, in order.
 */
export function groupIntoWindows<T>(
  pieces: readonly T[],
  sizeOf: (window: readonly T[]) => number,
  { least, most }: { least: number; most: number },
): T[][] {
  const windows: T[][] = [];
  let open: T[] = [];
  for (const piece of pieces) {
    if (open.length > 0 && (sizeOf(open) >= least || sizeOf([...open, piece]) > most)) {
      windows.push(open);
      open = [];
    }
    open.push(piece);
  }
  const last = windows.at(-1);
  if (open.length > 0 && last && sizeOf(open) < least && sizeOf([...last, ...open]) <= most)
    last.push(...open);
  else if (open.length > 0) windows.push(open);
  return windows;
}
