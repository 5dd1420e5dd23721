import { Pencil, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { Menu, MenuItem } from '#ui/kit/menu.tsx';
import type { PopupProps } from '#ui/kit/popup.tsx';

export interface ThreadMenuProps { onRename: () => void; onDelete: () => void }

export function ThreadMenu({ trigger, defaultOpen, onRename, onDelete }: ThreadMenuProps & PopupProps) {
  // What is chosen opens once the menu has closed, so that it keeps the focus it takes.
  const next = useRef<(() => void) | undefined>(undefined);
  return (
    <Menu trigger={trigger} defaultOpen={defaultOpen} onClosed={(event) => { if (next.current) event.preventDefault(); next.current?.(); next.current = undefined; }}>
      <MenuItem onSelect={() => { next.current = onRename; }}><Pencil size={15} aria-hidden className="text-ink-faint" />Rename</MenuItem>
      <MenuItem danger onSelect={() => { next.current = onDelete; }}><Trash2 size={15} aria-hidden />Delete</MenuItem>
    </Menu>
  );
}
