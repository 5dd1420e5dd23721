/**
 * How long content that loads late can still push the scroll target aside.
 */
const SETTLE_MS = 2_000;
const OF_A_PERSON = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

let last: AbortController | undefined;

/**
 * Scrolls to an element and follows it while the content around it loads, until the person
 * interacts or another element is scrolled to.
 */
export function scrollIntoSight(element: Element, block: ScrollLogicalPosition): void {
  const until = performance.now() + SETTLE_MS;
  const end = new AbortController();
  last?.abort();
  last = end;
  for (const type of OF_A_PERSON)
    window.addEventListener(type, () => end.abort(), {
      capture: true,
      passive: true,
      signal: end.signal,
    });
  let top: number | undefined;
  const bring = () => {
    if (end.signal.aborted) return;
    if (!element.isConnected || performance.now() > until) {
      end.abort();
      return;
    }
    if (element.getBoundingClientRect().top !== top) {
      element.scrollIntoView({ block });
      ({ top } = element.getBoundingClientRect());
    }
    requestAnimationFrame(bring);
  };
  bring();
}
