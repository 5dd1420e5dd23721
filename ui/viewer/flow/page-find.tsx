import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { pageTexts as texts } from './texts.ts';
import { viewerTexts } from '../texts/viewer.ts';
import { ToolButton } from '../tool-button.tsx';

const SETTLE_MS = 200;

export function PageFind({
  isReady,
  found,
  onFind,
  onClose,
}: {
  /** the page can be asked */
  isReady: boolean;
  found: { current: number; total: number } | undefined;
  onFind: (query: string, step: 'next' | 'previous') => void;
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
  return (
    <div
      role="search"
      className="flex min-h-11 items-center gap-1 border-b border-line bg-surface px-3"
    >
      <input
        data-find
        autoFocus
        type="text"
        dir="auto"
        aria-label={texts.find}
        placeholder={texts.find}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            onFind(query, event.shiftKey ? 'previous' : 'next');
          }
          if (event.key === 'Escape') onClose();
        }}
        className="h-8 min-w-0 flex-1 rounded-control border border-line-field bg-surface px-2 text-[14px] placeholder:text-ink-faint"
      />
      <span role="status" className="min-w-16 text-center text-[12px] tabular-nums text-ink-soft">
        {query === '' || !found
          ? ''
          : found.total === 0
            ? viewerTexts.nothingFound
            : viewerTexts.foundCount(found.current, found.total)}
      </span>
      <ToolButton
        icon={ChevronUp}
        label={viewerTexts.previousMatch}
        disabled={query === ''}
        onClick={() => onFind(query, 'previous')}
      />
      <ToolButton
        icon={ChevronDown}
        label={viewerTexts.nextMatch}
        disabled={query === ''}
        onClick={() => onFind(query, 'next')}
      />
      <ToolButton icon={X} label={viewerTexts.close} hint="Esc" onClick={onClose} />
    </div>
  );
}
