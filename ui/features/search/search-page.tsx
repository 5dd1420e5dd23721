import { Info, SearchIcon, SlidersHorizontal, TextSearch } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { SearchResult } from '#core/contract/search.ts';
import { messageOf } from '#ui/client/api.ts';
import { useSearch } from '#ui/client/queries.ts';
import { EmptyState, Skeleton } from '#ui/kit/empty-state.tsx';
import { Button } from '#ui/kit/button.tsx';
import { useDebounced } from '#ui/kit/use-debounced.ts';
import { Segments } from '#ui/kit/segments.tsx';
import { filterTexts } from '#ui/features/filters/index.ts';
import { searchTexts as texts } from './texts.ts';
import { Filters } from './filters.tsx';
import { OwnHits, SourceHits } from './hits.tsx';
import { filtersSet, readSearch, writeSearch, type Search } from './search-address.ts';

const WHERE = [
  { value: '', label: texts.everything },
  { value: 'sources', label: texts.sources },
  { value: 'clips,notes', label: texts.notes },
  { value: 'answers', label: texts.answers },
  { value: 'posts', label: texts.posts },
];
const LIMIT = 50;
/** of one's own, above the passages of sources, before all are asked for */
const FEW_OWN = 3;

export function SearchPage() {
  const [params, setParams] = useSearchParams();
  const search = readSearch(params);
  const [text, setText] = useState(search.q);
  const q = useDebounced(text.trim(), 250);
  // Followed when it is changed from elsewhere; what is typed here comes back in it.
  const [address, setAddress] = useState(search.q);
  if (address !== search.q) {
    setAddress(search.q);
    if (search.q !== q) setText(search.q);
  }
  const [open, setOpen] = useState(filtersSet(search) > 0);
  const found = useSearch({ ...search, q, limit: LIMIT });
  const filtersId = useId();
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    document.title = texts.page(q);
  }, [q]);
  const change = (part: Partial<Search>) =>
    setParams((was) => writeSearch({ ...readSearch(was), ...part }), { replace: true });
  useEffect(() => {
    setParams((was) => writeSearch({ ...readSearch(was), q }), { replace: true });
  }, [q, setParams]);

  const links = () => [...(page.current?.querySelectorAll<HTMLAnchorElement>('a[data-hit]') ?? [])];
  /** Arrows go through the hits and back to the field; Enter in the field opens the best. */
  const pressed = (event: KeyboardEvent<HTMLDivElement>) => {
    const field = event.target instanceof HTMLInputElement && event.target.type === 'search';
    const at = links().findIndex((it) => it === event.target);
    if (!field && at < 0) return;
    if (event.key === 'Enter' && field && !event.nativeEvent.isComposing && text.trim() === q)
      links()[0]?.click();
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const to = at + step;
    if (to < 0) page.current?.querySelector<HTMLInputElement>('input[type=search]')?.focus();
    else links()[to]?.focus();
  };

  const count = filtersSet(search);
  return (
    <div ref={page} onKeyDown={pressed} className="mx-auto max-w-3xl">
      <h1 className="text-[1.625rem] leading-tight font-semibold tracking-tight">{texts.title}</h1>
      <div role="search" className="mt-5">
        <div className="relative">
          <SearchIcon
            size={19}
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-ink-faint"
          />
          <input
            type="search"
            aria-label={texts.field}
            placeholder={texts.placeholder}
            autoFocus
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="h-13 w-full rounded-card border border-line-field bg-surface pr-4 pl-11.5 text-base shadow-low placeholder:text-ink-faint"
          />
        </div>
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <div className="max-w-full overflow-x-auto">
            <Segments
              label={texts.where}
              options={WHERE}
              value={search.in}
              onChange={(value) => change({ in: value as Search['in'] })}
            />
          </div>
          <Button
            look="quiet"
            aria-expanded={open}
            aria-controls={filtersId}
            onClick={() => setOpen(!open)}
            className={count > 0 ? 'text-accent!' : ''}
          >
            <SlidersHorizontal size={16} aria-hidden />
            {filterTexts.filters}
            {count > 0 && <span className="tabular-nums">{filterTexts.filtersSet(count)}</span>}
          </Button>
          <p role="status" className="ml-auto text-[0.8125rem] text-ink-faint tabular-nums">
            {q && found.data && !found.isPlaceholderData && counted(found.data)}
          </p>
        </div>
        {open && <Filters id={filtersId} search={search} onChange={change} />}
      </div>
      <div className="mt-5" aria-busy={found.isFetching}>
        {!q && (
          <EmptyState
            icon={<TextSearch size={22} strokeWidth={1.6} aria-hidden />}
            title={texts.emptyTitle}
            text={texts.emptyText}
          />
        )}
        {q && found.isPending && (
          <div className="space-y-3">
            {[0, 1, 2, 3].map((n) => (
              <Skeleton key={n} className="h-24 rounded-card!" />
            ))}
          </div>
        )}
        {q && found.error && (
          <EmptyState title={texts.failed} text={messageOf(found.error)}>
            <Button onClick={() => void found.refetch()}>{texts.retry}</Button>
          </EmptyState>
        )}
        {q && !found.error && found.data && (
          <Results
            key={writeSearch({ ...search, q }).toString()}
            found={found.data}
            q={q}
            narrowed={count > 0 || search.in !== ''}
            onWiden={() => setParams(new URLSearchParams({ q }), { replace: true })}
          />
        )}
      </div>
    </div>
  );
}

function counted({ hits, own }: SearchResult): string {
  return (
    [
      hits.length > 0 && texts.foundPassages(hits.length, LIMIT),
      own.length > 0 && texts.foundOwn(own.length),
    ]
      .filter(Boolean)
      .join(', ') || texts.nothing
  );
}

function Results({
  found: { hits, own, reduced },
  q,
  narrowed,
  onWiden,
}: {
  found: SearchResult;
  q: string;
  narrowed: boolean;
  onWiden: () => void;
}) {
  const [all, setAll] = useState(false);
  const few = hits.length > 0 && !all ? own.slice(0, FEW_OWN) : own;
  return (
    <>
      {reduced && (
        <p className="mb-4 flex items-start gap-2 rounded-control bg-warn-soft px-3 py-2.5 text-sm">
          <Info size={16} aria-hidden className="mt-0.5 shrink-0 text-warn" />
          {reduced}
        </p>
      )}
      {hits.length + own.length === 0 && (
        <EmptyState title={texts.nothingFor(q)} text={narrowed ? texts.tryWide : texts.tryOther}>
          {narrowed && <Button onClick={onWiden}>{texts.everywhere}</Button>}
        </EmptyState>
      )}
      {own.length > 0 && (
        <Group title={texts.own}>
          <OwnHits hits={few} />
          {own.length > few.length && (
            <Button look="quiet" onClick={() => setAll(true)} className="mt-1 -ml-3">
              {texts.all(own.length)}
            </Button>
          )}
        </Group>
      )}
      {hits.length > 0 && (
        <Group title={texts.yourSources} bare={own.length === 0}>
          <SourceHits hits={hits} />
        </Group>
      )}
    </>
  );
}

function Group({
  title,
  bare = false,
  children,
}: {
  title: string;
  /** the only one */
  bare?: boolean;
  children: ReactNode;
}) {
  return (
    <section className="mb-7">
      <h2 className={bare ? 'sr-only' : 'mb-1 text-[0.8125rem] font-semibold text-ink-soft'}>
        {title}
      </h2>
      {children}
    </section>
  );
}
