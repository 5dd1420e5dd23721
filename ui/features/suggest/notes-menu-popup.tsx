/** The types of AI notes. */
import { useRef } from 'react';
import { NOTE_TYPES, type NoteType } from '#core/contract/ask.ts';
import { Menu, MenuItem, MenuLine } from '#ui/kit/menu.tsx';
import { usePageActions } from '#ui/kit/palette.ts';
import type { PopupProps } from '#ui/kit/popup.tsx';
import { answerTexts } from '#ui/editor/texts/answers.ts';
import { ideasToolTexts } from './texts/menu.ts';
import { noteTypeTexts as texts } from './texts/suggest.ts';
import { noteCall, type AiCall } from './ai-calls.ts';
import { requireAccess } from './require-access.ts';
import type { AssistantAccess } from './assistant-access.ts';

export interface NotesMenuProps {
  standing: AssistantAccess;
  onCall: (call: AiCall) => void;
}

const HOLDS: Record<NoteType, string> = texts.holds;

export function NotesMenuPopup({
  standing,
  onCall,
  trigger,
  defaultOpen,
}: NotesMenuProps & PopupProps) {
  const ideas = usePageActions().find((it) => it.name === ideasToolTexts.command);
  // Opens after the menu has closed, so that it keeps the focus.
  const opening = useRef<(() => void) | undefined>(undefined);
  const closed = (event: Event) => {
    if (opening.current) event.preventDefault();
    opening.current?.();
    opening.current = undefined;
  };
  return (
    <Menu trigger={trigger} align="end" defaultOpen={defaultOpen} onClosed={closed}>
      {NOTE_TYPES.map((type) => (
        <MenuItem
          key={type.id}
          textValue={type.name}
          aria-description={HOLDS[type.name]}
          aria-disabled={standing !== 'open'}
          onSelect={() => {
            if (requireAccess(standing)) onCall(noteCall(type));
          }}
          className={standing === 'open' ? 'py-1' : 'cursor-not-allowed! py-1 opacity-45'}
        >
          <span>
            <span className="block leading-snug">{type.name}</span>
            <span
              aria-hidden
              data-text={HOLDS[type.name]}
              className="block text-xs text-ink-soft before:content-[attr(data-text)]"
            />
          </span>
        </MenuItem>
      ))}
      {ideas && (
        <>
          <MenuLine />
          <MenuItem
            textValue={ideasToolTexts.tool}
            aria-description={ideasToolTexts.toolText}
            onSelect={() => {
              opening.current = ideas.run;
            }}
            className="py-1"
          >
            <span>
              <span className="block leading-snug">{ideasToolTexts.tool}</span>
              <span
                aria-hidden
                data-text={ideasToolTexts.toolText}
                className="block text-xs text-ink-soft before:content-[attr(data-text)]"
              />
            </span>
          </MenuItem>
        </>
      )}
      <MenuLine />
      <p className="max-w-64 px-2.5 py-1.5 text-xs text-ink-faint">
        {standing === 'nothing' ? (
          answerTexts.selectSources
        ) : (
          <>
            {texts.from} <span className="whitespace-nowrap">{texts.takesTime}</span>
          </>
        )}
      </p>
    </Menu>
  );
}
