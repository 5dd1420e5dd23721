import { clsx } from 'clsx';
import { Ellipsis, Eye, Link2, RotateCcw, Trash2 } from 'lucide-react';
import { Popover } from 'radix-ui';
import type { Source } from '#core/contract/source.ts';
import { canEditLink } from '#ui/client/retry-source.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { optionListClass, rowClass } from '#ui/kit/float.ts';
import { dayText } from '#ui/kit/format.ts';
import { panelTexts as texts } from './texts/panel.ts';
import { sourceTexts } from './texts/sources.ts';
import { SourceIcon, SourcePicture } from './source-picture.tsx';
import { bylineOf, canRetry, titleOf } from './source-state.ts';
import { StatusLine } from './status-mark.tsx';

export interface PanelRowProps {
  source: Source;
  number: number;
  /** digits of the last row's number, so that all numbers align */
  digits: number;
  current: boolean;
  onView: () => void;
  onRetry: (() => void) | undefined;
  onEditLink: (() => void) | undefined;
  onRemove: (() => void) | undefined;
}

export function PanelRow({
  source,
  number,
  digits,
  current,
  onView,
  onRetry,
  onEditLink,
  onRemove,
}: PanelRowProps) {
  const title = titleOf(source);
  const retry = onRetry && canRetry(source) ? onRetry : undefined;
  return (
    <div
      className={clsx(
        'mb-0.5 flex items-center gap-2 rounded-card p-1.5',
        current ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <span
        className="shrink-0 text-right text-xs text-ink-faint tabular-nums"
        style={{ width: `${Math.max(2, digits)}.5ch` }}
      >
        {number}
      </span>
      <button
        type="button"
        data-main
        onClick={onView}
        className="flex min-w-0 flex-1 items-center gap-3 rounded-control text-left"
      >
        <SourcePicture source={source} className="h-12 w-16 rounded-control!" />
        <span className="min-w-0 flex-1">
          <span className="flex items-start gap-2">
            <span
              className="line-clamp-2 min-w-0 flex-1 text-sm leading-snug font-medium"
              dir="auto"
            >
              {title}
            </span>
            {current && (
              <span className="shrink-0 rounded-full bg-accent px-2 py-0.5 text-[0.6875rem] leading-4 font-medium text-on-accent">
                {texts.current}
              </span>
            )}
          </span>
          <span className="mt-0.5 flex min-w-0 items-center gap-1.5 text-xs text-ink-soft">
            <SourceIcon source={source} size={13} />
            <span className="truncate">{bylineOf(source)}</span>
            <span aria-hidden>{texts.join}</span>
            <time dateTime={source.createdAt} className="shrink-0">
              {dayText(source.createdAt)}
            </time>
          </span>
          <StatusLine
            source={source}
            className="mt-0.5 flex items-center gap-1.5 text-xs text-ink-soft"
          />
        </span>
      </button>
      {retry && (
        <IconButton label={sourceTexts.retryOf(title)} tooltip={sourceTexts.retry} onClick={retry}>
          <RotateCcw size={16} />
        </IconButton>
      )}
      <RowMenu
        title={title}
        onView={onView}
        onEditLink={canEditLink(source) ? onEditLink : undefined}
        onRemove={onRemove}
      />
    </div>
  );
}

function RowMenu({
  title,
  onView,
  onEditLink,
  onRemove,
}: {
  title: string;
  onView: () => void;
  onEditLink: (() => void) | undefined;
  onRemove: (() => void) | undefined;
}) {
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <IconButton label={texts.optionsOf(title)} tooltip={texts.options}>
          <Ellipsis size={17} />
        </IconButton>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={texts.optionsOf(title)}
          className={optionListClass('overflow-y-auto')}
        >
          <Popover.Close asChild>
            <button type="button" onClick={onView} className={rowClass()}>
              <Eye size={16} aria-hidden />
              {texts.view}
            </button>
          </Popover.Close>
          {onEditLink && (
            <Popover.Close asChild>
              <button type="button" onClick={onEditLink} className={rowClass()}>
                <Link2 size={16} aria-hidden />
                {texts.editLink}
              </button>
            </Popover.Close>
          )}
          {onRemove && (
            <Popover.Close asChild>
              <button type="button" onClick={onRemove} className={rowClass('text-danger')}>
                <Trash2 size={16} aria-hidden />
                {texts.remove}
              </button>
            </Popover.Close>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
