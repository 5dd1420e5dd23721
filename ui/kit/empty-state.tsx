import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** Shown if there is no content yet: what would be here, and the next step. */
export function EmptyState({
  icon,
  title,
  text,
  children,
  className,
  heading: Heading = 'h2',
}: {
  icon?: ReactNode;
  title: string;
  text?: ReactNode;
  children?: ReactNode;
  /** for the only content of a screen: 'h1' */
  heading?: 'h1' | 'h2';
  className?: string;
}) {
  return (
    <div
      className={clsx(
        'flex flex-col items-center justify-center px-6 py-10 text-center',
        className,
      )}
    >
      {icon && (
        <div className="mb-4 grid size-12 place-items-center rounded-card border border-line bg-surface text-ink-faint shadow-low">
          {icon}
        </div>
      )}
      <Heading className="text-base font-semibold">{title}</Heading>
      {text && <p className="mt-1.5 max-w-96 text-sm text-ink-soft text-pretty">{text}</p>}
      {children && <div className="mt-5 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}

export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden className={clsx('skeleton', className)} />
);
