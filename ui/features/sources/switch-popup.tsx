/** All sources of the thread in a short list, for switching between them. */
import { Check, CircleCheck } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import type { Source } from '#core/contract/source.ts';
import { floatClass } from '#ui/kit/floating-list.ts';
import type { PopupProps } from '#ui/kit/popup.tsx';
import { switchTexts as texts } from './texts/sources.ts';
import { SourceRow } from './source-row.tsx';
import { SourceRows } from './source-rows.tsx';
import {
  NoSourceFound,
  SEARCH_FROM,
  SourceSearchField,
  useSourceSearch,
} from './source-search.tsx';
import { bylineOf, stateOf, titleOf } from './source-state.ts';
import { StatusLine } from './status-mark.tsx';

export interface SwitchProps {
  sources: readonly Source[];
  currentId: string | undefined;
  onView: (id: string) => void;
}

const ROW_PX = 48;

export function SwitchPopup({
  sources,
  currentId,
  onView,
  trigger,
  defaultOpen,
}: SwitchProps & PopupProps) {
  const [open, setOpen] = useState(defaultOpen);
  const search = useSourceSearch(sources);
  const pick = (id: string) => {
    setOpen(false);
    search.setQuery('');
    onView(id);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          side="bottom"
          align="start"
          sideOffset={8}
          collisionPadding={8}
          aria-label={texts.list}
          data-sources
          className={floatClass('w-[min(24rem,calc(100vw-1rem))] p-1!')}
          onOpenAutoFocus={(event) => {
            const content = event.currentTarget as HTMLElement;
            const at = content.querySelector<HTMLElement>('[aria-current="true"]');
            if (at) {
              event.preventDefault();
              at.focus({ preventScroll: true });
            }
          }}
        >
          {sources.length >= SEARCH_FROM && (
            <SourceSearchField search={search} onPick={pick} className="mb-1.5" />
          )}
          {search.found.length === 0 && <NoSourceFound query={search.query} />}
          <SourceRows
            label={texts.list}
            sources={search.found}
            rowPx={ROW_PX}
            className="max-h-[300px]"
            foundBy={search.sought}
            firstSeen={search.sought ? 0 : sources.findIndex((it) => it._id === currentId)}
          >
            {(source) => (
              <SwitchRow
                source={source}
                isCurrent={source._id === currentId}
                onPick={() => pick(source._id)}
              />
            )}
          </SourceRows>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function SwitchRow({
  source,
  isCurrent,
  onPick,
}: {
  source: Source;
  isCurrent: boolean;
  onPick: () => void;
}) {
  return (
    <SourceRow
      source={source}
      isCurrent={isCurrent}
      tooltip={titleOf(source)}
      pictureClass="h-9 w-12"
      className="items-center gap-2.5 px-2 py-0.5"
      onPick={onPick}
      after={isCurrent && <Check size={16} aria-hidden className="shrink-0 text-accent" />}
    >
      {stateOf(source).kind === 'ready' ? (
        <span className="flex items-center gap-1.5 text-xs text-ink-soft">
          <CircleCheck size={12} aria-hidden className="shrink-0 text-accent" />
          <span className="sr-only">{texts.ready}</span>
          <span className="truncate">{bylineOf(source)}</span>
        </span>
      ) : (
        <StatusLine source={source} className="flex items-center gap-1.5 text-xs text-ink-soft" />
      )}
    </SourceRow>
  );
}
