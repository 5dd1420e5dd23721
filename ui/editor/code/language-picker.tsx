import { Command } from 'cmdk';
import { Popover } from 'radix-ui';
import { floatClass } from '#ui/kit/floating-list.ts';
import { textBlockTexts } from '../texts/text-blocks.ts';
import type { LanguageRequest } from './code-view.ts';
import { knownLanguage, LANGUAGES } from './languages.ts';

const texts = textBlockTexts.code;

/** Shown above the block whose language is chosen. */
export function LanguagePicker({
  asked,
  onClose,
}: {
  asked: LanguageRequest;
  onClose: () => void;
}) {
  const now = knownLanguage(asked.now);
  const close = () => {
    onClose();
    asked.leave();
  };
  return (
    <Popover.Root
      open
      onOpenChange={(open) => {
        if (!open) close();
      }}
    >
      <Popover.Anchor virtualRef={{ current: { getBoundingClientRect: () => asked.at } }} />
      <Popover.Portal>
        <Popover.Content
          aria-label={texts.language}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className={floatClass('w-56')}
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          <Command
            defaultValue={now}
            label={texts.language}
            filter={(value, search) =>
              `${value} ${LANGUAGES[value] ?? ''}`.toLowerCase().includes(search.toLowerCase())
                ? 1
                : 0
            }
          >
            <Command.Input
              autoFocus
              placeholder={texts.find}
              className="mb-1 h-9 w-full rounded-control border border-line-field bg-surface px-2.5 text-sm"
            />
            <Command.List className="max-h-64 overflow-y-auto">
              <Command.Empty className="px-2.5 py-2 text-sm text-ink-soft">
                {texts.none}
              </Command.Empty>
              {Object.entries(LANGUAGES).map(([value, name]) => (
                <Command.Item
                  key={value}
                  value={value}
                  onSelect={() => {
                    asked.choose(value);
                    onClose();
                  }}
                  className="flex min-h-8 items-center rounded-control px-2.5 text-sm data-[selected=true]:bg-hover"
                >
                  {name}
                </Command.Item>
              ))}
            </Command.List>
          </Command>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
