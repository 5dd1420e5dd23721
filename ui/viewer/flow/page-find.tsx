import { useEffect, useRef, useState } from 'react';
import { pageTexts as texts } from './texts.ts';
import { viewerTexts } from '../texts/viewer.ts';
import { FindBar, type FindStep } from '../find-bar.tsx';

const SETTLE_MS = 200;

export function PageFind({
  isReady,
  found,
  onFind,
  onClose,
}: {
  /** the page has responded */
  isReady: boolean;
  found: { current: number; total: number } | undefined;
  onFind: (query: string, step: FindStep) => void;
  onClose: () => void;
}) {
  const [query, setQuery] = useState('');
  const ask = useRef(onFind);
  useEffect(() => {
    ask.current = onFind;
  }, [onFind]);
  useEffect(() => {
    const timer = isReady ? setTimeout(() => ask.current(query, 'next'), SETTLE_MS) : undefined;
    return () => clearTimeout(timer);
  }, [query, isReady]);
  useEffect(() => () => ask.current('', 'next'), []);
  const count =
    query === '' || !found
      ? ''
      : found.total === 0
        ? viewerTexts.noResults
        : viewerTexts.foundCount(found.current, found.total);
  return (
    <FindBar
      label={texts.find}
      query={query}
      onQuery={setQuery}
      onStep={(step) => onFind(query, step)}
      onClose={onClose}
      count={count}
    />
  );
}
