/**
 * How long a span takes to play, rounded up: `Play 8 s` under a minute, then whole minutes as in
 * `Play 1 min` and `Play 2 mins`.
 */
export function playLabel({ startS, endS }: { startS: number; endS: number }): string {
  const seconds = Math.max(1, Math.ceil(endS - startS));
  if (seconds < 60) return `Play ${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return `Play ${minutes} ${minutes === 1 ? 'min' : 'mins'}`;
}
