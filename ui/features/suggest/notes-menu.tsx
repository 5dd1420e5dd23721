import { NotebookPen } from 'lucide-react';
import { IconButton } from '#ui/kit/button.tsx';
import { popup } from '#ui/kit/popup.tsx';
import { chatTexts } from '#ui/texts/answers.ts';
import type { NotesMenuProps } from './notes-menu-popup.tsx';

const Popup = popup<NotesMenuProps>(
  () => import('./notes-menu-popup.tsx').then((it) => it.NotesMenuPopup),
  'menu',
);

export const NotesMenu = (props: NotesMenuProps) => (
  <Popup
    {...props}
    trigger={
      <IconButton label={chatTexts.makeNotes}>
        <NotebookPen size={17} aria-hidden />
      </IconButton>
    }
  />
);
