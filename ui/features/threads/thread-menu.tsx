import { Download, Link2, LogOut, Pencil, Share2, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { Menu, MenuItem, MenuLine } from '#ui/kit/menu.tsx';
import type { PopupProps } from '#ui/kit/popup.tsx';
import { threadsTexts as texts } from './texts/threads.ts';

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
  // What is chosen opens once the menu has closed, so that it keeps the focus it takes.
  const next = useRef<(() => void) | undefined>(undefined);
  const then = (what: () => void) => () => {
    next.current = what;
  };
  return (
    <Menu
      trigger={trigger}
      defaultOpen={defaultOpen}
      onClosed={(event) => {
        if (next.current) event.preventDefault();
        next.current?.();
        next.current = undefined;
      }}
    >
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

/** Of a thread that one is invited to. */
export function GuestMenu({
  trigger,
  defaultOpen,
  onCopy,
  onExport,
  onLeave,
}: GuestMenuProps & PopupProps) {
  const next = useRef<(() => void) | undefined>(undefined);
  const then = (what: () => void) => () => {
    next.current = what;
  };
  return (
    <Menu
      trigger={trigger}
      defaultOpen={defaultOpen}
      onClosed={(event) => {
        if (next.current) event.preventDefault();
        next.current?.();
        next.current = undefined;
      }}
    >
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
