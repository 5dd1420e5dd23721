import { ChevronLeft, ChevronRight, Minus, MoveHorizontal, PanelLeft, Plus, Search, SlidersHorizontal } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { popup } from '../../kit/popup.tsx';
import { ToolButton } from '../tool-button.tsx';
import { pageNamed } from './page-labels.ts';
import type { PdfSession, PdfState } from './pdf-session.ts';

const ViewMenu = popup<{ session: PdfSession; isSingle: boolean }>(async () => (await import('./view-menu.tsx')).ViewMenu, 'menu');

export function PdfToolbar({ state, session, isSidebarOpen, onSidebar, isFinding, onFind, tools }: {
  state: PdfState; session: PdfSession | null; isSidebarOpen: boolean; onSidebar: () => void; isFinding: boolean; onFind: () => void; tools: ReactNode;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const isReady = state.phase === 'ready' && session !== null;
  const label = state.labels?.[state.page - 1] ?? '';
  const turn = () => {
    const page = pageNamed(typed ?? '', state.pages, state.labels);
    if (page !== undefined) session?.turnTo(page);
    setTyped(null);
  };
  return (
    <div role="toolbar" aria-label="PDF" className="flex min-h-11 items-center gap-0.5 border-b border-line bg-surface px-2">
      <ToolButton icon={PanelLeft} label="Outline and pages" aria-pressed={isSidebarOpen} disabled={!isReady} onClick={onSidebar} />
      <div className="mx-auto flex min-w-0 items-center gap-0.5">
        {state.isSingle && <ToolButton icon={ChevronLeft} label="Previous page" hint="←" disabled={!isReady || state.page <= 1} onClick={() => session?.step(-1)} className="max-sm:hidden" />}
        <form className="flex min-w-0 items-center gap-1.5 text-[13px] tabular-nums text-ink-soft" onSubmit={(event) => { event.preventDefault(); turn(); }}>
          <input
            aria-label="Page" aria-description={label === '' ? undefined : `The PDF calls it ${label}`} inputMode={state.labels ? 'text' : 'numeric'} disabled={!isReady} value={typed ?? String(state.page)}
            onFocus={(event) => event.target.select()} onChange={(event) => setTyped(event.target.value)} onBlur={turn}
            className="h-8 w-11 rounded-chip border border-line-field bg-surface text-center text-ink"
          />
          <span className="whitespace-nowrap">of {state.pages === 0 ? '–' : state.pages}</span>
          {label !== '' && label !== String(state.page) && <span aria-hidden title={`The PDF calls this page ${label}`} className="max-w-20 truncate rounded-chip max-sm:hidden bg-hover px-1.5 py-0.5 text-[12px] text-ink-soft">{label}</span>}
        </form>
        {state.isSingle && <ToolButton icon={ChevronRight} label="Next page" hint="→" disabled={!isReady || state.page >= state.pages} onClick={() => session?.step(1)} className="max-sm:hidden" />}
      </div>
      <ToolButton icon={Minus} label="Zoom out" hint="Ctrl −" disabled={!isReady} onClick={() => session?.zoom('out')} />
      <span className="hidden w-11 text-center text-[12px] tabular-nums text-ink-soft sm:inline">{state.zoom} %</span>
      <ToolButton icon={Plus} label="Zoom in" hint="Ctrl +" disabled={!isReady} onClick={() => session?.zoom('in')} />
      <ToolButton icon={MoveHorizontal} label="Fit width" hint="Ctrl 0" disabled={!isReady} className="max-sm:hidden" onClick={() => session?.zoom('page-width')} />
      {session && isReady
        ? <ViewMenu session={session} isSingle={state.isSingle} trigger={<ToolButton icon={SlidersHorizontal} label="How pages are shown" />} />
        : <ToolButton icon={SlidersHorizontal} label="How pages are shown" disabled />}
      <ToolButton icon={Search} label="Find in PDF" hint="Ctrl F" aria-pressed={isFinding} disabled={!isReady} onClick={onFind} />
      {tools}
    </div>
  );
}
