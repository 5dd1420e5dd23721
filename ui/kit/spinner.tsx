import { clsx } from 'clsx';

/** Drawn only where the spec asks for a spinner; elsewhere a skeleton stands. */
export const Spinner = ({ className }: { className?: string }) => (
  <span
    aria-hidden
    className={clsx(
      'inline-block size-3.5 shrink-0 animate-spin rounded-full border-2 border-line-strong border-t-accent',
      className,
    )}
  />
);
