import { Focus, PanelLeft, PanelRight } from 'lucide-react';
import { IconButton } from '#ui/kit/button.tsx';
import { paneButtonTexts as texts } from './texts/workspace.ts';
import type { PaneLayout } from './use-pane-layout.ts';

/** The pane buttons in the title bar of a wide window. */
export function PaneButtons({
  layout: { pane, hidden, isFocused, toggle, toggleFocus },
}: {
  layout: PaneLayout;
}) {
  return (
    <span className="flex gap-0.5 max-lg:hidden">
      <IconButton
        label={hidden === 'source' ? texts.showSource : texts.hideSource}
        shortcut="sourcePane"
        onClick={() => toggle('source')}
      >
        <PanelLeft size={17} className={hidden === 'source' ? 'opacity-50' : undefined} />
      </IconButton>
      <IconButton
        label={hidden === 'side' ? texts.showNotes : texts.hideNotes}
        shortcut={pane === 'ask' ? 'answersPane' : 'notesPane'}
        onClick={() => toggle(pane === 'ask' ? 'ask' : 'notes')}
      >
        <PanelRight size={17} className={hidden === 'side' ? 'opacity-50' : undefined} />
      </IconButton>
      <IconButton
        label={texts.focus}
        aria-pressed={isFocused}
        shortcut="focusMode"
        onClick={toggleFocus}
        className={isFocused ? 'bg-pressed! text-ink!' : ''}
      >
        <Focus size={17} />
      </IconButton>
    </span>
  );
}
