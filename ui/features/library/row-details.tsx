/** What a row of the library says of its source besides the title. */
import { Bookmark, CalendarClock, Star } from 'lucide-react';
import { positionLabel } from '#core/contract/locator.ts';
import type { Source } from '#core/contract/source.ts';
import { stateOf, StatusLine } from '#ui/features/sources/index.ts';
import { intervalText } from '#ui/kit/texts/interval.ts';
import { libraryTexts as texts, sourceTexts, viewTexts } from './texts.ts';

const MOST_CHIPS = 3;

/** Folders and tags; the first of them where there are many. */
export function RowTags({
  source: { folders = [], tags = [] },
  most = MOST_CHIPS,
}: {
  source: Source;
  most?: number;
}) {
  const marks = [...folders, ...tags.map((tag) => `#${tag}`)];
  return marks.slice(0, most).map((mark) => (
    <span
      key={mark}
      dir="auto"
      className="max-w-32 shrink-0 truncate rounded-chip bg-sunken px-1.5 py-0.5 text-xs text-ink-soft"
    >
      {mark}
    </span>
  ));
}

/** Its flags, and how often it is refreshed. */
export function RowMarks({ source: { flags = [], refreshEvery } }: { source: Source }) {
  const shown = flags.filter((it) => it !== 'favorite');
  return (
    <>
      {flags.includes('favorite') && (
        <span title={texts.flags.favorite}>
          <Star size={13} aria-hidden className="fill-current text-warn" />
          <span className="sr-only">{texts.flags.favorite}</span>
        </span>
      )}
      {shown.map((flag) => (
        <span key={flag} className="text-xs whitespace-nowrap text-ink-faint">
          {texts.flags[flag]}
        </span>
      ))}
      {refreshEvery && (
        <span title={intervalText(refreshEvery)} className="text-ink-faint">
          <CalendarClock size={13} aria-hidden />
          <span className="sr-only">{intervalText(refreshEvery)}</span>
        </span>
      )}
    </>
  );
}

/** What is done with it or wrong with it; nothing of one that is ready. */
export function RowStatus({ source }: { source: Source }) {
  const { kind } = stateOf(source);
  if (kind === 'ready') return null;
  return (
    <span
      title={source.error?.message}
      className="flex min-w-0 items-center gap-1.5 text-xs text-ink-soft"
    >
      {source.state === 'bookmark' ? (
        <span className="flex shrink-0 items-center gap-1.5">
          <Bookmark size={13} aria-hidden />
          {texts.bookmark}
        </span>
      ) : (
        <StatusLine source={source} className="flex min-w-0 shrink-0 items-center gap-1.5" />
      )}
      {source.error && kind === 'issue' && (
        <span className="truncate text-ink-faint">{source.error.message}</span>
      )}
    </span>
  );
}

/** How long a video or a PDF is. */
export const lengthOf = ({ medium, duration, pages }: Source): string | undefined =>
  medium === 'timed' && duration
    ? positionLabel('timed', duration)
    : pages === undefined
      ? undefined
      : sourceTexts.pages(pages);

/** How far its owner has read it. */
export function RowProgress({ source: { reading } }: { source: Source }) {
  if (reading?.share === undefined) return null;
  return (
    <span
      title={viewTexts.read(reading.share)}
      className="h-1 w-12 shrink-0 overflow-hidden rounded-full bg-pressed"
    >
      <span className="sr-only">{viewTexts.read(reading.share)}</span>
      <span
        aria-hidden
        className="block h-full rounded-full bg-accent"
        style={{ width: `${Math.max(4, reading.share * 100)}%` }}
      />
    </span>
  );
}
