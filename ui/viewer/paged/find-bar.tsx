import { CaseSensitive, ChevronDown, ChevronUp, WholeWord, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { pdfTexts as texts } from './texts.ts';
import { viewerTexts } from '../texts/viewer.ts';
import { ToolButton } from '../tool-button.tsx';
import type { FindWays } from './pdf-find.ts';
import type { PdfSession } from './pdf-session.ts';
import type { PdfState } from './pdf-state.ts';

export function FindBar({
  session,
  state,
  onClose,
}: {
  session: PdfSession;
  state: PdfState;
  onClose: () => void;
}) {
  const [query, setQuery] = useState('');
  const [ways, setWays] = useState<FindWays>({ matchCase: false, wholeWords: false });
  const change = (next: FindWays) => {
    setWays(next);
    session.find(query, 'new', next);
  };
  useEffect(
    () => () => session.find('', 'new', { matchCase: false, wholeWords: false }),
    [session],
  );
  const count =
    state.found && query !== ''
      ? state.found.total > 0
        ? viewerTexts.foundCount(state.found.current, state.found.total)
        : state.found.isDone
          ? viewerTexts.nothingFound
          : viewerTexts.searching
      : '';
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
        onChange={(event) => {
          setQuery(event.target.value);
          session.find(event.target.value, 'new', ways);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            session.find(query, event.shiftKey ? 'previous' : 'next', ways);
          }
          if (event.key === 'Escape') onClose();
        }}
        className="h-8 min-w-0 flex-1 rounded-control border border-line-field bg-surface px-2 text-[14px] placeholder:text-ink-faint"
      />
      <span role="status" className="min-w-16 text-center text-[12px] tabular-nums text-ink-soft">
        {count}
      </span>
      <ToolButton
        icon={CaseSensitive}
        label={texts.matchCase}
        aria-pressed={ways.matchCase}
        onClick={() => change({ ...ways, matchCase: !ways.matchCase })}
      />
      <ToolButton
        icon={WholeWord}
        label={texts.wholeWords}
        aria-pressed={ways.wholeWords}
        onClick={() => change({ ...ways, wholeWords: !ways.wholeWords })}
      />
      <ToolButton
        icon={ChevronUp}
        label={viewerTexts.previousMatch}
        disabled={query === ''}
        onClick={() => session.find(query, 'previous', ways)}
      />
      <ToolButton
        icon={ChevronDown}
        label={viewerTexts.nextMatch}
        disabled={query === ''}
        onClick={() => session.find(query, 'next', ways)}
      />
      <ToolButton icon={X} label={viewerTexts.close} hint="Esc" onClick={onClose} />
    </div>
  );
}
