/** Callbacks waiting for the next paint: one frame and one timer for all of them. */
let waiting: (() => void)[] | undefined;

/**
 * Runs `work` after the next paint, so that it delays no key. If nothing is painted, slightly
 * later.
 */
export function afterPaint(work: () => void): void {
  if (waiting) {
    waiting.push(work);
    return;
  }
  const works = (waiting = [work]);
  // Callbacks added from here on wait for the next paint.
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
