/** What waits for the next paint: one frame and one timer for all of it. */
let waiting: (() => void)[] | undefined;

/**
 * Once what was written is seen: a key is not held up by it. Where nothing is painted, a little
 * later.
 */
export function afterPaint(work: () => void): void {
  if (waiting) {
    waiting.push(work);
    return;
  }
  const works = (waiting = [work]);
  // What comes from here on is of the next paint.
  const close = (): void => {
    if (waiting === works) waiting = undefined;
  };
  const now = (): void => {
    clearTimeout(latest);
    close();
    for (const it of works.splice(0)) queueMicrotask(it);
  };
  const latest = setTimeout(now, 100);
  requestAnimationFrame(() => {
    close();
    setTimeout(now);
  });
}
