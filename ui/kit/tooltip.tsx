import { Tooltip as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

export const TooltipProvider = Radix.Provider;

/** A tooltip for something that can be focused; nothing at all without `text`. */
export function Tooltip({
  text,
  side,
  children,
}: {
  text: ReactNode;
  side?: 'top' | 'bottom' | 'left' | 'right';
  children: ReactElement;
}) {
  if (!text) return children;
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side ?? 'bottom'}
          sideOffset={6}
          collisionPadding={8}
          className="z-70 max-w-72 rounded-control bg-ink px-2.5 py-1.5 text-xs leading-snug text-paper shadow-mid animate-fade"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
