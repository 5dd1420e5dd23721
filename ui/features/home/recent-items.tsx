import { Highlighter, MessageSquareText } from 'lucide-react';
import { Link } from 'react-router';
import type { RecentItem } from '#core/contract/home.ts';
import { personalHitLink } from '#ui/features/search/index.ts';
import { timeAgo } from '#ui/kit/time-ago.ts';
import { momentText } from '#ui/kit/format.ts';
import { useRovingList } from '#ui/kit/use-roving-list.ts';
import { homeTexts as texts } from './texts.ts';

const ICONS = { clip: Highlighter, answer: MessageSquareText } as const;

/** The latest clips of the notes, and the latest answers. */
export function RecentItems({ items }: { items: readonly RecentItem[] }) {
  const roving = useRovingList({ count: items.length });
  return (
    <section>
      <h2 className="mb-3 text-lg leading-tight font-semibold tracking-tight">{texts.recent}</h2>
      {items.length === 0 ? (
        <p className="rounded-card border border-dashed border-line-strong px-4 py-5 text-sm text-ink-soft">
          {texts.noneRecent}
        </p>
      ) : (
        <ul
          ref={roving}
          aria-label={texts.recent}
          className="grid gap-x-6 gap-y-1 sm:grid-cols-2 max-sm:[&>li:nth-child(n+5)]:hidden"
        >
          {items.map((it) => (
            <Item key={`${it.kind}${it._id}${it.thread_id}`} item={it} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Item({ item }: { item: RecentItem }) {
  const { kind, question, text, thread_title, source_title, createdAt } = item;
  const Icon = ICONS[kind];
  return (
    <li className="min-w-0">
      <Link
        to={personalHitLink(item)}
        className="-mx-3 flex gap-3 rounded-card px-3 py-2.5 transition-colors duration-(--quick) hover:bg-hover focus-visible:bg-hover"
      >
        <span
          className={`mt-0.5 grid size-7 shrink-0 place-items-center rounded-control ${kind === 'clip' ? 'bg-mark-soft text-ink' : 'bg-accent-soft text-accent'}`}
        >
          <Icon size={15} strokeWidth={1.8} aria-hidden />
          <span className="sr-only">{texts.kinds[kind]}</span>
        </span>
        <span className="min-w-0 flex-1">
          {question !== undefined && (
            <span dir="auto" className="block truncate text-sm font-medium">
              {question}
            </span>
          )}
          <span
            dir="auto"
            className={`line-clamp-2 font-serif text-[0.9375rem] leading-snug wrap-anywhere ${question === undefined ? 'whitespace-pre-line' : 'text-ink-soft'}`}
          >
            {text}
          </span>
          <span className="mt-1 flex min-w-0 gap-1.5 text-xs text-ink-faint">
            <span dir="auto" className="truncate">
              {source_title ?? thread_title}
            </span>
            <time
              dateTime={createdAt}
              title={momentText(createdAt)}
              className="ml-auto shrink-0 tabular-nums"
            >
              {timeAgo(createdAt)}
            </time>
          </span>
        </span>
      </Link>
    </li>
  );
}
