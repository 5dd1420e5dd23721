/**
 * Below an answer without citations: says that the sources don't support it, and shows the nearest
 * passages.
 */
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { positionLabel, positionOf, type Locator } from '#core/contract/locator.ts';
import { useSearch, useViewer } from '#ui/client/queries.ts';
import { Button } from '#ui/kit/button.tsx';
import { nearestTexts as texts } from './texts/passages.ts';
import { Lines } from './answer-markdown.tsx';
import type { AnswerView } from './reduce.ts';

const SHOWN = 3;
const MAX_QUERY_CHARS = 1_000;
/** The maximum number in one address. */
const MOST_NAMED = 100;

interface NearestProps {
  answer: AnswerView;
  threadId: string;
  /** immediately, or on request */
  open: boolean;
  onGo: (sourceId: string, locator: Locator) => void;
}

export function NearestPassages({ answer, threadId, open, onGo }: NearestProps) {
  const [wanted, setWanted] = useState(open);
  const maySearch = useViewer() !== null;
  const { data, isPending, isError } = useSearch(
    {
      q: wanted ? answer.question.slice(0, MAX_QUERY_CHARS) : '',
      threadId,
      in: 'sources',
      limit: SHOWN,
      ...(answer.sources.length <= MOST_NAMED ? { sources: answer.sources.join() } : {}),
    },
    false,
  );
  return (
    <section
      aria-label={texts.title}
      className="mt-3 rounded-card border border-dashed border-line-strong bg-sunken px-4 py-3"
    >
      <h3 className="flex items-center gap-2 text-sm font-semibold">
        <SearchX size={16} aria-hidden className="shrink-0 text-ink-faint" />
        {texts.title}
      </h3>
      <p className="mt-1 text-[0.8125rem] text-ink-soft">{texts.text}</p>
      {!wanted && maySearch && (
        <Button look="quiet" onClick={() => setWanted(true)} className="mt-1 -ml-3.5">
          {texts.show}
        </Button>
      )}
      {wanted && isPending && <Lines />}
      {isError && <p className="mt-2 text-[0.8125rem] text-warn">{texts.failed}</p>}
      {data?.hits.length === 0 && (
        <p className="mt-2 text-[0.8125rem] text-ink-soft">{texts.none}</p>
      )}
      {data && data.hits.length > 0 && (
        <ul aria-label={texts.list} className="mt-2 space-y-1">
          {data.hits.map((hit, at) => (
            <li key={`${hit.source_id}${at}`}>
              <button
                type="button"
                onClick={() => onGo(hit.source_id, hit.place)}
                className="-mx-2 block w-[calc(100%+1rem)] rounded-control px-2 py-1.5 text-left hover:bg-hover"
              >
                <span className="line-clamp-2 font-serif text-[0.9375rem] leading-snug">
                  {hit.place.quote || hit.text}
                </span>
                <span className="mt-0.5 flex gap-2 text-xs text-ink-soft">
                  <span className="truncate">{hit.title}</span>
                  <span className="shrink-0 tabular-nums">
                    {positionLabel(hit.place.medium, positionOf(hit.place))}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {wanted && maySearch && (
        <Link
          to={`/search?q=${encodeURIComponent(answer.question.slice(0, MAX_QUERY_CHARS))}`}
          className="mt-2 inline-block text-[0.8125rem] font-medium text-accent hover:underline"
        >
          {texts.search}
        </Link>
      )}
    </section>
  );
}
