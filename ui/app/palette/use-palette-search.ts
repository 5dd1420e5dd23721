import { useSearch, useSourceSearch, useThreads } from '#ui/client/queries.ts';
import { useDebounced } from '#ui/kit/use-debounced.ts';
import type { SourceMatch } from '#core/contract/search.ts';
import type { SourceType } from '#core/contract/source.ts';
import { titleOf } from '#ui/features/sources/index.ts';
import { matchesWords } from '#ui/kit/matches-words.ts';

/** Maximum number of threads, sources and personal texts. */
const FEW = 5;
const HITS = 6;
const PAUSE_MS = 180;

interface FoundSource {
  _id: string;
  sourceType: SourceType;
  title: string;
  /** the owner's field that contains the words */
  match?: SourceMatch['matched'][number] | undefined;
}

/** Finds results for the trimmed input; asks the server after a pause. */
export function usePaletteSearch(typed: string) {
  const q = useDebounced(typed, PAUSE_MS);
  const threads = (useThreads().data?.docs ?? [])
    .filter((it) => matchesWords(it.title, typed))
    .slice(0, FEW);
  const sources = useSourceSearch(q, q !== '');
  const found = useSearch({ q, limit: HITS, typing: '1' });
  const isCurrent = typed !== '' && q !== '';
  const isWaiting = typed !== '' && (q !== typed || found.isFetching);
  const hits = isCurrent ? (found.data?.hits ?? []) : [];
  const own = isCurrent ? (found.data?.own ?? []).slice(0, FEW) : [];
  const titled = (sources.data?.docs ?? [])
    .slice(0, FEW)
    .map((it): FoundSource => ({ _id: it._id, sourceType: it.sourceType, title: titleOf(it) }));
  const known = new Set(titled.map((it) => it._id));
  const matched = (found.data?.sources ?? [])
    .filter((it) => !known.has(it.source_id))
    .slice(0, FEW)
    .map(
      ({ source_id: _id, sourceType, title, matched: [match] }): FoundSource => ({
        _id,
        sourceType,
        title,
        match,
      }),
    );
  const named = isCurrent ? [...titled, ...matched] : [];
  return {
    threads,
    named,
    hits,
    own,
    isWaiting,
    /** whether the results belong to the current input */
    isDone: isCurrent && !isWaiting,
    error: found.error,
    reduced: found.data?.reduced,
    count: hits.length + own.length + named.length + threads.length,
  };
}

export type PaletteSearch = ReturnType<typeof usePaletteSearch>;
