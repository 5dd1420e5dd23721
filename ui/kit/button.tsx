import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import type { Shortcut } from './shortcuts.ts';

type Look = 'primary' | 'plain' | 'quiet' | 'danger';
const LOOKS: Record<Look, string> = {
  primary: 'bg-accent text-on-accent shadow-low hover:bg-accent-strong',
  plain: 'bg-surface text-ink border border-line-strong shadow-low hover:bg-hover',
  quiet: 'text-ink-soft hover:bg-hover hover:text-ink',
  danger: 'bg-danger text-paper shadow-low hover:opacity-90',
};

const BASE =
  'inline-flex items-center justify-center gap-1.5 rounded-control font-medium whitespace-nowrap select-none ' +
  'transition-[background-color,color,opacity] duration-(--quick) disabled:pointer-events-none disabled:opacity-45';

export const buttonClass = (look: Look = 'plain', className?: string): string =>
  clsx(BASE, 'min-h-target px-3.5 text-sm', LOOKS[look], className);

export function Button({
  look = 'plain',
  className,
  ...rest
}: ComponentProps<'button'> & { look?: Look }) {
  return <button type="button" {...rest} className={buttonClass(look, className)} />;
}

/**
 * A square with an icon; `label` is its accessible name, and its tooltip unless `tooltip` is shorter.
 * `shortcut`: its keys in the tooltip.
 */
export function IconButton({
  label,
  look = 'quiet',
  className,
  tooltip,
  shortcut,
  ...rest
}: Omit<ComponentProps<'button'>, 'aria-label' | 'title'> & {
  label: string;
  look?: Look;
  tooltip?: string;
  shortcut?: Shortcut | undefined;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={tooltip ?? label}
      data-shortcut={shortcut}
      {...rest}
      className={clsx(BASE, 'size-target shrink-0', LOOKS[look], className)}
    />
  );
}
