/**
 * The handle beside the block under the pointer: drags the block and opens its menu. `Mod-/` opens
 * the menu at the cursor.
 */
import type { Editor } from '@tiptap/core';
import { DropdownMenu } from 'radix-ui';
import { GripVertical } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import { optionListClass } from '#ui/kit/floating-list.ts';
import { editorTexts } from '../texts/editor.ts';
import { BlockMenuItems } from './block-menu-items.tsx';
import type { Handle } from './handle.ts';

const texts = editorTexts.blocks;

export function BlockHandle({ editor, handle }: { editor: Editor; handle: Handle }) {
  const position = useSyncExternalStore(handle.subscribe, handle.position);
  const [open, setOpen] = useState(false);
  // Held here too, because the pointer may leave the notes for the menu.
  useEffect(
    () =>
      handle.onAsked(() => {
        handle.hold(true);
        setOpen(true);
      }),
    [handle],
  );
  const show = (opens: boolean) => {
    // By pointer it acts on the block beside it, by keyboard on the block with the cursor.
    if (opens && position !== undefined) select(editor, position);
    handle.hold(opens);
    setOpen(opens);
  };
  return createPortal(
    <DropdownMenu.Root modal={false} open={open} onOpenChange={show}>
      {/* The menu opens on click, because a button that opens it on press can't be dragged. */}
      <button
        type="button"
        tabIndex={-1}
        aria-label={texts.menu}
        data-tooltip={texts.menuHint}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => {
          show(!open);
        }}
        className="relative grid h-7 w-5 cursor-grab place-items-center rounded-chip text-ink-faint hover:bg-hover hover:text-ink active:cursor-grabbing"
      >
        <GripVertical size={16} aria-hidden />
        <DropdownMenu.Trigger asChild>
          <span className="pointer-events-none absolute inset-0" aria-hidden />
        </DropdownMenu.Trigger>
      </button>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          aria-label={texts.menu}
          side="left"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className={optionListClass('overflow-y-auto')}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!editor.isDestroyed) editor.commands.focus();
          }}
        >
          <BlockMenuItems editor={editor} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>,
    handle.element,
  );
}

function select(editor: Editor, position: number): void {
  const { doc, tr, selection } = editor.state;
  const node = doc.nodeAt(position);
  if (!node || (selection.from > position && selection.to < position + node.nodeSize)) return;
  editor.view.dispatch(
    tr.setSelection(
      node.isAtom
        ? NodeSelection.create(doc, position)
        : TextSelection.near(doc.resolve(position + 1)),
    ),
  );
}
