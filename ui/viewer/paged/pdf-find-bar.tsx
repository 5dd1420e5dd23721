import { CaseSensitive, WholeWord } from 'lucide-react';
import { useEffect, useState } from 'react';
import { pdfTexts as texts } from './texts.ts';
import { viewerTexts } from '../texts/viewer.ts';
import { FindBar } from '../find-bar.tsx';
import { ToolButton } from '../tool-button.tsx';
import type { FindOptions } from './pdf-find.ts';
import type { PdfSession } from './pdf-session.ts';
import type { PdfState } from './pdf-state.ts';

export function PdfFindBar({
  session,
  state,
  onClose,
}: {
  session: PdfSession;
  state: PdfState;
  onClose: () => void;
}) {
  const [query, setQuery] = useState('');
  const [ways, setWays] = useState<FindOptions>({ matchCase: false, wholeWords: false });
  const change = (next: FindOptions) => {
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
          ? viewerTexts.noResults
          : viewerTexts.searching
      : '';
  return (
    <FindBar
      label={texts.find}
      query={query}
      onQuery={(next) => {
        setQuery(next);
        session.find(next, 'new', ways);
      }}
      onStep={(step) => session.find(query, step, ways)}
      onClose={onClose}
      count={count}
    >
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
    </FindBar>
  );
}
