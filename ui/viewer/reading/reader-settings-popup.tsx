import { Popover } from 'radix-ui';
import { floatClass } from '#ui/kit/floating-list.ts';
import type { PopupProps } from '#ui/kit/popup.tsx';
import { ReadingFields } from '#ui/kit/reading-fields.tsx';
import { readingTexts as texts } from '#ui/kit/texts/reading.ts';
import { ThemeField } from '#ui/kit/theme-field.tsx';

export function ReaderSettingsPopup({ trigger, defaultOpen }: PopupProps) {
  return (
    <Popover.Root defaultOpen={defaultOpen}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={texts.settings}
          className={floatClass(
            'grid max-h-[70dvh] w-80 max-w-[calc(100vw-1rem)] gap-3.5 overflow-y-auto p-4!',
          )}
        >
          <ThemeField />
          <ReadingFields />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
