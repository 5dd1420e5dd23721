/** The toolbar of the table with the cursor: rows and columns. Alt+F10 moves the focus to it. */
import type { Editor } from '@tiptap/react';
import { BubbleMenu } from '@tiptap/react/menus';
import {
  ArrowDownToLine,
  ArrowLeftToLine,
  ArrowRightToLine,
  ArrowUpToLine,
  Columns2,
  type LucideIcon,
  PanelLeft,
  PanelTop,
  Rows2,
  Trash2,
} from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '#ui/kit/button.tsx';
import { floatClass } from '#ui/kit/floating-list.ts';
import { Menu, MenuItem, MenuLine } from '#ui/kit/menu.tsx';
import { textBlockTexts } from '../texts/text-blocks.ts';
import { useToolbarKeys } from '../toolbar-keys.ts';

const texts = textBlockTexts.table;

export function TableTools({ editor }: { editor: Editor }) {
  const bar = useRef<HTMLDivElement>(null);
  useToolbarKeys(editor, bar);
  const run = (name: Command) => () => {
    editor.chain().focus()[name]().run();
  };
  const item = (Icon: LucideIcon, label: string, name: Command, danger = false) => (
    <MenuItem danger={danger} onSelect={run(name)}>
      <Icon size={16} aria-hidden />
      {label}
    </MenuItem>
  );
  return (
    <BubbleMenu
      ref={bar}
      editor={editor}
      pluginKey="tableTools"
      role="toolbar"
      aria-label={texts.tools}
      className={floatClass('flex min-w-0! items-center gap-0.5')}
      options={{ placement: 'top-start', offset: 6 }}
      getReferencedVirtualElement={() => tableOf(editor)}
      shouldShow={({ editor: it, state }) =>
        it.isEditable &&
        it.isActive('table') &&
        (state.selection.empty || '$anchorCell' in state.selection)
      }
    >
      <Menu
        trigger={
          <IconButton label={texts.rows} className="size-8! pointer-coarse:size-11!">
            <Rows2 size={16} aria-hidden />
          </IconButton>
        }
        onClosed={(event) => {
          event.preventDefault();
          if (!editor.isDestroyed) editor.commands.focus();
        }}
      >
        {item(ArrowUpToLine, texts.rowAbove, 'addRowBefore')}
        {item(ArrowDownToLine, texts.rowBelow, 'addRowAfter')}
        {item(PanelTop, texts.headerRow, 'toggleHeaderRow')}
        <MenuLine />
        {item(Trash2, texts.deleteRow, 'deleteRow', true)}
      </Menu>
      <Menu
        trigger={
          <IconButton label={texts.columns} className="size-8! pointer-coarse:size-11!">
            <Columns2 size={16} aria-hidden />
          </IconButton>
        }
        onClosed={(event) => {
          event.preventDefault();
          if (!editor.isDestroyed) editor.commands.focus();
        }}
      >
        {item(ArrowLeftToLine, texts.columnBefore, 'addColumnBefore')}
        {item(ArrowRightToLine, texts.columnAfter, 'addColumnAfter')}
        {item(PanelLeft, texts.headerColumn, 'toggleHeaderColumn')}
        <MenuLine />
        {item(Trash2, texts.deleteColumn, 'deleteColumn', true)}
      </Menu>
      <IconButton
        label={texts.deleteTable}
        onClick={run('deleteTable')}
        className="size-8! pointer-coarse:size-11!"
      >
        <Trash2 size={16} aria-hidden />
      </IconButton>
    </BubbleMenu>
  );
}

type Command =
  | 'addRowBefore'
  | 'addRowAfter'
  | 'toggleHeaderRow'
  | 'deleteRow'
  | 'addColumnBefore'
  | 'addColumnAfter'
  | 'toggleHeaderColumn'
  | 'deleteColumn'
  | 'deleteTable';

function tableOf({ view, state }: Editor): { getBoundingClientRect(): DOMRect } | null {
  const { node } = view.domAtPos(state.selection.from);
  return (node instanceof Element ? node : node.parentElement)?.closest('table') ?? null;
}
