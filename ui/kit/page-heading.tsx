import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** The title of a page, with what can be done on it (`children`) beside it. */
export function PageHeading({
  title,
  children,
  className = 'mb-6 gap-3',
}: {
  title: string;
  children?: ReactNode;
  /** its distance to the page and between the actions */
  className?: string;
}) {
  return (
    <div className={clsx('flex items-center', className)}>
      <h1 className="flex-1 text-[1.625rem] leading-tight font-semibold tracking-tight">{title}</h1>
      {children}
    </div>
  );
}
