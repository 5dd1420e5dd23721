import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { transcriptTexts as texts } from './texts.ts';
import { viewerTexts } from '../texts/viewer.ts';
import { ToolButton } from '../tool-button.tsx';
import type { TranscriptSearchState } from './use-transcript-search.ts';

/** The search field of a transcript; Enter and its buttons go from match to match. */
export function TranscriptSearch({ search }: { search: TranscriptSearchState }) {
  const { query, setQuery, found, at, step } = search;
  const pressKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      step(event.shiftKey ? -1 : 1);
    }
    if (event.key === 'Escape') setQuery('');
  };
  return (
    <>
      <label className="flex min-h-8 min-w-0 items-center gap-2 rounded-control border border-line-field bg-surface px-2 text-ink-faint focus-within:border-accent">
        <Search aria-hidden size={15} className="shrink-0" />
        <input
          type="search"
          dir="auto"
          value={query}
          placeholder={texts.find}
          aria-label={texts.find}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={pressKey}
          className="w-40 min-w-0 bg-transparent text-[13px] text-ink outline-none placeholder:text-ink-faint [&::-webkit-search-cancel-button]:hidden"
        />
        {query !== '' && (
          <span role="status" className="whitespace-nowrap text-[12px] tabular-nums">
            {found.length === 0
              ? texts.noResults
              : texts.foundCount(found.indexOf(at ?? -1) + 1, found.length)}
          </span>
        )}
      </label>
      {query !== '' && (
        <>
          <ToolButton
            icon={ChevronUp}
            label={viewerTexts.previousMatch}
            disabled={found.length === 0}
            onClick={() => step(-1)}
          />
          <ToolButton
            icon={ChevronDown}
            label={viewerTexts.nextMatch}
            disabled={found.length === 0}
            onClick={() => step(1)}
          />
          <ToolButton icon={X} label={texts.clearSearch} onClick={() => setQuery('')} />
        </>
      )}
    </>
  );
}
