/**
 * Beside the block under the pointer: what it is dragged by, and what can be done with it. `Mod-/`
 * opens the same where one writes.
 */
import type { Editor } from '@tiptap/core';
import { DropdownMenu } from 'radix-ui';
import {
  ArrowDown,
  ArrowUp,
  Check,
  ChevronRight,
  Copy,
  GripVertical,
  IndentDecrease,
  IndentIncrease,
  Replace,
  Trash2,
} from 'lucide-react';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import { shiftIndent } from '#core/editor/text-blocks.ts';
import { floatClass, rowClass } from '#ui/kit/float.ts';
import { MenuItem, MenuLine } from '#ui/kit/menu.tsx';
import { editorTexts } from '../texts/editor.ts';
import { deleteBlocks, duplicateBlocks, moveBlocks } from './block-moves.ts';
import type { Handle } from './handle.ts';
import { canTurn, TURNS } from './turn-into.ts';

const texts = editorTexts.blocks;
type Work = Parameters<Parameters<Editor['commands']['command']>[0]>[0];

export function BlockHandle({ editor, handle }: { editor: Editor; handle: Handle }) {
  const position = useSyncExternalStore(handle.subscribe, handle.position);
  const [open, setOpen] = useState(false);
  // Held here too: the pointer may leave the notes for the menu.
  useEffect(
    () =>
      handle.onAsked(() => {
        handle.hold(true);
        setOpen(true);
      }),
    [handle],
  );
  const show = (opens: boolean) => {
    // By the pointer it is about the block beside it; by the keyboard about the one that is written
    // in.
    if (opens && position !== undefined) select(editor, position);
    handle.hold(opens);
    setOpen(opens);
  };
  const run = (work: (props: Work) => boolean) => () => {
    editor.chain().focus().command(work).run();
  };
  const indents = editor
    .can()
    .chain()
    .command(({ state, tr }) => shiftIndent(state, tr, 1) || shiftIndent(state, tr, -1))
    .run();
  return createPortal(
    <DropdownMenu.Root modal={false} open={open} onOpenChange={show}>
      {/* The menu opens by a click: a button that opens it when it is pressed cannot be dragged. */}
      <button
        type="button"
        tabIndex={-1}
        aria-label={texts.menu}
        title={texts.menuHint}
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
          className={floatClass()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            editor.commands.focus();
          }}
        >
          {open && canTurn(editor) && (
            <DropdownMenu.Sub>
              <DropdownMenu.SubTrigger className={rowClass()}>
                <Replace size={16} aria-hidden />
                <span className="flex-1">{texts.turnInto}</span>
                <ChevronRight size={15} aria-hidden className="text-ink-faint" />
              </DropdownMenu.SubTrigger>
              <DropdownMenu.Portal>
                <DropdownMenu.SubContent
                  sideOffset={4}
                  collisionPadding={8}
                  className={floatClass()}
                >
                  {TURNS.map((turn) => (
                    <MenuItem key={turn.id} onSelect={() => turn.run(editor)}>
                      <span className="flex-1">{turn.name}</span>
                      {turn.is(editor) && <Check size={15} aria-hidden />}
                    </MenuItem>
                  ))}
                </DropdownMenu.SubContent>
              </DropdownMenu.Portal>
            </DropdownMenu.Sub>
          )}
          <Item
            icon={<Copy size={16} aria-hidden />}
            keys={texts.keys.duplicate}
            onSelect={run(({ state, tr }) => duplicateBlocks(state, tr))}
          >
            {texts.duplicate}
          </Item>
          <Item
            icon={<ArrowUp size={16} aria-hidden />}
            keys={texts.keys.up}
            onSelect={run(({ state, tr }) => moveBlocks(state, tr, -1))}
          >
            {texts.up}
          </Item>
          <Item
            icon={<ArrowDown size={16} aria-hidden />}
            keys={texts.keys.down}
            onSelect={run(({ state, tr }) => moveBlocks(state, tr, 1))}
          >
            {texts.down}
          </Item>
          {open && indents && (
            <>
              <Item
                icon={<IndentIncrease size={16} aria-hidden />}
                keys={texts.keys.indent}
                onSelect={run(({ state, tr }) => shiftIndent(state, tr, 1))}
              >
                {texts.indent}
              </Item>
              <Item
                icon={<IndentDecrease size={16} aria-hidden />}
                keys={texts.keys.outdent}
                onSelect={run(({ state, tr }) => shiftIndent(state, tr, -1))}
              >
                {texts.outdent}
              </Item>
            </>
          )}
          <MenuLine />
          <MenuItem danger onSelect={run(({ state, tr }) => deleteBlocks(state, tr))}>
            <Trash2 size={16} aria-hidden />
            {texts.remove}
          </MenuItem>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>,
    handle.element,
  );
}

function Item({
  icon,
  keys,
  onSelect,
  children,
}: {
  icon: ReactNode;
  keys: string;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <MenuItem onSelect={onSelect}>
      {icon}
      <span className="flex-1">{children}</span>
      <kbd className="font-sans text-xs text-ink-faint">{keys}</kbd>
    </MenuItem>
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
