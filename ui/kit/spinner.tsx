import { clsx } from 'clsx';

/** Used only where the specification asks for a spinner; elsewhere there are skeletons. */
export const Spinner = ({ className }: { className?: string }) => (
  <span
    aria-hidden
    className={clsx(
      'inline-block size-3.5 shrink-0 animate-spin rounded-full border-2 border-line-strong border-t-accent',
      className,
    )}
  />
);
