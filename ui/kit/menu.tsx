import { clsx } from 'clsx';
import { DropdownMenu, Slot } from 'radix-ui';
import {
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { optionListClass, rowClass } from './floating-list.ts';

interface MenuProps {
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'end';
  defaultOpen?: boolean;
  /** called before the focus returns to the trigger; prevent it to keep the focus elsewhere */
  onClosed?: (event: Event) => void;
}

/**
 * Mounted when it is first opened, because every mounted menu listens to all keys, and a note can
 * have hundreds.
 */
export function Menu({
  trigger,
  children,
  align = 'end',
  defaultOpen = false,
  onClosed,
}: MenuProps) {
  const [wanted, setWanted] = useState(defaultOpen);
  if (!wanted) {
    const byKey = (event: KeyboardEvent) => {
      if (event.key === 'ArrowDown') {
        event.preventDefault();
        setWanted(true);
      }
    };
    return (
      <Slot.Root
        aria-haspopup="menu"
        aria-expanded={false}
        onClick={() => setWanted(true)}
        onKeyDown={byKey}
      >
        {trigger}
      </Slot.Root>
    );
  }
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      {/* In full screen nothing outside of it is drawn. */}
      <DropdownMenu.Portal container={document.fullscreenElement}>
        <DropdownMenu.Content
          align={align}
          {...(onClosed && { onCloseAutoFocus: onClosed })}
          sideOffset={6}
          collisionPadding={8}
          className={optionListClass('overflow-y-auto')}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export function MenuItem({
  className,
  danger = false,
  ...rest
}: ComponentProps<typeof DropdownMenu.Item> & { danger?: boolean }) {
  return (
    <DropdownMenu.Item {...rest} className={rowClass(clsx(danger && 'text-danger', className))} />
  );
}

export const MenuLine = () => <DropdownMenu.Separator className="mx-2 my-1 h-px bg-line" />;
