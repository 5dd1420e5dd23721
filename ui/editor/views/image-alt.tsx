import { Captions } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { Button, IconButton } from '#ui/kit/button.tsx';
import { floatClass } from '#ui/kit/floating-list.ts';
import { textBlockTexts } from '../texts/text-blocks.ts';
import { BlockField } from './block-field.tsx';

const texts = textBlockTexts.image;

/** The alternative text of an image. */
export function ImageAlt({ alt, onAlt }: { alt: string; onAlt: (alt: string) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <IconButton
          label={texts.alt}
          aria-pressed={alt !== ''}
          className={`size-8! pointer-coarse:size-11! ${alt === '' ? '' : 'text-accent!'}`}
        >
          <Captions size={16} aria-hidden />
        </IconButton>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={texts.alt}
          sideOffset={6}
          collisionPadding={8}
          align="end"
          className={floatClass('flex w-80 flex-col gap-2 p-2.5')}
        >
          <BlockField
            label={texts.alt}
            placeholder={texts.altHint}
            value={alt}
            readOnly={false}
            autoFocus
            onWrite={onAlt}
            className="rounded-control border border-line-field bg-surface px-2.5 py-1.5 text-sm"
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.shiftKey) {
                event.preventDefault();
                setOpen(false);
              }
            }}
          />
          <Button look="primary" onClick={() => setOpen(false)} className="self-end">
            {texts.done}
          </Button>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
