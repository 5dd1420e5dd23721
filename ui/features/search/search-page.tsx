import {
  CircleQuestionMark,
  MessageCircleQuestionMark,
  SlidersHorizontal,
  TextSearch,
} from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { messageOf } from '#ui/client/api.ts';
import { useSearch } from '#ui/client/queries.ts';
import { EmptyState, Skeleton } from '#ui/kit/empty-state.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Segments } from '#ui/kit/segments.tsx';
import { useAddressParams } from '#ui/kit/use-address-params.ts';
import { LibraryAsk } from '#ui/features/ask/index.ts';
import { filterTexts } from '#ui/features/filters/index.ts';
import { askScope } from './ask-scope.ts';
import { searchTexts as texts } from './texts.ts';
import { Filters } from './filters.tsx';
import { OperatorHint } from './operators.tsx';
import { countedResult, LIMIT, Results } from './results.tsx';
import { SearchField, useQueryText } from './search-field.tsx';
import { withOperator } from './suggestions.ts';
import { filtersSet, readSearch, writeSearch, type Search } from './search-address.ts';

const WHERE = [
  { value: '', label: texts.everything },
  { value: 'sources', label: texts.sources },
  { value: 'clips,notes', label: texts.notes },
  { value: 'answers', label: texts.answers },
  { value: 'posts', label: texts.posts },
];
export function SearchPage() {
  const [params, changeParams] = useAddressParams();
  const search = readSearch(params);
  const query = useQueryText(search.q);
  const { text, typed, q } = query;
  const [open, setOpen] = useState(filtersSet(search) > 0);
  const found = useSearch({ ...search, q, limit: LIMIT });
  const filtersId = useId();
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    document.title = texts.page(q);
  }, [q]);
  const change = (part: Partial<Search>) =>
    changeParams((current) => writeSearch({ ...readSearch(current), ...part }));
  useEffect(() => {
    changeParams((current) => writeSearch({ ...readSearch(current), q: typed }));
  }, [typed, changeParams]);
  const [asked, setAsked] = useState<ReturnType<typeof askScope> & { nth: number }>();
  const askWith = (given: Search) =>
    setAsked((before) => ({ ...askScope(given), nth: (before?.nth ?? 0) + 1 }));
  const [isHintOpen, setIsHintOpen] = useState(false);
  const hintId = useId();

  const links = () => [...(page.current?.querySelectorAll<HTMLAnchorElement>('a[data-hit]') ?? [])];
  /**
   * Arrow keys move through the hits and back to the field; Enter in the field opens the best hit.
   */
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
    <div ref={page} onKeyDown={pressed} className="mx-auto max-w-3xl lg:max-w-5xl">
      <h1 className="text-[1.625rem] leading-tight font-semibold tracking-tight">{texts.title}</h1>
      <div role="search" className="mt-5">
        <SearchField query={query} />
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
          <Button
            look="quiet"
            aria-expanded={isHintOpen}
            aria-controls={hintId}
            onClick={() => setIsHintOpen(!isHintOpen)}
          >
            <CircleQuestionMark size={16} aria-hidden />
            {texts.showOperators}
          </Button>
          <Button look="quiet" onClick={() => askWith({ ...search, q: text })}>
            <MessageCircleQuestionMark size={16} aria-hidden />
            {texts.askLibrary}
          </Button>
          <p role="status" className="ml-auto text-[0.8125rem] text-ink-faint tabular-nums">
            {q && found.data && !found.isPlaceholderData && countedResult(found.data)}
          </p>
        </div>
        {isHintOpen && (
          <OperatorHint id={hintId} onAdd={(it) => query.write(withOperator(text, it))} />
        )}
        {open && <Filters id={filtersId} search={search} onChange={change} />}
      </div>
      {asked && (
        <div className="mt-5">
          <LibraryAsk
            key={asked.nth}
            question={asked.question}
            scope={asked.scope}
            scopeText={asked.text}
            onClose={() => setAsked(undefined)}
          />
        </div>
      )}
      <div className="mt-5" aria-busy={found.isFetching}>
        <Found
          found={found}
          search={{ ...search, q }}
          isTyping={query.isUnfinished || found.isPlaceholderData}
          onWiden={() => changeParams(() => new URLSearchParams({ q }))}
        />
      </div>
    </div>
  );
}

function Found({
  found,
  search,
  isTyping,
  onWiden,
}: {
  found: ReturnType<typeof useSearch>;
  search: Search;
  isTyping: boolean;
  onWiden: () => void;
}) {
  const { q } = search;
  if (!q)
    return (
      <EmptyState
        icon={<TextSearch size={22} strokeWidth={1.6} aria-hidden />}
        title={texts.emptyTitle}
        text={texts.emptyText}
      />
    );
  if (found.isPending)
    return (
      <div className="space-y-3">
        {[0, 1, 2, 3].map((n) => (
          <Skeleton key={n} className="h-24 rounded-card!" />
        ))}
      </div>
    );
  if (found.error)
    return (
      <EmptyState title={texts.failed} text={messageOf(found.error)}>
        <Button onClick={() => void found.refetch()}>{texts.retry}</Button>
      </EmptyState>
    );
  return (
    <Results
      key={writeSearch(search).toString()}
      found={found.data}
      q={q}
      narrowed={filtersSet(search) > 0 || search.in !== ''}
      isTyping={isTyping}
      onWiden={onWiden}
    />
  );
}
