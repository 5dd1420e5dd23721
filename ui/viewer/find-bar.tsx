import { ChevronDown, ChevronUp, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { viewerTexts } from './texts/viewer.ts';
import { ToolButton } from './tool-button.tsx';

const FIELD =
  'h-8 min-w-0 flex-1 rounded-control border border-line-field bg-surface px-2 ' +
  'text-[14px] placeholder:text-ink-faint';

export type FindStep = 'next' | 'previous';

interface FindBarProps {
  /** the field's accessible name */
  label: string;
  query: string;
  onQuery: (query: string) => void;
  onStep: (step: FindStep) => void;
  onClose: () => void;
  /** the current match, such as `2 of 7` */
  count: string;
  /** between the count and the arrows */
  children?: ReactNode;
}

/**
 * Finds words in a source. Enter goes to the next match, Shift+Enter to the previous, Escape closes
 * it.
 */
export function FindBar({ label, query, onQuery, onStep, onClose, count, children }: FindBarProps) {
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
        aria-label={label}
        placeholder={label}
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            onStep(event.shiftKey ? 'previous' : 'next');
          }
          if (event.key === 'Escape') onClose();
        }}
        className={FIELD}
      />
      <span role="status" className="min-w-16 text-center text-[12px] tabular-nums text-ink-soft">
        {count}
      </span>
      {children}
      <ToolButton
        icon={ChevronUp}
        label={viewerTexts.previousMatch}
        disabled={query === ''}
        onClick={() => onStep('previous')}
      />
      <ToolButton
        icon={ChevronDown}
        label={viewerTexts.nextMatch}
        disabled={query === ''}
        onClick={() => onStep('next')}
      />
      <ToolButton icon={X} label={viewerTexts.close} shortcut="close" onClick={onClose} />
    </div>
  );
}
