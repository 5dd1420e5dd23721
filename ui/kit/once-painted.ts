/** Once what was written is seen: a key is not held up by it. Where nothing is painted, a little later. */
export function oncePainted(work: () => void): void {
  let done = false;
  const now = (): void => { if (!done) { done = true; clearTimeout(latest); work(); } };
  const latest = setTimeout(now, 100);
  requestAnimationFrame(() => setTimeout(now));
}
