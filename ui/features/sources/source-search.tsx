/** Finds a source of a thread by title, origin, tags or number. */
import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import { useCallback, useDeferredValue, useMemo, useState, type Ref } from 'react';
import type { Source } from '#core/contract/source.ts';
import { matchesWords } from '#ui/kit/matches-words.ts';
import { sourceSearchTexts as texts } from './texts/sources.ts';
import { focusWhenRendered } from './focus-when-rendered.ts';
import { bylineOf, titleOf } from './source-state.ts';

/** Lists with fewer sources have no search. */
export const SEARCH_FROM = 12;

/** The source with the typed number comes first; the others keep their order. */
function searchSources(sources: readonly Source[], query: string): readonly Source[] {
  if (query === '') return sources;
  const numbered = sources[Number(query) - 1];
  const found = sources.filter(
    (it) =>
      it !== numbered &&
      matchesWords([titleOf(it), bylineOf(it), ...(it.tags ?? [])].join(' '), query),
  );
  return numbered ? [numbered, ...found] : found;
}

export interface SourceSearch {
  query: string;
  setQuery: (query: string) => void;
  /** the query that `found` belongs to; may lag behind `query` */
  sought: string;
  found: readonly Source[];
  /** Searches immediately. */
  find: () => readonly Source[];
}

/** `isListed`: leaves out others; the same function while it says the same. */
export function useSourceSearch(
  sources: readonly Source[],
  isListed?: (source: Source) => boolean,
): SourceSearch {
  const [query, setQuery] = useState('');
  const sought = useDeferredValue(query.trim());
  const find = useCallback(
    (text: string) => {
      const found = searchSources(sources, text);
      return isListed ? found.filter(isListed) : found;
    },
    [sources, isListed],
  );
  const found = useMemo(() => find(sought), [find, sought]);
  return { query, setQuery, sought, found, find: () => find(query.trim()) };
}

interface FieldProps {
  search: SourceSearch;
  /** called with the best match on Enter */
  onPick: (id: string) => void;
  ref?: Ref<HTMLInputElement> | undefined;
  className?: string;
}

/**
 * Enter picks the best match. The arrow down goes to the list within the same `data-sources`: to the
 * first match, or to the current source.
 */
export function SourceSearchField({ search, onPick, className, ref }: FieldProps) {
  return (
    <div className={clsx('relative', className)}>
      <Search
        size={15}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-faint"
      />
      <input
        ref={ref}
        type="search"
        aria-label={texts.field}
        placeholder={texts.placeholder}
        value={search.query}
        onChange={(event) => search.setQuery(event.target.value)}
        onKeyDown={(event) => {
          const [best] = event.key === 'Enter' && search.query.trim() !== '' ? search.find() : [];
          if (best) onPick(best._id);
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          focusWhenRendered(
            event.currentTarget.closest('[data-sources]'),
            ...(search.query ? [] : ['[data-main][aria-current="true"]']),
            '[data-main]',
          );
        }}
        className="block min-h-target w-full rounded-control border border-line-field bg-surface pr-2.5 pl-8 text-sm placeholder:text-ink-faint"
      />
    </div>
  );
}

export function NoSourceFound({ query }: { query: string }) {
  return <p className="px-2.5 py-3 text-sm text-ink-soft">{texts.nothing(query.trim())}</p>;
}
