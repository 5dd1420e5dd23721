import { useSearch, useSourceSearch, useThreads } from '#ui/client/queries.ts';
import { useDebounced } from '#ui/kit/use-debounced.ts';
import { matches } from './matches.ts';

/** How many threads, sources and personal texts are listed. */
const FEW = 5;
const HITS = 6;
const PAUSE_MS = 180;

/** Finds what belongs to the trimmed text that was typed; the server is asked after a pause. */
export function usePaletteSearch(typed: string) {
  const q = useDebounced(typed, PAUSE_MS);
  const threads = (useThreads().data?.docs ?? [])
    .filter((it) => matches(it.title, typed))
    .slice(0, FEW);
  const sources = useSourceSearch(q, q !== '');
  const found = useSearch({ q, limit: HITS, typing: '1' });
  const isCurrent = typed !== '' && q !== '';
  const isWaiting = typed !== '' && (q !== typed || found.isFetching);
  const hits = isCurrent ? (found.data?.hits ?? []) : [];
  const own = isCurrent ? (found.data?.own ?? []).slice(0, FEW) : [];
  const named = isCurrent ? (sources.data?.docs ?? []).slice(0, FEW) : [];
  return {
    threads,
    named,
    hits,
    own,
    isWaiting,
    /** whether these are the results for what is typed now */
    isDone: isCurrent && !isWaiting,
    error: found.error,
    reduced: found.data?.reduced,
    count: hits.length + own.length + named.length + threads.length,
  };
}

export type PaletteSearch = ReturnType<typeof usePaletteSearch>;
