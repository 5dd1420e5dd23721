import { Download, Link2, LogOut, Pencil, Share2, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { Menu, MenuItem, MenuLine } from '#ui/kit/menu.tsx';
import type { PopupProps } from '#ui/kit/popup.tsx';
import { threadsTexts as texts } from './texts/threads.ts';

/**
 * Runs what is chosen in a menu once the menu has closed, so that a dialog it opens keeps the focus.
 */
function useAfterClose() {
  const chosen = useRef<() => void>(undefined);
  return {
    then: (action: () => void) => () => {
      chosen.current = action;
    },
    onClosed: (event: Event) => {
      if (chosen.current) event.preventDefault();
      chosen.current?.();
      chosen.current = undefined;
    },
  };
}

export interface ThreadMenuProps {
  onRename: () => void;
  onShare: () => void;
  onExport: () => void;
  onDelete: () => void;
}

export function ThreadMenu({
  trigger,
  defaultOpen,
  onRename,
  onShare,
  onExport,
  onDelete,
}: ThreadMenuProps & PopupProps) {
  const { then, onClosed } = useAfterClose();
  return (
    <Menu trigger={trigger} defaultOpen={defaultOpen} onClosed={onClosed}>
      <MenuItem onSelect={then(onRename)}>
        <Pencil size={15} aria-hidden className="text-ink-faint" />
        {texts.rename}
      </MenuItem>
      <MenuItem onSelect={then(onShare)}>
        <Share2 size={15} aria-hidden className="text-ink-faint" />
        {texts.share}
      </MenuItem>
      <MenuItem onSelect={then(onExport)}>
        <Download size={15} aria-hidden className="text-ink-faint" />
        {texts.export}
      </MenuItem>
      <MenuLine />
      <MenuItem danger onSelect={then(onDelete)}>
        <Trash2 size={15} aria-hidden />
        {texts.delete}
      </MenuItem>
    </Menu>
  );
}

export interface GuestMenuProps {
  onCopy: () => void;
  onExport: () => void;
  onLeave: () => void;
}

/** The menu of a thread that the user was invited to. */
export function GuestMenu({
  trigger,
  defaultOpen,
  onCopy,
  onExport,
  onLeave,
}: GuestMenuProps & PopupProps) {
  const { then, onClosed } = useAfterClose();
  return (
    <Menu trigger={trigger} defaultOpen={defaultOpen} onClosed={onClosed}>
      <MenuItem onSelect={onCopy}>
        <Link2 size={15} aria-hidden className="text-ink-faint" />
        {texts.copyLink}
      </MenuItem>
      <MenuItem onSelect={then(onExport)}>
        <Download size={15} aria-hidden className="text-ink-faint" />
        {texts.export}
      </MenuItem>
      <MenuLine />
      <MenuItem danger onSelect={then(onLeave)}>
        <LogOut size={15} aria-hidden />
        {texts.leave}
      </MenuItem>
    </Menu>
  );
}
