/** Whole minutes, rounded up: `Play 1 min`, `Play 2 mins`. */
export function playLabel({ startS, endS }: { startS: number; endS: number }): string {
  const minutes = Math.max(1, Math.ceil((endS - startS) / 60));
  return `Play ${minutes} ${minutes === 1 ? 'min' : 'mins'}`;
}
