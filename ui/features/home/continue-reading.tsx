import { Link } from 'react-router';
import type { OpenedSource } from '#core/contract/home.ts';
import { locatorQuery, positionLabel } from '#core/contract/locator.ts';
import { bylineOf, SourcePicture, titleOf } from '#ui/features/sources/index.ts';
import { useRovingList } from '#ui/kit/use-roving-list.ts';
import { homeTexts as texts } from './texts.ts';

/** Four side by side on a wide screen; the row scrolls where there are more. */
export const OPENED_ROW =
  '-mx-4 grid snap-x scroll-px-4 auto-cols-[min(17rem,80vw)] grid-flow-col gap-3 overflow-x-auto px-4 pb-2 ' +
  'sm:-mx-6 sm:scroll-px-6 sm:px-6 lg:mx-0 lg:auto-cols-[calc((100%-2.25rem)/4)] lg:scroll-px-0 lg:px-0';

/** The sources that were opened last, each with where one was. */
export function ContinueReading({ opened }: { opened: readonly OpenedSource[] }) {
  const roving = useRovingList({ count: opened.length });
  if (opened.length === 0) return null;
  return (
    <section>
      <h2 className="mb-3 text-lg leading-tight font-semibold tracking-tight">{texts.reading}</h2>
      <ul ref={roving} aria-label={texts.reading} className={OPENED_ROW}>
        {opened.map((it) => (
          <OpenedCard key={it.source._id} {...it} />
        ))}
      </ul>
    </section>
  );
}

/** Videos and PDFs restore their own position; the link to a web page names its paragraph. */
const linkOf = ({ source, thread_url, reading: { position } }: OpenedSource): string =>
  source.medium === 'flow' && position !== undefined && position > 1
    ? `/t/${thread_url}${locatorQuery(source._id, source.medium, position)}`
    : `/t/${thread_url}?source=${source._id}`;

function placeOf({ source, reading: { position, share } }: OpenedSource): string {
  const place =
    position === undefined || source.medium === 'flow'
      ? undefined
      : positionLabel(source.medium, position);
  return [place, share === undefined ? undefined : texts.progress(share)]
    .filter(Boolean)
    .join(texts.join);
}

function OpenedCard(opened: OpenedSource) {
  const { source, thread_title, reading } = opened;
  return (
    <li className="relative flex snap-start gap-3 overflow-hidden rounded-card border border-line bg-surface p-2.5 pr-3 shadow-low transition-[border-color,box-shadow] duration-(--calm) hover:border-line-strong hover:shadow-mid has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-[-2px] has-[a:focus-visible]:outline-(--focus)">
      <SourcePicture source={source} className="size-18 rounded-control!" iconSize={24} />
      <div className="flex min-w-0 flex-1 flex-col py-0.5">
        <h3 dir="auto" className="line-clamp-2 text-sm leading-snug font-medium wrap-anywhere">
          <Link to={linkOf(opened)} className="outline-none after:absolute after:inset-0">
            {titleOf(source)}
          </Link>
        </h3>
        <p className="mt-auto truncate pt-1 text-xs text-ink-soft tabular-nums first-letter:uppercase">
          {placeOf(opened) || bylineOf(source)}
        </p>
        <p dir="auto" className="truncate text-xs text-ink-faint">
          {thread_title}
        </p>
      </div>
      {reading.share !== undefined && (
        <span
          aria-hidden
          className="absolute bottom-0 left-0 h-0.75 bg-accent"
          style={{ width: `${Math.max(2, reading.share * 100)}%` }}
        />
      )}
    </li>
  );
}
