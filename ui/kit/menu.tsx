import { clsx } from 'clsx';
import { DropdownMenu } from 'radix-ui';
import type { ComponentProps, ReactElement, ReactNode } from 'react';

const FLOAT = 'z-60 min-w-44 rounded-card border border-line bg-raised p-1 shadow-mid animate-rise';
export const floatClass = (className?: string): string => clsx(FLOAT, className);
export const rowClass = (className?: string): string =>
  clsx('flex min-h-target w-full items-center gap-2.5 rounded-control px-2.5 text-left text-sm text-ink outline-none hover:bg-hover focus-visible:bg-hover data-[highlighted]:bg-hover', className);

export function Menu({ trigger, children, align = 'end' }: { trigger: ReactElement; children: ReactNode; align?: 'start' | 'end' }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align={align} sideOffset={6} collisionPadding={8} className={FLOAT}>{children}</DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export function MenuItem({ className, danger = false, ...rest }: ComponentProps<typeof DropdownMenu.Item> & { danger?: boolean }) {
  return <DropdownMenu.Item {...rest} className={rowClass(clsx(danger && 'text-danger', className))} />;
}

export const MenuLine = () => <DropdownMenu.Separator className="mx-2 my-1 h-px bg-line" />;
