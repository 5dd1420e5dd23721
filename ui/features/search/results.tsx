import { clsx } from 'clsx';
import { Info } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { SearchResult } from '#core/contract/search.ts';
import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { useMedia } from '#ui/kit/media-queries.ts';
import { OwnHits, SourceHits, SourceMatches } from './hits.tsx';
import { searchTexts as texts } from './texts.ts';

/** maximum number of hits */
export const LIMIT = 50;
/** Sources by their owner's words, above the passages, until *Show all*. */
const FEW_SOURCES = 3;
/** Where one's own notes come below the passages, these are so many until *Show all*. */
const FEW_HITS = 8;

export function countedResult({ sources, sources_total, hits, own }: SearchResult): string {
  return (
    [
      sources.length > 0 && texts.foundSources(sources.length, sources_total ?? sources.length),
      hits.length > 0 && texts.foundPassages(hits.length, LIMIT),
      own.length > 0 && texts.foundOwn(own.length),
    ]
      .filter(Boolean)
      .join(', ') || texts.nothing
  );
}

export function Results({
  found: { sources, hits, own, reduced, problems },
  q,
  narrowed,
  isTyping,
  onWiden,
}: {
  found: SearchResult;
  q: string;
  narrowed: boolean;
  /** an operator without a value yet, which is not an error */
  isTyping: boolean;
  onWiden: () => void;
}) {
  const [all, setAll] = useState(false);
  const hasColumn = useMedia('(min-width: 1024px)');
  const few = all || hits.length === 0 || hasColumn ? hits : hits.slice(0, FEW_HITS);
  const fewSources = hits.length > 0 && !all ? sources.slice(0, FEW_SOURCES) : sources;
  const isNothing = hits.length + own.length + sources.length === 0;
  const notices = [...(isTyping ? [] : problems), ...(reduced === undefined ? [] : [reduced])];
  return (
    <>
      {notices.map((notice) => (
        <p
          key={notice}
          className="mb-4 flex items-start gap-2 rounded-control bg-warn-soft px-3 py-2.5 text-sm"
        >
          <Info size={16} aria-hidden className="mt-0.5 shrink-0 text-warn" />
          {notice}
        </p>
      ))}
      {isNothing && (
        <EmptyState title={texts.nothingFor(q)} text={narrowed ? texts.tryWide : texts.tryOther}>
          {narrowed && <Button onClick={onWiden}>{texts.everywhere}</Button>}
        </EmptyState>
      )}
      <div
        className={clsx(
          hits.length + sources.length > 0 && own.length > 0
            ? 'gap-12 lg:grid lg:grid-cols-[minmax(0,1fr)_21rem]'
            : 'max-w-3xl',
        )}
      >
        <div className="empty:hidden">
          {sources.length > 0 && (
            <Group title={texts.matchesTitle} bare={hits.length + own.length === 0}>
              <SourceMatches sources={fewSources} />
              {sources.length > fewSources.length && (
                <ShowAll count={sources.length} onPress={() => setAll(true)} />
              )}
            </Group>
          )}
          {hits.length > 0 && (
            <Group title={texts.yourSources} bare={own.length + sources.length === 0}>
              <SourceHits hits={few} />
              {hits.length > few.length && (
                <ShowAll count={hits.length} onPress={() => setAll(true)} />
              )}
            </Group>
          )}
        </div>
        {own.length > 0 && (
          <Group title={texts.own}>
            <OwnHits hits={own} />
          </Group>
        )}
      </div>
    </>
  );
}

function ShowAll({ count, onPress }: { count: number; onPress: () => void }) {
  return (
    <Button look="quiet" onClick={onPress} className="mt-1 -ml-3">
      {texts.all(count)}
    </Button>
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
