import { clsx } from 'clsx';

const FLOAT =
  'z-60 min-w-44 rounded-card border border-line bg-raised p-1 text-ink shadow-mid animate-rise';
export const floatClass = (className?: string): string => clsx(FLOAT, className);
/**
 * Classes of a floating list of options: at most 400 px high, less if there is no room; scrolls
 * unless the caller lays out a scrolled part.
 */
export const optionListClass = (className?: string): string =>
  floatClass(clsx('max-h-[min(400px,var(--radix-popper-available-height,100dvh))]', className));
export const rowClass = (className?: string): string =>
  clsx(
    'flex min-h-target w-full items-center gap-2.5 rounded-control px-2.5 text-left text-sm outline-none hover:bg-hover focus-visible:bg-hover data-[highlighted]:bg-hover',
    className,
  );
