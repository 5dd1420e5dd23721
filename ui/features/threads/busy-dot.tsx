/** An answer is being written. */
export const BusyDot = () => (
  <span className="size-1.5 animate-pulse rounded-full bg-accent" aria-hidden />
);
