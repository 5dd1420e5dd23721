import { LibraryBig, SearchIcon, SlidersHorizontal } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { LibrarySort } from '#core/contract/library.ts';
import { messageOf } from '#ui/client/api.ts';
import { ImportButton, ImportList } from '#ui/features/imports/index.ts';
import { TypeFilter } from '#ui/features/filters/index.ts';
import { EmptyState, Skeleton } from '#ui/kit/empty-state.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Check } from '#ui/kit/check.tsx';
import { useDebounced } from '#ui/kit/use-debounced.ts';
import { filterTexts } from '#ui/texts/filters.ts';
import { libraryTexts as texts } from '#ui/texts/library.ts';
import { filtersSet, isNarrowed, readShown, writeShown, type Shown } from './library-address.ts';
import { LibraryFilters } from './library-filters.tsx';
import { ManyBar } from './many-bar.tsx';
import { allOf, NONE, within, type Selection } from './selection.ts';
import { SourceList } from './source-list.tsx';
import { useLibraryIds } from './use-library.ts';

const SORTS = (['newest', 'oldest', 'title', 'checked'] as const).map((value) => ({
  value,
  label: texts.sorts[value],
}));
/** Where each visit of the list had been scrolled to. */
const places = new Map<string, number>();

export function LibraryPage() {
  const [params, setParams] = useSearchParams();
  const { key } = useLocation();
  const shown = readShown(params);
  const [text, setText] = useState(shown.query);
  const query = useDebounced(text.trim());
  // Followed when it is changed from elsewhere; what is typed here comes back in it.
  const [address, setAddress] = useState(shown.query);
  if (address !== shown.query) {
    setAddress(shown.query);
    if (shown.query !== query) setText(shown.query);
  }
  const change = (part: Partial<Shown>) =>
    setParams((was) => writeShown({ ...readShown(was), ...part }), { replace: true });
  useEffect(() => {
    setParams((was) => writeShown({ ...readShown(was), query }), { replace: true });
  }, [query, setParams]);

  const [open, setOpen] = useState(filtersSet(shown) > 0);
  const [selection, select] = useState<Selection>(NONE);
  const [asks, setAsks] = useState(false);
  const { data: ids, error, isPlaceholderData, refetch } = useLibraryIds({ ...shown, query });
  const chosen = ids ? within(selection, ids) : NONE;
  const filtersId = useId();
  const narrowed = isNarrowed({ ...shown, query });
  const here = ids !== undefined;
  useEffect(() => {
    document.title = texts.page;
  }, []);
  useLayoutEffect(() => {
    if (here) scrollTo(0, places.get(key) ?? 0);
  }, [key, here]);
  useEffect(() => {
    const keep = () => {
      places.set(key, scrollY);
    };
    addEventListener('scroll', keep, { passive: true });
    return () => removeEventListener('scroll', keep);
  }, [key]);

  const count = filtersSet(shown);
  return (
    <>
      <div className="mb-6 flex items-center gap-3">
        <h1 className="flex-1 text-[1.625rem] leading-tight font-semibold tracking-tight">
          {texts.title}
        </h1>
        <ImportButton />
      </div>
      <ImportList />
      <div role="search" className="mb-4">
        <div className="flex flex-wrap items-center gap-2 sm:gap-3">
          <div className="relative min-w-56 flex-1">
            <SearchIcon
              size={16}
              aria-hidden
              className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-faint"
            />
            <input
              type="search"
              aria-label={texts.find}
              placeholder={texts.findPlaceholder}
              value={text}
              onChange={(event) => setText(event.target.value)}
              className="h-10 min-h-target w-full rounded-control border border-line-field bg-surface pr-3 pl-9 text-sm placeholder:text-ink-faint"
            />
          </div>
          <TypeFilter value={shown.type} onChange={(type) => change({ type })} />
          <Button
            look="quiet"
            aria-expanded={open}
            aria-controls={filtersId}
            onClick={() => setOpen(!open)}
            className={count > 0 ? 'text-accent!' : ''}
          >
            <SlidersHorizontal size={16} aria-hidden />
            <span className="max-sm:sr-only">{filterTexts.filters}</span>
            {count > 0 && <span className="tabular-nums">{filterTexts.filtersSet(count)}</span>}
          </Button>
        </div>
        {open && <LibraryFilters id={filtersId} shown={shown} onChange={change} />}
      </div>
      {error && !ids && (
        <EmptyState title={texts.failedTitle} text={messageOf(error)}>
          <Button onClick={() => void refetch()}>{texts.retry}</Button>
        </EmptyState>
      )}
      {!ids && !error && <Waiting />}
      {ids?.length === 0 &&
        (narrowed ? (
          <EmptyState title={texts.noMatch} text={texts.noMatchText} />
        ) : (
          <EmptyState
            icon={<LibraryBig size={22} strokeWidth={1.6} aria-hidden />}
            title={texts.emptyTitle}
            text={texts.emptyText}
          />
        ))}
      {ids && ids.length > 0 && (
        <div aria-busy={isPlaceholderData}>
          <div className="sticky top-14 z-20 flex h-12 items-center gap-2 rounded-t-card border border-line bg-surface pr-2 pl-1 sm:gap-3 sm:pl-1.5">
            <Check
              label={chosen.ids.size === ids.length ? texts.unselectAll : texts.selectAll}
              checked={chosen.ids.size === ids.length}
              some={chosen.ids.size > 0 && chosen.ids.size < ids.length}
              onPress={() => select(chosen.ids.size === ids.length ? NONE : allOf(ids))}
            />
            <p
              role="status"
              className="min-w-0 flex-1 truncate text-[0.8125rem] text-ink-soft tabular-nums"
            >
              {narrowed ? texts.matching(ids.length) : texts.count(ids.length)}
            </p>
            <Order value={shown.sort} onChange={(sort) => change({ sort })} />
          </div>
          <SourceList
            ids={ids}
            selection={chosen}
            onSelect={select}
            onDelete={() => setAsks(true)}
          />
        </div>
      )}
      <ManyBar ids={ids ?? []} selection={chosen} onSelect={select} asks={asks} onAsks={setAsks} />
    </>
  );
}

function Order({ value, onChange }: { value: LibrarySort; onChange: (sort: LibrarySort) => void }) {
  return (
    <select
      aria-label={texts.sort}
      value={value}
      onChange={(event) =>
        onChange(SORTS.find((it) => it.value === event.target.value)?.value ?? 'newest')
      }
      className="min-h-target cursor-pointer rounded-control bg-transparent px-2 text-[0.8125rem] font-medium text-ink-soft hover:bg-hover hover:text-ink [&>option]:bg-raised [&>option]:text-ink"
    >
      {SORTS.map((it) => (
        <option key={it.value} value={it.value}>
          {it.label}
        </option>
      ))}
    </select>
  );
}

/** The list of its final size, before it is here. */
function Waiting() {
  return (
    <div
      aria-busy="true"
      className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
    >
      <div className="h-12" />
      {[0, 1, 2, 3, 4, 5].map((n) => (
        <div key={n} className="flex h-22 items-center gap-3.5 px-3.5 sm:h-19">
          <Skeleton className="size-5" />
          <Skeleton className="h-11 w-15 rounded-control!" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-3.5 w-3/5" />
            <Skeleton className="h-3 w-2/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
