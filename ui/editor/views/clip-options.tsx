import { Ellipsis } from 'lucide-react';
import { IconButton } from '#ui/kit/button.tsx';
import { clipTexts as texts } from '../texts/ai-blocks.ts';
import { ClipMenu, type ClipMenuProps } from './clip-menu.tsx';

/** The menu with the actions of a clip. */
export const ClipOptions = (props: ClipMenuProps) => (
  <ClipMenu
    {...props}
    trigger={
      <IconButton label={texts.options} className="size-8! pointer-coarse:size-11!">
        <Ellipsis size={17} aria-hidden />
      </IconButton>
    }
  />
);
