import { Highlighter, MessageSquareText, NotebookText, PenLine } from 'lucide-react';
import { Link } from 'react-router';
import type { SourceUse } from '#core/contract/library.ts';
import { positionLabel, positionOf, locatorQuery } from '#core/contract/locator.ts';
import type { Source } from '#core/contract/source.ts';
import { messageOf } from '#ui/client/api.ts';
import { Skeleton } from '#ui/kit/empty-state.tsx';
import { useRovingList } from '#ui/kit/use-roving-list.ts';
import { sourceTexts as texts } from './texts.ts';
import { useUses } from './use-library.ts';

const ICONS = {
  clip: Highlighter,
  citation: MessageSquareText,
  highlight: PenLine,
} satisfies Record<SourceUse['what'], unknown>;

/** The threads that contain the source, and each clip, citation and highlight of its text. */
export function SourceUses({ source }: { source: Source }) {
  const { data, error } = useUses(source._id);
  const threadList = useRovingList({ count: data?.threads.length ?? 0 });
  const placeList = useRovingList({ count: data?.places.length ?? 0 });
  const threads = new Map(data?.threads.map((it) => [it._id, it]));
  const linkOf = ({ threadId, nodeId, place }: SourceUse): string => {
    const at = locatorQuery(source._id, place.medium, positionOf(place));
    const thread = threadId && threads.get(threadId);
    if (!thread) return `/library/${source._id}${at}`;
    return `/t/${thread.url}${at}${nodeId ? `&note=${encodeURIComponent(nodeId)}` : ''}`;
  };
  return (
    <section aria-label={texts.uses}>
      <h2 className="mb-2 font-semibold">{texts.uses}</h2>
      {error && (
        <p role="alert" className="text-danger">
          {texts.usesFailed(messageOf(error))}
        </p>
      )}
      {!data && !error && (
        <div className="space-y-2">
          <Skeleton className="h-8" />
          <Skeleton className="h-16" />
        </div>
      )}
      {data && (
        <>
          {data.threads.length === 0 && <p className="text-ink-soft">{texts.noThreads}</p>}
          <ul ref={threadList} aria-label={texts.threads} className="-mx-2">
            {data.threads.map((it) => (
              <li key={it._id}>
                <Link
                  to={`/t/${it.url}?source=${source._id}`}
                  className="flex min-h-target items-center gap-2 rounded-control px-2 hover:bg-hover"
                >
                  <NotebookText size={15} aria-hidden className="shrink-0 text-ink-faint" />
                  <span className="truncate">{it.title}</span>
                </Link>
              </li>
            ))}
          </ul>
          <h3 className="mt-3 mb-1 text-xs font-medium text-ink-soft">{texts.places}</h3>
          {data.places.length === 0 && <p className="text-ink-soft">{texts.noPlaces}</p>}
          <ul ref={placeList} aria-label={texts.places} className="-mx-2">
            {data.places.map((it, at) => {
              const Icon = ICONS[it.what];
              const thread = it.threadId && threads.get(it.threadId);
              return (
                <li key={at}>
                  <Link to={linkOf(it)} className="block rounded-control px-2 py-2 hover:bg-hover">
                    <span className="flex items-center gap-1.5 text-xs text-ink-soft">
                      <Icon size={13} aria-hidden className="shrink-0" />
                      <span className="truncate">
                        {texts.what[it.what]} {thread && texts.inThread(thread.title)}
                      </span>
                      <span className="ml-auto shrink-0 tabular-nums">
                        {positionLabel(it.place.medium, positionOf(it.place))}
                      </span>
                    </span>
                    <q
                      dir="auto"
                      className="mt-0.5 line-clamp-3 font-serif text-[0.9375rem] leading-snug quotes-none"
                    >
                      {it.quote}
                    </q>
                  </Link>
                </li>
              );
            })}
          </ul>
          {data.total > data.places.length && (
            <p className="mt-1 text-xs text-ink-soft">
              {texts.morePlaces(data.total - data.places.length)}
            </p>
          )}
        </>
      )}
    </section>
  );
}
