/** Which sources the assistant may use. */
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { Checkbox, Popover } from 'radix-ui';
import type { Source } from '#core/contract/source.ts';
import { optionListClass } from '#ui/kit/float.ts';
import type { PopupProps } from '#ui/kit/popup.tsx';
import { Tooltip, TooltipProvider } from '#ui/kit/tooltip.tsx';
import { selectorTexts as texts } from './texts/sources.ts';
import { SourcePicture } from './source-picture.tsx';
import { SourceRows } from './source-rows.tsx';
import { askable, canBeAsked, stateOf, titleOf } from './source-state.ts';
import { StatusLine } from './status-mark.tsx';

export interface SelectorProps {
  sources: readonly Source[];
  unselected: ReadonlySet<string>;
  onChange: (unselected: ReadonlySet<string>) => void;
}

const ROW_PX = 46;

export function SelectorPopup({
  sources,
  unselected,
  onChange,
  trigger,
  defaultOpen,
}: SelectorProps & PopupProps) {
  const ready = sources.filter(canBeAsked);
  const chosen = askable(sources, unselected);
  const all = ready.length > 0 && chosen.length === ready.length;

  const only = (id: string) =>
    onChange(new Set(sources.filter((it) => it._id !== id).map((it) => it._id)));
  const toggle = (id: string) => {
    const next = new Set(unselected);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <TooltipProvider delayDuration={250}>
      <Popover.Root defaultOpen={defaultOpen}>
        <Popover.Trigger asChild>{trigger}</Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            side="top"
            align="start"
            sideOffset={8}
            collisionPadding={12}
            aria-label={texts.label}
            className={optionListClass('flex w-[min(23rem,calc(100vw-1.5rem))] flex-col p-0!')}
          >
            <div className="border-b border-line px-4 pt-3 pb-2">
              <div className="flex items-center justify-between gap-2">
                <h2 className="text-sm font-semibold">{texts.title}</h2>
                <button
                  type="button"
                  disabled={ready.length === 0}
                  onClick={() => onChange(all ? new Set(sources.map((it) => it._id)) : new Set())}
                  className="-mr-2 min-h-target rounded-control px-2 text-[0.8125rem] font-medium text-accent hover:bg-hover disabled:opacity-45"
                >
                  {all ? texts.none : texts.all}
                </button>
              </div>
              <p className="text-xs text-ink-soft">{texts.text}</p>
            </div>
            <SourceRows
              label={texts.title}
              sources={sources}
              rowPx={ROW_PX}
              className="min-h-0 flex-1 px-1.5 py-1.5"
            >
              {(source) => (
                <SelectorRow
                  source={source}
                  put={!unselected.has(source._id)}
                  onOnly={only}
                  onToggle={toggle}
                />
              )}
            </SourceRows>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </TooltipProvider>
  );
}

interface RowProps {
  source: Source;
  /** not put aside */
  put: boolean;
  onOnly: (id: string) => void;
  onToggle: (id: string) => void;
}

function SelectorRow({ source, put, onOnly, onToggle }: RowProps) {
  const { _id: id } = source;
  const usable = canBeAsked(source);
  const title = titleOf(source);
  return (
    <div className={clsx('flex items-center gap-1 rounded-control', usable && 'hover:bg-hover')}>
      <Tooltip text={usable ? '' : stateOf(source).tooltip} side="left">
        <button
          type="button"
          data-main
          aria-disabled={!usable}
          onClick={() => {
            if (usable) onOnly(id);
          }}
          className={clsx(
            'flex min-h-11 min-w-0 flex-1 items-center gap-2.5 rounded-control px-2 text-left',
            !usable && 'cursor-not-allowed! opacity-55',
          )}
        >
          <SourcePicture source={source} className="size-8" iconSize={15} />
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm" dir="auto">
              <span className="sr-only">{texts.useOnly(title)}</span>
              <span aria-hidden>{title}</span>
            </span>
            <StatusLine
              source={source}
              className="flex items-center gap-1.5 text-xs text-ink-soft"
            />
          </span>
        </button>
      </Tooltip>
      <Checkbox.Root
        checked={usable && put}
        disabled={!usable}
        onCheckedChange={() => onToggle(id)}
        aria-label={texts.use(title)}
        className="group grid size-target shrink-0 place-items-center rounded-control disabled:opacity-45"
      >
        <span className="grid size-[18px] place-items-center rounded-[5px] border border-line-field bg-surface text-on-accent group-data-[state=checked]:border-accent group-data-[state=checked]:bg-accent">
          <Checkbox.Indicator>
            <Check size={13} strokeWidth={3} />
          </Checkbox.Indicator>
        </span>
      </Checkbox.Root>
    </div>
  );
}
