import { NotebookPen } from 'lucide-react';
import { IconButton } from '#ui/kit/button.tsx';
import { popup } from '#ui/kit/popup.tsx';
import { suggestMenuTexts } from './texts/menu.ts';
import type { NotesMenuProps } from './notes-menu-popup.tsx';

const Popup = popup<NotesMenuProps>(
  () => import('./notes-menu-popup.tsx').then((it) => it.NotesMenuPopup),
  'menu',
);

export const NotesMenu = (props: NotesMenuProps) => (
  <Popup
    {...props}
    trigger={
      <IconButton label={suggestMenuTexts.makeNotes}>
        <NotebookPen size={17} aria-hidden />
      </IconButton>
    }
  />
);
