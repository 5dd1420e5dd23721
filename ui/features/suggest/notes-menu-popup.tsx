/** The types of notes that the assistant makes. */
import { useRef } from 'react';
import { NOTE_TYPES, type NoteType } from '#core/contract/ask.ts';
import { Menu, MenuItem, MenuLine } from '#ui/kit/menu.tsx';
import { usePageActions } from '#ui/kit/palette.ts';
import type { PopupProps } from '#ui/kit/popup.tsx';
import { ideaTexts } from '#ui/texts/blog.ts';
import { noteCall, type AiCall } from './calls.ts';
import { mayAsk } from './may-ask.ts';
import type { Standing } from './standing.ts';

export interface NotesMenuProps { standing: Standing; onCall: (call: AiCall) => void }

const HOLDS: Record<NoteType, string> = {
  'Auto Notes': 'What matters, by topic', 'Study Guide': 'What to learn, in which order', 'Exam Prep Notes': 'What is asked, with answers to learn', 'Q&A Sheet': 'Questions, each with its answer',
  'Chapter Breakdown': 'Part by part, each with its place', 'Deep Dive': 'The main ideas in full, with their reasons', 'Term Tracker': 'Terms and names, each with its meaning',
};

export function NotesMenuPopup({ standing, onCall, trigger, defaultOpen }: NotesMenuProps & PopupProps) {
  const ideas = usePageActions().find((it) => it.name === ideaTexts.command);
  // It opens once the menu has closed, so that it keeps the focus.
  const opening = useRef<(() => void) | undefined>(undefined);
  const closed = (event: Event) => { if (opening.current) event.preventDefault(); opening.current?.(); opening.current = undefined; };
  return (
    <Menu trigger={trigger} align="end" defaultOpen={defaultOpen} onClosed={closed}>
      {NOTE_TYPES.map((type) => (
        <MenuItem key={type.id} textValue={type.name} aria-description={HOLDS[type.name]} aria-disabled={standing !== 'open'} onSelect={() => { if (mayAsk(standing)) onCall(noteCall(type)); }} className={standing === 'open' ? 'py-1' : 'cursor-not-allowed! py-1 opacity-45'}>
          <span><span className="block leading-snug">{type.name}</span><span aria-hidden data-text={HOLDS[type.name]} className="block text-xs text-ink-soft before:content-[attr(data-text)]" /></span>
        </MenuItem>
      ))}
      {ideas && <><MenuLine /><MenuItem textValue={ideaTexts.tool} aria-description={ideaTexts.toolText} onSelect={() => { opening.current = ideas.run; }} className="py-1"><span><span className="block leading-snug">{ideaTexts.tool}</span><span aria-hidden data-text={ideaTexts.toolText} className="block text-xs text-ink-soft before:content-[attr(data-text)]" /></span></MenuItem></>}
      <MenuLine />
      <p className="max-w-64 px-2.5 py-1.5 text-xs text-ink-faint">{standing === 'nothing' ? 'Select sources to access chat' : <>From the selected sources. <span className="whitespace-nowrap">It can take 1–2 minutes.</span></>}</p>
    </Menu>
  );
}
