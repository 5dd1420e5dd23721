import { clsx } from 'clsx';
import { Ellipsis, Eye, Link2, ListChecks, RotateCcw, Tag, Trash2 } from 'lucide-react';
import { Popover } from 'radix-ui';
import { Link } from 'react-router';
import type { Source } from '#core/contract/source.ts';
import { canEditLink } from '#ui/client/retry-source.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { optionListClass, rowClass } from '#ui/kit/floating-list.ts';
import { dayText, listText } from '#ui/kit/format.ts';
import { panelTexts as texts } from './texts/panel.ts';
import { sourceTexts } from './texts/sources.ts';
import { AssistantCheckbox } from './assistant-checkbox.tsx';
import type { AssistantSources } from './assistant-sources.ts';
import { SourceIcon } from './source-picture.tsx';
import { SourceRow } from './source-row.tsx';
import { bylineOf, canBeAsked, canRetry, titleOf } from './source-state.ts';
import { StatusLine } from './status-mark.tsx';

interface PanelRowProps {
  source: Source;
  selection: AssistantSources;
  number: number;
  /** digits of the last row's number, so that all numbers align */
  digits: number;
  current: boolean;
  /** the viewer's own */
  own: boolean;
  onView: () => void;
  onRetry: (() => void) | undefined;
  onEditLink: (() => void) | undefined;
  onRemove: (() => void) | undefined;
}

export function PanelRow({
  source,
  selection,
  number,
  digits,
  current,
  own,
  onView,
  onRetry,
  onEditLink,
  onRemove,
}: PanelRowProps) {
  const title = titleOf(source);
  const isUsable = canBeAsked(source);
  const retry = onRetry && canRetry(source) ? onRetry : undefined;
  return (
    <SourceRow
      source={source}
      isCurrent={current}
      tooltip={title}
      onPick={onView}
      pictureClass="size-9 rounded-control! @sm:h-12 @sm:w-16"
      iconSize={18}
      titleClass="line-clamp-2 leading-snug font-medium @max-xs:text-[0.8125rem]"
      className="mb-0.5 gap-2 rounded-card! p-1.5 @max-sm:min-h-17 @sm:items-center"
      before={
        <span
          className="pointer-events-none shrink-0 text-xs text-ink-faint tabular-nums @max-sm:absolute @max-sm:top-11 @max-sm:left-1.5 @max-sm:w-9! @max-sm:text-center @sm:text-right"
          style={{ width: `${Math.max(2, digits)}.5ch` }}
        >
          {number}
        </span>
      }
      after={
        <>
          {retry && (
            <IconButton
              label={sourceTexts.retryOf(title)}
              tooltip={sourceTexts.retry}
              onClick={retry}
            >
              <RotateCcw size={16} />
            </IconButton>
          )}
          {(isUsable || !retry) && (
            <AssistantCheckbox
              source={source}
              selection={selection}
              label={texts.use}
              description={title}
            />
          )}
          <RowMenu
            title={title}
            onView={onView}
            onUseOnly={isUsable ? () => selection.useOnly(source._id) : undefined}
            details={own ? `/library/${source._id}` : undefined}
            onEditLink={canEditLink(source) ? onEditLink : undefined}
            onRemove={onRemove}
          />
        </>
      }
    >
      <Details source={source} isCurrent={current} />
    </SourceRow>
  );
}

function Details({ source, isCurrent }: { source: Source; isCurrent: boolean }) {
  return (
    <>
      <span className="mt-0.5 flex min-w-0 items-center gap-1.5 text-xs text-ink-soft">
        {isCurrent && (
          <span className="shrink-0 rounded-full bg-accent px-2 text-[0.6875rem] leading-4 font-medium text-on-accent">
            {texts.current}
          </span>
        )}
        <span className={clsx('flex min-w-0 items-center gap-1.5', isCurrent && '@max-sm:sr-only')}>
          <SourceIcon source={source} size={13} />
          <span className="truncate">{bylineOf(source)}</span>
          <span aria-hidden>{texts.join}</span>
        </span>
        <time dateTime={source.createdAt} className="shrink-0">
          {dayText(source.createdAt)}
        </time>
      </span>
      <StatusLine
        source={source}
        className="mt-0.5 flex items-center gap-1.5 text-xs text-ink-soft"
      />
      {source.tags && source.tags.length > 0 && (
        <span className="mt-0.5 flex items-center gap-1.5 text-xs text-ink-soft">
          <Tag size={12} aria-hidden className="shrink-0" />
          <span dir="auto" className="truncate">
            {listText(source.tags)}
          </span>
        </span>
      )}
    </>
  );
}

function RowMenu({
  title,
  onView,
  onUseOnly,
  details,
  onEditLink,
  onRemove,
}: {
  title: string;
  onView: () => void;
  onUseOnly: (() => void) | undefined;
  /** address of its page in the library */
  details: string | undefined;
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
          {onUseOnly && (
            <Popover.Close asChild>
              <button type="button" onClick={onUseOnly} className={rowClass()}>
                <ListChecks size={16} aria-hidden />
                {texts.useOnly}
              </button>
            </Popover.Close>
          )}
          {details && (
            <Link to={details} className={rowClass()}>
              <Tag size={16} aria-hidden />
              {texts.details}
            </Link>
          )}
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
