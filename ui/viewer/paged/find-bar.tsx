import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ToolButton } from '../tool-button.tsx';
import type { PdfSession, PdfState } from './pdf-session.ts';

export function FindBar({ session, state, onClose }: { session: PdfSession; state: PdfState; onClose: () => void }) {
  const [query, setQuery] = useState('');
  useEffect(() => () => session.find('', 'new'), [session]);
  const count = state.found && query !== '' ? (state.found.total > 0 ? `${state.found.current} of ${state.found.total}` : state.found.isDone ? 'Nothing found' : 'Searching…') : '';
  return (
    <div role="search" className="flex min-h-11 items-center gap-1 border-b border-line bg-surface px-3">
      <input
        data-find autoFocus type="text" aria-label="Find in PDF" placeholder="Find in PDF" value={query}
        onChange={(event) => { setQuery(event.target.value); session.find(event.target.value, 'new'); }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') { event.preventDefault(); session.find(query, event.shiftKey ? 'previous' : 'next'); }
          if (event.key === 'Escape') onClose();
        }}
        className="h-8 min-w-0 flex-1 rounded-control border border-line-field bg-surface px-2 text-[14px] placeholder:text-ink-faint"
      />
      <span role="status" className="min-w-16 text-center text-[12px] tabular-nums text-ink-soft">{count}</span>
      <ToolButton icon={ChevronUp} label="Previous match" disabled={query === ''} onClick={() => session.find(query, 'previous')} />
      <ToolButton icon={ChevronDown} label="Next match" disabled={query === ''} onClick={() => session.find(query, 'next')} />
      <ToolButton icon={X} label="Close" hint="Esc" onClick={onClose} />
    </div>
  );
}
