/** The sources that AI may use. */
import { Popover } from 'radix-ui';
import { optionListClass } from '#ui/kit/floating-list.ts';
import type { PopupProps } from '#ui/kit/popup.tsx';
import { selectorTexts as texts } from './texts/sources.ts';
import { AssistantCheckbox } from './assistant-checkbox.tsx';
import { assistantSources, type SelectionProps } from './assistant-sources.ts';
import { SelectAll } from './select-all.tsx';
import { SourceRow } from './source-row.tsx';
import { SourceRows } from './source-rows.tsx';
import {
  NoSourceFound,
  SEARCH_FROM,
  SourceSearchField,
  useSourceSearch,
} from './source-search.tsx';
import { canBeAsked, stateOf, titleOf } from './source-state.ts';
import { StatusLine } from './status-mark.tsx';

const ROW_PX = 46;

export function SelectorPopup({ trigger, defaultOpen, ...props }: SelectionProps & PopupProps) {
  const { sources } = props;
  const search = useSourceSearch(sources);
  const selection = assistantSources(props, search.found);
  return (
    <Popover.Root defaultOpen={defaultOpen} onOpenChange={() => search.setQuery('')}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          side="top"
          align="start"
          sideOffset={8}
          collisionPadding={12}
          aria-label={texts.label}
          data-sources
          className={optionListClass('flex w-[min(23rem,calc(100vw-1.5rem))] flex-col p-0!')}
        >
          <div className="border-b border-line px-4 pt-3 pb-2">
            <div className="flex items-center justify-between gap-2">
              <h2 className="text-sm font-semibold">{texts.title}</h2>
              <SelectAll selection={selection} />
            </div>
            <p className="text-xs text-ink-soft">{texts.text}</p>
            {sources.length >= SEARCH_FROM && (
              <SourceSearchField
                search={search}
                onPick={selection.useOnly}
                className="-mx-1.5 mt-2"
              />
            )}
          </div>
          {search.found.length === 0 && <NoSourceFound query={search.query} />}
          <SourceRows
            label={texts.title}
            sources={search.found}
            rowPx={ROW_PX}
            foundBy={search.sought}
            className="min-h-0 flex-1 px-1.5 py-1.5"
          >
            {(source) => {
              const isUsable = canBeAsked(source);
              return (
                <SourceRow
                  source={source}
                  isDisabled={!isUsable}
                  tooltip={isUsable ? undefined : stateOf(source).tooltip}
                  name={texts.useOnly(titleOf(source))}
                  pictureClass="size-8"
                  iconSize={15}
                  className="items-center gap-1 pl-2"
                  onPick={() => selection.useOnly(source._id)}
                  after={
                    <AssistantCheckbox
                      source={source}
                      selection={selection}
                      label={texts.use(titleOf(source))}
                    />
                  }
                >
                  <StatusLine
                    source={source}
                    className="flex items-center gap-1.5 text-xs text-ink-soft"
                  />
                </SourceRow>
              );
            }}
          </SourceRows>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
