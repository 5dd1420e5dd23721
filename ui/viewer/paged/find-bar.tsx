import { CaseSensitive, ChevronDown, ChevronUp, WholeWord, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ToolButton } from '../tool-button.tsx';
import type { FindWays, PdfSession, PdfState } from './pdf-session.ts';

export function FindBar({ session, state, onClose }: { session: PdfSession; state: PdfState; onClose: () => void }) {
  const [query, setQuery] = useState('');
  const [ways, setWays] = useState<FindWays>({ matchCase: false, wholeWords: false });
  const change = (next: FindWays) => { setWays(next); session.find(query, 'new', next); };
  useEffect(() => () => session.find('', 'new', { matchCase: false, wholeWords: false }), [session]);
  const count = state.found && query !== '' ? (state.found.total > 0 ? `${state.found.current} of ${state.found.total}` : state.found.isDone ? 'Nothing found' : 'Searching…') : '';
  return (
    <div role="search" className="flex min-h-11 items-center gap-1 border-b border-line bg-surface px-3">
      <input
        data-find autoFocus type="text" aria-label="Find in PDF" placeholder="Find in PDF" value={query}
        onChange={(event) => { setQuery(event.target.value); session.find(event.target.value, 'new', ways); }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') { event.preventDefault(); session.find(query, event.shiftKey ? 'previous' : 'next', ways); }
          if (event.key === 'Escape') onClose();
        }}
        className="h-8 min-w-0 flex-1 rounded-control border border-line-field bg-surface px-2 text-[14px] placeholder:text-ink-faint"
      />
      <span role="status" className="min-w-16 text-center text-[12px] tabular-nums text-ink-soft">{count}</span>
      <ToolButton icon={CaseSensitive} label="Match case" aria-pressed={ways.matchCase} onClick={() => change({ ...ways, matchCase: !ways.matchCase })} />
      <ToolButton icon={WholeWord} label="Whole words" aria-pressed={ways.wholeWords} onClick={() => change({ ...ways, wholeWords: !ways.wholeWords })} />
      <ToolButton icon={ChevronUp} label="Previous match" disabled={query === ''} onClick={() => session.find(query, 'previous', ways)} />
      <ToolButton icon={ChevronDown} label="Next match" disabled={query === ''} onClick={() => session.find(query, 'next', ways)} />
      <ToolButton icon={X} label="Close" hint="Esc" onClick={onClose} />
    </div>
  );
}
