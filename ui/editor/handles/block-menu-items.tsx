/** The block menu: actions for the selected blocks. */
import type { Editor } from '@tiptap/core';
import { DropdownMenu } from 'radix-ui';
import {
  ArrowDown,
  ArrowUp,
  Check,
  ChevronRight,
  Copy,
  IndentDecrease,
  IndentIncrease,
  Replace,
  Trash2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { shiftIndent } from '#core/editor/text-blocks.ts';
import { optionListClass, rowClass } from '#ui/kit/floating-list.ts';
import { MenuItem, MenuLine } from '#ui/kit/menu.tsx';
import { editorTexts } from '../texts/editor.ts';
import { deleteBlocks, duplicateBlocks, moveBlocks } from './block-moves.ts';
import { canTurn, TURNS } from './turn-into.ts';

const texts = editorTexts.blocks;
type Work = Parameters<Parameters<Editor['commands']['command']>[0]>[0];

export function BlockMenuItems({ editor }: { editor: Editor }) {
  const run = (work: (props: Work) => boolean) => () => {
    editor.chain().focus().command(work).run();
  };
  const indents = editor
    .can()
    .chain()
    .command(({ state, tr }) => shiftIndent(state, tr, 1) || shiftIndent(state, tr, -1))
    .run();
  return (
    <>
      {canTurn(editor) && <TurnIntoMenu editor={editor} />}
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
      {indents && (
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
    </>
  );
}

function TurnIntoMenu({ editor }: { editor: Editor }) {
  return (
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
          className={optionListClass('overflow-y-auto')}
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
