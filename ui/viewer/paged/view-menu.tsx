import {
  Columns2,
  File,
  Maximize2,
  MoveHorizontal,
  RectangleVertical,
  RotateCcw,
  RotateCw,
  Rows2,
} from 'lucide-react';
import { pdfTexts as texts } from './texts.ts';
import { Menu, MenuItem, MenuLine } from '../../kit/menu.tsx';
import type { PopupProps } from '../../kit/popup.tsx';
import type { PdfSession } from './pdf-session.ts';
import type { PdfState } from './pdf-state.ts';

export function ViewMenu({
  session,
  state: { isSingle, isSpread },
  trigger,
  defaultOpen,
}: PopupProps & { session: PdfSession; state: PdfState }) {
  return (
    <Menu trigger={trigger} defaultOpen={defaultOpen}>
      <MenuItem onSelect={() => session.showSingle(!isSingle)}>
        {isSingle ? (
          <>
            <Rows2 size={16} aria-hidden />
            {texts.allPages}
          </>
        ) : (
          <>
            <File size={16} aria-hidden />
            {texts.onePage}
          </>
        )}
      </MenuItem>
      <MenuItem onSelect={() => session.showSpread(!isSpread)}>
        {isSpread ? (
          <>
            <RectangleVertical size={16} aria-hidden />
            {texts.oneColumn}
          </>
        ) : (
          <>
            <Columns2 size={16} aria-hidden />
            {texts.twoPages}
          </>
        )}
      </MenuItem>
      <MenuLine />
      <MenuItem onSelect={() => session.zoom('page-width')}>
        <MoveHorizontal size={16} aria-hidden />
        {texts.fitWidth}
      </MenuItem>
      <MenuItem onSelect={() => session.zoom('page-fit')}>
        <Maximize2 size={16} aria-hidden />
        {texts.fitPage}
      </MenuItem>
      <MenuLine />
      <MenuItem onSelect={() => session.rotate(90)}>
        <RotateCw size={16} aria-hidden />
        {texts.rotateClockwise}
        <kbd className="ml-auto pl-4 text-xs text-ink-faint">R</kbd>
      </MenuItem>
      <MenuItem onSelect={() => session.rotate(-90)}>
        <RotateCcw size={16} aria-hidden />
        {texts.rotateBack}
        <kbd className="ml-auto pl-4 text-xs text-ink-faint">⇧ R</kbd>
      </MenuItem>
    </Menu>
  );
}
