/** Sources of the library that are not in the thread: those matching the text, or the latest. */
import type { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { kindDescriptor } from '#core/kinds.ts';
import type { KeyboardEvent } from 'react';
import { useSourceSearch } from '#ui/client/queries.ts';
import { Skeleton } from '#ui/kit/empty-state.tsx';
import { useDebounced } from '#ui/kit/use-debounced.ts';
import { addTexts as texts } from './texts/add.ts';
import { SourcePicture } from './source-picture.tsx';
import { bylineOf, titleOf } from './source-state.ts';

const MOST_SHOWN = 8;

interface MatchesProps {
  query: string;
  /** no search while there are links */
  quiet: boolean;
  thread: Thread;
  picked: readonly Source[];
  onPick: (source: Source) => void;
}

export function LibraryMatches({ query, quiet, thread, picked, onPick }: MatchesProps) {
  const asked = useDebounced(query.trim());
  const found = useSourceSearch(asked, !quiet);
  if (quiet) return null;
  const addedIds = new Set([...thread.thread_source_data, ...picked].map((it) => it._id));
  const rows = (found.data?.docs ?? []).filter((it) => !addedIds.has(it._id)).slice(0, MOST_SHOWN);
  if (found.isPending) return <Waiting />;
  if (rows.length === 0)
    return asked && found.isSuccess ? (
      <p role="status" className="mt-4 text-sm text-ink-soft">
        {texts.noMatch}
      </p>
    ) : null;

  const pressed = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-match]')];
    all[all.indexOf(document.activeElement as HTMLElement) + step]?.focus();
  };
  return (
    <section className="mt-5" aria-label={texts.yours}>
      <h3 className="mb-1.5 text-xs font-medium text-ink-faint">
        {asked ? texts.inLibrary : texts.recent}
      </h3>
      <ul className="-mx-2" onKeyDown={pressed}>
        {rows.map((source) => (
          <li key={source._id}>
            <button
              type="button"
              data-match
              onClick={() => onPick(source)}
              className="flex min-h-12 w-full items-center gap-3 rounded-control px-2 text-left hover:bg-hover"
            >
              <SourcePicture source={source} className="h-9 w-12" iconSize={16} />
              <span className="min-w-0 flex-1">
                <span className="block truncate text-sm font-medium" dir="auto">
                  {titleOf(source)}
                </span>
                <span className="block truncate text-xs text-ink-soft">
                  {kindDescriptor(source.sourceType).label}
                  {texts.join}
                  {bylineOf(source)}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const Waiting = () => (
  <div className="mt-5 space-y-3" aria-busy="true">
    <Skeleton className="h-3 w-32" />
    {[0, 1, 2].map((n) => (
      <div key={n} className="flex items-center gap-3">
        <Skeleton className="h-9 w-12" />
        <span className="flex-1 space-y-1.5">
          <Skeleton className="h-3.5 w-3/5" />
          <Skeleton className="h-3 w-2/5" />
        </span>
      </div>
    ))}
    <span className="sr-only">{texts.searching}</span>
  </div>
);
