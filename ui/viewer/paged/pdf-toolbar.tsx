import {
  ChevronLeft,
  ChevronRight,
  Minus,
  MoveHorizontal,
  PanelLeft,
  Plus,
  Search,
  SlidersHorizontal,
} from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { pdfTexts as texts } from './texts.ts';
import { popup } from '../../kit/popup.tsx';
import { ToolButton } from '../tool-button.tsx';
import { findPage } from './page-labels.ts';
import type { PdfSession } from './pdf-session.ts';
import type { PdfState } from './pdf-state.ts';

const ViewMenu = popup<{ session: PdfSession; state: PdfState }>(
  async () => (await import('./view-menu.tsx')).ViewMenu,
  'menu',
);

export function PdfToolbar({
  state,
  session,
  isSidebarOpen,
  onSidebar,
  isFinding,
  onFind,
  tools,
}: {
  state: PdfState;
  session: PdfSession | null;
  isSidebarOpen: boolean;
  onSidebar: () => void;
  isFinding: boolean;
  onFind: () => void;
  tools: ReactNode;
}) {
  const isReady = state.phase === 'ready' && session !== null;
  return (
    <div
      role="toolbar"
      aria-label={texts.toolbar}
      className="flex min-h-11 items-center gap-0.5 border-b border-line bg-surface px-2"
    >
      <ToolButton
        icon={PanelLeft}
        label={texts.outlineAndPages}
        aria-pressed={isSidebarOpen}
        disabled={!isReady}
        onClick={onSidebar}
      />
      <PageControls state={state} session={session} isReady={isReady} />
      <ViewControls state={state} session={session} isReady={isReady} />
      <ToolButton
        icon={Search}
        label={texts.find}
        shortcut="find"
        aria-pressed={isFinding}
        disabled={!isReady}
        onClick={onFind}
      />
      {tools}
    </div>
  );
}

interface ControlsProps {
  state: PdfState;
  session: PdfSession | null;
  isReady: boolean;
}

/** The page field and the page buttons. */
function PageControls({ state, session, isReady }: ControlsProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const label = state.labels?.[state.page - 1] ?? '';
  const turn = () => {
    const page = findPage(typed ?? '', state.pages, state.labels);
    if (page !== undefined) session?.turnTo(page);
    setTyped(null);
  };
  return (
    <div className="mx-auto flex min-w-0 items-center gap-0.5">
      {state.isSingle && (
        <ToolButton
          icon={ChevronLeft}
          label={texts.previousPage}
          shortcut="previousPage"
          disabled={!isReady || state.page <= 1}
          onClick={() => session?.step(-1)}
          className="max-sm:hidden"
        />
      )}
      <form
        className="flex min-w-0 items-center gap-1.5 text-[13px] tabular-nums text-ink-soft"
        onSubmit={(event) => {
          event.preventDefault();
          turn();
        }}
      >
        <input
          aria-label={texts.page}
          aria-description={label === '' ? undefined : texts.labelled(label)}
          inputMode={state.labels ? 'text' : 'numeric'}
          disabled={!isReady}
          value={typed ?? String(state.page)}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={turn}
          className="h-8 w-11 rounded-chip border border-line-field bg-surface text-center text-ink"
        />
        <span className="whitespace-nowrap">{texts.ofPages(state.pages)}</span>
        {label !== '' && label !== String(state.page) && (
          <span
            aria-hidden
            title={texts.labelled(label)}
            className="max-w-20 truncate rounded-chip max-sm:hidden bg-hover px-1.5 py-0.5 text-[12px] text-ink-soft"
          >
            {label}
          </span>
        )}
      </form>
      {state.isSingle && (
        <ToolButton
          icon={ChevronRight}
          label={texts.nextPage}
          shortcut="nextPage"
          disabled={!isReady || state.page >= state.pages}
          onClick={() => session?.step(1)}
          className="max-sm:hidden"
        />
      )}
    </div>
  );
}

/** The scale, the layout and the rotation of the pages. */
function ViewControls({ state, session, isReady }: ControlsProps) {
  return (
    <>
      <ToolButton
        icon={Minus}
        label={texts.zoomOut}
        shortcut="zoomOut"
        disabled={!isReady}
        onClick={() => session?.zoom('out')}
      />
      <span className="hidden w-11 text-center text-[12px] tabular-nums text-ink-soft sm:inline">
        {texts.zoom(state.zoom)}
      </span>
      <ToolButton
        icon={Plus}
        label={texts.zoomIn}
        shortcut="zoomIn"
        disabled={!isReady}
        onClick={() => session?.zoom('in')}
      />
      <ToolButton
        icon={MoveHorizontal}
        label={texts.fitWidth}
        shortcut="fitWidth"
        disabled={!isReady}
        className="max-sm:hidden"
        onClick={() => session?.zoom('page-width')}
      />
      {session && isReady ? (
        <ViewMenu
          session={session}
          state={state}
          trigger={<ToolButton icon={SlidersHorizontal} label={texts.pageLayout} />}
        />
      ) : (
        <ToolButton icon={SlidersHorizontal} label={texts.pageLayout} disabled />
      )}
    </>
  );
}
