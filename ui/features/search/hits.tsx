/** Search results as links: passages of sources, and the user's notes, clips and answers. */
import { clsx } from 'clsx';
import { Highlighter, MessageSquareText, NotebookPen, Rss } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { positionLabel, positionOf } from '#core/contract/locator.ts';
import type { OwnField, PersonalSearchHit, SearchHit, SourceMatch } from '#core/contract/search.ts';
import { dayText } from '#ui/kit/format.ts';
import { useRovingList } from '#ui/kit/use-roving-list.ts';
import { TypeIcon } from '#ui/features/sources/index.ts';
import { searchTexts as texts } from './texts.ts';
import type { Ranges } from './excerpt.ts';
import { leavesTheApp, personalHitLink, sourceHitLink, sourceLink } from './hit-link.ts';
import { Marked } from './marked.tsx';

const SHOWN_CHARS = 320;
const ICONS = {
  clip: Highlighter,
  note: NotebookPen,
  answer: MessageSquareText,
  post: Rss,
} satisfies Record<PersonalSearchHit['kind'], unknown>;

export function OwnIcon({ kind, size }: { kind: PersonalSearchHit['kind']; size: number }) {
  const Icon = ICONS[kind];
  return <Icon size={size} strokeWidth={1.8} aria-hidden className="shrink-0 text-ink-faint" />;
}
export const fieldName = (field: OwnField): string => texts.fields[field];
export const ownName = (kind: PersonalSearchHit['kind']): string => texts.kinds[kind];

/** Sources found by their owner's fields, or by operators only. */
export function SourceMatches({ sources }: { sources: readonly SourceMatch[] }) {
  const roving = useRovingList({ count: sources.length });
  return (
    <ul ref={roving} aria-label={texts.matches} className="space-y-1">
      {sources.map((source) => {
        const fields = [...new Set(source.matched.map((it) => fieldName(it.field)))];
        return (
          <li key={source.source_id}>
            <HitLink to={sourceLink(source)}>
              <HitTitle
                icon={
                  <TypeIcon
                    type={source.sourceType}
                    size={15}
                    className="shrink-0 text-ink-faint"
                  />
                }
                title={source.title}
                more={dayText(source.saved_at)}
                labels={[
                  ...fields,
                  ...(source.state === 'ready' ? [] : [texts.states[source.state]]),
                ]}
              />
              {source.matched
                .filter((it) => it.field !== 'title')
                .map((it) => (
                  <HitText
                    key={`${it.field}${it.text}`}
                    text={it.text}
                    ranges={it.highlights}
                    lines
                  />
                ))}
              {source.matched.length === 0 && (
                <p className="mt-1 truncate text-[0.8125rem] text-ink-soft">
                  {[...source.tags.map((tag) => `#${tag}`), source.url].filter(Boolean).join('  ')}
                </p>
              )}
            </HitLink>
          </li>
        );
      })}
    </ul>
  );
}

export function SourceHits({ hits }: { hits: readonly SearchHit[] }) {
  const roving = useRovingList({ count: hits.length });
  return (
    <ul ref={roving} aria-label={texts.passages} className="space-y-1">
      {hits.map((hit, at) => (
        <Hit
          key={`${hit.source_id}${at}`}
          to={sourceHitLink(hit)}
          icon={<TypeIcon type={hit.sourceType} size={15} className="shrink-0 text-ink-faint" />}
          title={hit.title}
          label={positionLabel(hit.place.medium, positionOf(hit.place))}
          text={hit.text}
          ranges={hit.highlights}
        />
      ))}
    </ul>
  );
}

export function OwnHits({ hits }: { hits: readonly PersonalSearchHit[] }) {
  const roving = useRovingList({ count: hits.length });
  return (
    <ul ref={roving} aria-label={texts.ownList} className="space-y-1">
      {hits.map((hit) => (
        <Hit
          key={`${hit.kind}${hit._id}${hit.thread_id}`}
          to={personalHitLink(hit)}
          icon={<OwnIcon kind={hit.kind} size={15} />}
          title={hit.title}
          more={hit.source_title}
          label={
            hit.place
              ? texts.kindAt(
                  ownName(hit.kind),
                  positionLabel(hit.place.medium, positionOf(hit.place)),
                )
              : ownName(hit.kind)
          }
          text={hit.text}
          ranges={hit.highlights}
          lines
        />
      ))}
    </ul>
  );
}

interface HitProps {
  to: string;
  icon: ReactNode;
  title: string;
  /** title of the clip's source */
  more?: string | undefined;
  label: string;
  text: string;
  ranges: Ranges;
  /** its line breaks are meaningful */
  lines?: boolean;
}

function Hit({ to, icon, title, more, label, text, ranges, lines = false }: HitProps) {
  return (
    <li>
      <HitLink to={to}>
        <HitTitle icon={icon} title={title} more={more} labels={[label]} />
        <HitText text={text} ranges={ranges} lines={lines} />
      </HitLink>
    </li>
  );
}

function HitLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      reloadDocument={leavesTheApp(to)}
      data-hit
      className="-mx-3 block rounded-card px-3 py-3 transition-colors duration-(--quick) hover:bg-hover focus-visible:bg-hover sm:-mx-4 sm:px-4"
    >
      {children}
    </Link>
  );
}

function HitTitle({
  icon,
  title,
  more,
  labels,
}: Pick<HitProps, 'icon' | 'title' | 'more'> & { labels: readonly string[] }) {
  return (
    <p className="flex items-center gap-2 text-[0.8125rem] text-ink-soft">
      {icon}
      <span dir="auto" className="truncate font-medium text-ink">
        {title}
      </span>
      {more && (
        <span dir="auto" className="truncate max-sm:hidden">
          {more}
        </span>
      )}
      <span className="ml-auto flex shrink-0 gap-1">
        {labels.map((label) => (
          <span key={label} className="rounded-chip bg-sunken px-1.5 py-0.5 text-xs tabular-nums">
            {label}
          </span>
        ))}
      </span>
    </p>
  );
}

function HitText({ text, ranges, lines }: Pick<HitProps, 'text' | 'ranges' | 'lines'>) {
  return (
    <p
      dir="auto"
      className={clsx(
        'mt-1.5 line-clamp-5 font-serif text-base leading-relaxed text-pretty wrap-anywhere',
        lines && 'whitespace-pre-line',
      )}
    >
      <Marked text={text} ranges={ranges} length={SHOWN_CHARS} />
    </p>
  );
}
