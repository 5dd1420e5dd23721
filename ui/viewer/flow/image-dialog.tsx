import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { IconButton } from '../../kit/button.tsx';
import { viewerTexts } from '../texts/viewer.ts';
import type { PageImage } from './frame-messages.ts';
import { pageTexts as texts } from './texts.ts';

/** An image of the page as large as the window allows, with its caption. */
export function ImageDialog({
  image,
  onClose,
  onClosed,
}: {
  image: PageImage;
  onClose: () => void;
  /** Takes the focus back. */
  onClosed: () => void;
}) {
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 bg-scrim animate-fade" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            onClosed();
          }}
          className="fixed inset-2 z-50 flex flex-col rounded-sheet bg-raised p-2 shadow-high outline-none animate-fade sm:inset-6 sm:p-3"
        >
          <header className="flex items-center gap-3 pb-2 pl-2">
            <Dialog.Title
              dir="auto"
              className="min-w-0 flex-1 truncate text-[0.9375rem] font-semibold"
            >
              {image.alt || texts.image}
            </Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label={viewerTexts.close}>
                <X aria-hidden size={18} />
              </IconButton>
            </Dialog.Close>
          </header>
          <img
            src={image.src}
            alt={image.alt}
            referrerPolicy="no-referrer"
            className="min-h-0 w-full flex-1 rounded-control bg-[#fff] object-contain"
          />
          {image.caption !== '' && (
            <p
              dir="auto"
              className="max-h-[20dvh] overflow-y-auto px-2 pt-3 pb-1 text-center text-sm text-pretty text-ink-soft"
            >
              {image.caption}
            </p>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
