import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** A card in a section. */
export function SettingsCard({
  title,
  text,
  children,
  className,
}: {
  title?: string;
  text?: ReactNode;
  children?: ReactNode;
  className?: string;
}) {
  return (
    <section className={clsx('rounded-card border border-line bg-surface p-4 sm:p-5', className)}>
      {title && <h3 className="text-[0.9375rem] font-semibold">{title}</h3>}
      {text && (
        <p className={clsx('text-[0.8125rem] text-ink-soft text-pretty', title && 'mt-1')}>
          {text}
        </p>
      )}
      {children && <div className={clsx((title || text) && 'mt-4')}>{children}</div>}
    </section>
  );
}

export const FIELD =
  'h-10 min-h-target w-full rounded-control border border-line-field bg-surface px-3 text-sm placeholder:text-ink-faint';
