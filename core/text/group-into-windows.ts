/**
 * Groups pieces in order into windows of a target size, in a unit that the caller chooses.
 */

/**
 * Closes a window when it reaches `least`, and before a piece that would exceed `most`. A last
 * window below `least` joins the previous one if both fit. Every piece is in exactly one window, in
 * order.
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
