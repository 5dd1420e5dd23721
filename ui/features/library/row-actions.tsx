import { Archive, Clock, Ellipsis, ExternalLink, Inbox, RotateCcw } from 'lucide-react';
import type { LibraryView } from '#core/contract/library.ts';
import type { Source } from '#core/contract/source.ts';
import { originalOf, titleOf } from '#ui/features/sources/index.ts';
import { IconButton } from '#ui/kit/button.tsx';
import { Menu, MenuItem } from '#ui/kit/menu.tsx';
import { viewOf } from './move-source.ts';
import { libraryTexts, viewTexts as texts } from './texts.ts';

const ICONS = { inbox: Inbox, later: Clock, archive: Archive } as const;
const VIEWS = ['later', 'archive'] as const;

/** Pressing the view where it is brings it back to the inbox. */
const targetOf = (source: Source, view: LibraryView): LibraryView =>
  viewOf(source) === view ? 'inbox' : view;

interface RowActionsProps {
  source: Source;
  onMove: (view: LibraryView) => void;
  /** reads it again, where it could not be read */
  onRetry: (() => void) | undefined;
}

/** With a mouse, they take the place of the date while the row is pointed at or focused. */
export function WideRowActions({ source, onMove }: RowActionsProps) {
  const title = titleOf(source);
  const original = originalOf(source);
  return (
    <>
      {VIEWS.map((view) => {
        const to = targetOf(source, view);
        const Icon = ICONS[to];
        return (
          <IconButton
            key={view}
            label={texts.toOf[to](title)}
            tooltip={texts.to[to]}
            onClick={() => onMove(to)}
          >
            <Icon size={16} aria-hidden />
          </IconButton>
        );
      })}
      {original && (
        <a
          href={original}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={libraryTexts.originalOf(title)}
          data-tooltip={libraryTexts.original}
          className="grid size-target shrink-0 place-items-center rounded-control text-ink-soft hover:bg-hover hover:text-ink"
        >
          <ExternalLink size={16} aria-hidden />
        </a>
      )}
    </>
  );
}

/** The same in a menu, for a finger. */
export function NarrowRowActions({ source, onMove, onRetry }: RowActionsProps) {
  const title = titleOf(source);
  const original = originalOf(source);
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={texts.options(title)} tooltip={texts.optionsShort}>
          <Ellipsis size={17} aria-hidden />
        </IconButton>
      }
    >
      {VIEWS.map((view) => {
        const to = targetOf(source, view);
        const Icon = ICONS[to];
        return (
          <MenuItem key={view} onSelect={() => onMove(to)}>
            <Icon size={16} aria-hidden className="text-ink-faint" />
            {texts.to[to]}
          </MenuItem>
        );
      })}
      {original && (
        <MenuItem onSelect={() => window.open(original, '_blank', 'noopener,noreferrer')}>
          <ExternalLink size={16} aria-hidden className="text-ink-faint" />
          {libraryTexts.original}
        </MenuItem>
      )}
      {onRetry && (
        <MenuItem onSelect={onRetry}>
          <RotateCcw size={16} aria-hidden className="text-ink-faint" />
          {libraryTexts.retry}
        </MenuItem>
      )}
    </Menu>
  );
}
