import { useMemo, useState } from 'react';
import { matchAt, searchSegments } from './transcript-index.ts';
import type { TranscriptIndex } from './transcript-index.ts';

/** The search within a transcript: its query, the segments that match, and the one shown. */
export interface TranscriptSearchState {
  query: string;
  setQuery: (query: string) => void;
  /** matching segments, ascending */
  found: readonly number[];
  /** the current match */
  at: number | undefined;
  /** Shows another match: 1 for the next, -1 for the previous. */
  step: (by: 1 | -1) => void;
}

export function useTranscriptSearch(index: TranscriptIndex | undefined): TranscriptSearchState {
  const [query, setQuery] = useState('');
  const [steps, setSteps] = useState(0);
  const found = useMemo(() => (index ? searchSegments(index.segments, query) : []), [index, query]);
  return {
    query,
    setQuery: (next) => {
      setQuery(next);
      setSteps(0);
    },
    found,
    at: matchAt(found, steps),
    step: (by) => setSteps((it) => it + by),
  };
}
