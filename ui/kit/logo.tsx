import { clsx } from 'clsx';

/** A paragraph with a stroke of the clip yellow in its margin. */
export const Logo = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 32 32" aria-hidden className={clsx('size-7 shrink-0', className)}>
    <rect width="32" height="32" rx="8" className="fill-[#17654f]" />
    <path d="M9 9.5h14M9 15h9M9 20.5h9" stroke="#fff" strokeWidth="2.4" strokeLinecap="round" />
    <path d="M23 14.6v6.2" stroke="#FFD356" strokeWidth="3.2" strokeLinecap="round" />
  </svg>
);
