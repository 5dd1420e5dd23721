import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { AlertDialog, Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { dialogTexts as texts } from './texts/dialog.ts';
import { Button, IconButton } from './button.tsx';
import { useReturnFocus } from './return-focus.ts';

const SCRIM = 'fixed inset-0 z-50 bg-scrim animate-fade';
const CENTRED =
  'fixed z-50 bg-raised shadow-high outline-none animate-rise flex flex-col ' +
  'inset-x-0 bottom-0 max-h-[92dvh] rounded-t-sheet ' +
  'sm:inset-x-auto sm:bottom-auto sm:left-1/2 sm:top-[14dvh] sm:max-h-[76dvh] sm:-translate-x-1/2 sm:rounded-sheet sm:w-[min(36rem,calc(100vw-2rem))]';
const SIDE =
  'fixed z-50 bg-raised shadow-high outline-none flex flex-col ' +
  'inset-x-0 bottom-0 h-[88dvh] rounded-t-sheet animate-sheet sm:animate-fade ' +
  'sm:inset-y-0 sm:left-0 sm:right-auto sm:h-auto sm:w-[27rem] sm:rounded-none sm:border-r sm:border-line';

/** A toast is above a dialog: its buttons work, and clicking them keeps the dialog open. */
export const keepOpenForToasts = (event: Event): void => {
  if (event.target instanceof Element && event.target.closest('[data-sonner-toaster]'))
    event.preventDefault();
};

interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  side?: boolean;
  children: ReactNode;
  footer?: ReactNode;
}

/** A dialog named by its title: centred, or at the side; at the bottom on phones. */
export function Sheet({
  open,
  onOpenChange,
  title,
  description,
  side = false,
  children,
  footer,
}: SheetProps) {
  const returnFocus = useReturnFocus(open);
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={SCRIM} />
        <Dialog.Content
          className={side ? SIDE : CENTRED}
          onCloseAutoFocus={returnFocus}
          onInteractOutside={keepOpenForToasts}
          {...(!description && { 'aria-describedby': undefined })}
        >
          <header className="flex items-start gap-3 pt-4 pr-3 pb-2 pl-5">
            <div className="min-w-0 flex-1 pt-1">
              <Dialog.Title className="text-base font-semibold">{title}</Dialog.Title>
              {description && (
                <Dialog.Description className="mt-0.5 text-sm text-ink-soft">
                  {description}
                </Dialog.Description>
              )}
            </div>
            <Dialog.Close asChild>
              <IconButton label={texts.close}>
                <X size={18} />
              </IconButton>
            </Dialog.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5">{children}</div>
          {footer && (
            <footer className="flex items-center justify-end gap-2 border-t border-line px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
              {footer}
            </footer>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface ConfirmProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  text?: ReactNode;
  action: string;
  onConfirm: () => void;
  /** options to choose before confirming */
  children?: ReactNode;
}

/** Asks for confirmation before something is lost. */
export function Confirm({
  open,
  onOpenChange,
  title,
  text,
  action,
  onConfirm,
  children,
}: ConfirmProps) {
  const returnFocus = useReturnFocus(open);
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={clsx(SCRIM, 'z-60')} />
        <AlertDialog.Content
          className={clsx(CENTRED, 'z-60 p-5 sm:w-[min(26rem,calc(100vw-2rem))]')}
          onCloseAutoFocus={returnFocus}
        >
          <AlertDialog.Title className="text-base font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-1.5 text-sm text-ink-soft">
            {text}
          </AlertDialog.Description>
          {children && <div className="mt-4">{children}</div>}
          <div className="mt-5 flex justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button>{texts.cancel}</Button>
            </AlertDialog.Cancel>
            <AlertDialog.Action asChild>
              <Button look="danger" onClick={onConfirm}>
                {action}
              </Button>
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
