import type { ButtonHTMLAttributes } from 'react';
import type { LucideIcon } from 'lucide-react';

interface ToolButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  icon: LucideIcon;
  label: string;
  /** the key that does the same */ hint?: string;
}

/** A small button of a viewer's bar: an icon with a name. */
export function ToolButton({ icon: Icon, label, hint, className = '', ...rest }: ToolButtonProps) {
  return (
    <button
      type="button" aria-label={label} title={hint === undefined ? label : `${label} (${hint})`}
      className={`grid size-target shrink-0 place-items-center rounded-control text-ink-soft hover:bg-hover hover:text-ink disabled:opacity-40 disabled:hover:bg-transparent aria-pressed:bg-accent-soft aria-pressed:text-accent ${className}`}
      {...rest}
    >
      <Icon aria-hidden size={17} strokeWidth={1.8} />
    </button>
  );
}
