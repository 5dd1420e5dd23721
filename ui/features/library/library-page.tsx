import { LibraryBig, Rss, SearchIcon, SlidersHorizontal, Trash2 } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Link } from 'react-router';
import { LibraryView, type LibrarySort } from '#core/contract/library.ts';
import { messageOf } from '#ui/client/api.ts';
import { ImportButton, ImportList } from '#ui/features/imports/index.ts';
import { followTexts } from '#ui/features/follows/index.ts';
import { TypeFilter, filterTexts } from '#ui/features/filters/index.ts';
import { PageHeading } from '#ui/kit/page-heading.tsx';
import { EmptyState, Skeleton } from '#ui/kit/empty-state.tsx';
import { Button, buttonClass } from '#ui/kit/button.tsx';
import { Checkbox } from '#ui/kit/checkbox.tsx';
import { SlowSkeleton } from '#ui/kit/slow-skeleton.tsx';
import { Segments } from '#ui/kit/segments.tsx';
import { libraryTexts as texts, trashTexts, viewTexts } from './texts.ts';
import { filterOf, filtersSet, isNarrowed, type Shown } from './library-address.ts';
import { LibraryFilters } from './library-filters.tsx';
import { ManyBar } from './many-bar.tsx';
import { allOf, NONE, pruneSelection, type Selection } from './selection.ts';
import { SourceList } from './source-list.tsx';
import { useLibraryAddress } from './use-library-address.ts';
import { useLibraryIds } from './use-library.ts';
import { useScrollMemory } from './use-scroll-memory.ts';

const SORTS = (['newest', 'oldest', 'title', 'checked'] as const).map((value) => ({
  value,
  label: texts.sorts[value],
}));

const VIEWS = (['', ...LibraryView.options] as const).map((value) => ({
  value,
  label: viewTexts.names[value],
}));

export function LibraryPage() {
  const { shown, text, setText, change } = useLibraryAddress();
  const [open, setOpen] = useState(filtersSet(shown) > 0);
  const [selection, select] = useState<Selection>(NONE);
  const [asks, setAsks] = useState(false);
  const { data: ids, error, isPlaceholderData, refetch } = useLibraryIds(filterOf(shown));
  const chosen = ids ? pruneSelection(selection, ids) : NONE;
  const filtersId = useId();
  const narrowed = isNarrowed(shown);
  useScrollMemory(ids !== undefined);
  useEffect(() => {
    document.title = texts.page;
  }, []);

  const count = filtersSet(shown);
  return (
    <>
      <PageHeading title={texts.title}>
        <Link to="/library/follows" className={buttonClass('quiet')}>
          <Rss size={16} aria-hidden />
          <span className="max-sm:sr-only">{followTexts.link}</span>
        </Link>
        <Link to="/library/trash" className={buttonClass('quiet')}>
          <Trash2 size={16} aria-hidden />
          <span className="max-sm:sr-only">{trashTexts.link}</span>
        </Link>
        <ImportButton />
      </PageHeading>
      <ImportList />
      <div className="mb-3">
        <Segments
          label={viewTexts.label}
          options={VIEWS}
          value={shown.view}
          onChange={(view) => change({ view: view as Shown['view'] })}
        />
      </div>
      <div role="search" className="mb-4">
        <div className="flex flex-wrap items-center gap-2 sm:gap-3">
          <FindField text={text} onChange={setText} />
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
      {!ids && !error && (
        <SlowSkeleton>
          <Waiting />
        </SlowSkeleton>
      )}
      {ids?.length === 0 &&
        (narrowed ? (
          <NoMatch shown={shown} />
        ) : (
          <EmptyState
            icon={<LibraryBig size={22} strokeWidth={1.6} aria-hidden />}
            title={texts.emptyTitle}
            text={texts.emptyText}
          />
        ))}
      {ids && ids.length > 0 && (
        <div aria-busy={isPlaceholderData}>
          <ListHead
            ids={ids}
            chosen={chosen}
            onSelect={select}
            isNarrowed={narrowed}
            sort={shown.sort}
            onSort={(sort) => change({ sort })}
          />
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

/** A view that is empty says what would be in it, unless something else narrows it too. */
function NoMatch({ shown }: { shown: Shown }) {
  const { view } = shown;
  return view === '' || isNarrowed({ ...shown, view: '' }) ? (
    <EmptyState title={texts.noMatch} text={texts.noMatchText} />
  ) : (
    <EmptyState title={viewTexts.empty[view]} text={viewTexts.emptyText[view]} />
  );
}

function FindField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  return (
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
        onChange={(event) => onChange(event.target.value)}
        className="h-10 min-h-target w-full rounded-control border border-line-field bg-surface pr-3 pl-9 text-sm placeholder:text-ink-faint"
      />
    </div>
  );
}

function ListHead({
  ids,
  chosen,
  onSelect,
  isNarrowed,
  sort,
  onSort,
}: {
  ids: readonly string[];
  chosen: Selection;
  onSelect: (selection: Selection) => void;
  isNarrowed: boolean;
  sort: LibrarySort;
  onSort: (sort: LibrarySort) => void;
}) {
  const isAll = chosen.ids.size === ids.length;
  return (
    <div className="sticky top-14 z-20 flex h-12 items-center gap-2 rounded-t-card border border-line bg-surface pr-2 pl-1 sm:gap-3 sm:pl-1.5">
      <Checkbox
        label={isAll ? texts.unselectAll : texts.selectAll}
        checked={isAll}
        some={chosen.ids.size > 0 && !isAll}
        onPress={() => onSelect(isAll ? NONE : allOf(ids))}
      />
      <p
        role="status"
        className="min-w-0 flex-1 truncate text-[0.8125rem] text-ink-soft tabular-nums"
      >
        {isNarrowed ? texts.matching(ids.length) : texts.count(ids.length)}
      </p>
      <Order value={sort} onChange={onSort} />
    </div>
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

/** A placeholder with the final size of the list. */
function Waiting() {
  return (
    <div
      aria-busy="true"
      className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
    >
      <div className="h-12" />
      {[0, 1, 2, 3, 4, 5].map((n) => (
        <div key={n} className="flex h-15 items-center gap-3.5 px-3.5 sm:h-11">
          <Skeleton className="size-5" />
          <Skeleton className="size-4.5" />
          <Skeleton className="h-3.5 w-3/5" />
        </div>
      ))}
    </div>
  );
}
