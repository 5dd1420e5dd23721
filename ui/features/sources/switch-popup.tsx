/** All sources of the thread in a short list, to go from one to another. */
import { clsx } from 'clsx';
import { Check, CircleCheck } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useDeferredValue, useMemo, useState } from 'react';
import type { Source } from '#core/contract/source.ts';
import { floatClass } from '#ui/kit/float.ts';
import type { PopupProps } from '#ui/kit/popup.tsx';
import { switchTexts as texts } from './texts/sources.ts';
import { focusWhenRendered } from './focus-when-rendered.ts';
import { SourcePicture } from './source-picture.tsx';
import { SourceRows } from './source-rows.tsx';
import { bylineOf, stateOf, titleOf } from './source-state.ts';
import { StatusLine } from './status-mark.tsx';

export interface SwitchProps {
  sources: readonly Source[];
  currentId: string | undefined;
  onView: (id: string) => void;
}

const ROW_PX = 48;
/** below this one sees them all */
const FIND_FROM = 12;

function matching(sources: readonly Source[], query: string): readonly Source[] {
  const words = query.toLocaleLowerCase();
  return words === ''
    ? sources
    : sources.filter((it) => `${titleOf(it)} ${bylineOf(it)}`.toLocaleLowerCase().includes(words));
}

export function SwitchPopup({
  sources,
  currentId,
  onView,
  trigger,
  defaultOpen,
}: SwitchProps & PopupProps) {
  const [open, setOpen] = useState(defaultOpen);
  const [query, setQuery] = useState('');
  const sought = useDeferredValue(query.trim());
  const shown = useMemo(() => matching(sources, sought), [sources, sought]);
  const pick = (id: string) => {
    setOpen(false);
    setQuery('');
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
          {sources.length >= FIND_FROM && (
            <input
              type="search"
              aria-label={texts.find}
              placeholder={texts.find}
              value={query}
              onChange={(event) => setQuery(event.target.value)}
              onKeyDown={(event) => {
                // What is shown may be behind what is typed.
                const [best] =
                  event.key === 'Enter' && query.trim() !== ''
                    ? matching(sources, query.trim())
                    : [];
                if (best) pick(best._id);
                if (event.key === 'ArrowDown') {
                  event.preventDefault();
                  focusWhenRendered(
                    event.currentTarget.parentElement,
                    '[data-main][aria-current="true"], [data-main]',
                  );
                }
              }}
              className="mb-1.5 block min-h-target w-full rounded-control border border-line-field bg-surface px-2.5 text-sm placeholder:text-ink-faint"
            />
          )}
          {shown.length === 0 && (
            <p className="px-2.5 py-3 text-sm text-ink-soft">{texts.nothing(query)}</p>
          )}
          <SourceRows
            label={texts.list}
            sources={shown}
            rowPx={ROW_PX}
            className="max-h-[300px]"
            firstSeen={sought ? 0 : sources.findIndex((it) => it._id === currentId)}
            key={sought}
          >
            {(source) => (
              <SwitchRow source={source} current={source._id === currentId} onPick={pick} />
            )}
          </SourceRows>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function SwitchRow({
  source,
  current,
  onPick,
}: {
  source: Source;
  current: boolean;
  onPick: (id: string) => void;
}) {
  const ready = stateOf(source).kind === 'ready';
  return (
    <button
      type="button"
      data-main
      aria-current={current}
      data-tooltip={titleOf(source)}
      onClick={() => onPick(source._id)}
      className={clsx(
        'flex min-h-12 w-full items-center gap-2.5 rounded-control px-2 py-1.5 text-left outline-offset-[-2px]',
        current ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <SourcePicture source={source} className="h-9 w-12" iconSize={16} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm" dir="auto">
          {titleOf(source)}
        </span>
        {ready ? (
          <span className="flex items-center gap-1.5 text-xs text-ink-soft">
            <CircleCheck size={12} aria-hidden className="shrink-0 text-accent" />
            <span className="sr-only">{texts.ready}</span>
            <span className="truncate">{bylineOf(source)}</span>
          </span>
        ) : (
          <StatusLine source={source} className="flex items-center gap-1.5 text-xs text-ink-soft" />
        )}
      </span>
      {current && (
        <span className="flex shrink-0 items-center text-accent">
          <Check size={16} aria-hidden />
          <span className="sr-only">{texts.current}</span>
        </span>
      )}
    </button>
  );
}
