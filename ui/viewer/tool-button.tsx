import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import type { LucideIcon } from 'lucide-react';
import { IconButton } from '../kit/button.tsx';

interface ToolButtonProps extends Omit<ComponentProps<typeof IconButton>, 'children'> {
  icon: LucideIcon;
}

/** A small button in a viewer's bar; it looks pressed if `aria-pressed`. */
export function ToolButton({ icon: Icon, label, className, ...rest }: ToolButtonProps) {
  return (
    <IconButton
      label={label}
      className={clsx('aria-pressed:bg-accent-soft aria-pressed:text-accent', className)}
      {...rest}
    >
      <Icon aria-hidden size={17} strokeWidth={1.8} />
    </IconButton>
  );
}
