import { Popover } from 'radix-ui';
import { useState } from 'react';
import type { Source } from '#core/contract/source.ts';
import { historyTexts as texts } from './texts.ts';
import { floatClass } from '../../kit/floating-list.ts';
import type { PopupProps } from '../../kit/popup.tsx';
import { HistoryPanel, HistorySheets, type HistorySheet } from './history-panel.tsx';

export function HistoryPopup({ source, trigger, defaultOpen }: PopupProps & { source: Source }) {
  const [opened, setOpened] = useState<HistorySheet>();
  const [shown, setShown] = useState(defaultOpen);
  return (
    <>
      <Popover.Root open={shown} onOpenChange={setShown}>
        <Popover.Trigger asChild>{trigger}</Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            align="end"
            sideOffset={6}
            collisionPadding={8}
            aria-label={texts.open}
            className={floatClass(
              'max-h-[70dvh] w-88 max-w-[calc(100vw-1rem)] overflow-y-auto p-4!',
            )}
          >
            <HistoryPanel
              source={source}
              onOpen={(it) => {
                setShown(false);
                setOpened(it);
              }}
            />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      <HistorySheets source={source} opened={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}
