import { Maximize2, Minus, MoveHorizontal, PanelLeft, Plus, RotateCw, Search } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { ToolButton } from '../tool-button.tsx';
import type { PdfSession, PdfState } from './pdf-session.ts';

export function PdfToolbar({ state, session, isSidebarOpen, onSidebar, isFinding, onFind, tools }: {
  state: PdfState; session: PdfSession | null; isSidebarOpen: boolean; onSidebar: () => void; isFinding: boolean; onFind: () => void; tools: ReactNode;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const isReady = state.phase === 'ready' && session !== null;
  const turn = () => {
    const page = Number.parseInt(typed ?? '', 10);
    if (Number.isFinite(page)) session?.turnTo(page);
    setTyped(null);
  };
  return (
    <div role="toolbar" aria-label="PDF" className="flex min-h-11 items-center gap-0.5 border-b border-line bg-surface px-2">
      <ToolButton icon={PanelLeft} label="Outline and pages" aria-pressed={isSidebarOpen} disabled={!isReady} onClick={onSidebar} />
      <form className="mx-auto flex items-center gap-1.5 text-[13px] tabular-nums text-ink-soft" onSubmit={(event) => { event.preventDefault(); turn(); }}>
        <input
          aria-label="Page" inputMode="numeric" disabled={!isReady} value={typed ?? String(state.page)}
          onFocus={(event) => event.target.select()} onChange={(event) => setTyped(event.target.value)} onBlur={turn}
          className="h-8 w-11 rounded-chip border border-line-field bg-surface text-center text-ink"
        />
        <span className="whitespace-nowrap">of {state.pages === 0 ? '–' : state.pages}</span>
      </form>
      <ToolButton icon={Minus} label="Zoom out" disabled={!isReady} onClick={() => session?.zoom('out')} />
      <span className="hidden w-11 text-center text-[12px] tabular-nums text-ink-soft sm:inline">{state.zoom} %</span>
      <ToolButton icon={Plus} label="Zoom in" disabled={!isReady} onClick={() => session?.zoom('in')} />
      <ToolButton icon={MoveHorizontal} label="Fit width" disabled={!isReady} onClick={() => session?.zoom('page-width')} />
      <ToolButton icon={Maximize2} label="Fit page" disabled={!isReady} className="max-sm:hidden" onClick={() => session?.zoom('page-fit')} />
      <ToolButton icon={RotateCw} label="Rotate" disabled={!isReady} className="max-sm:hidden" onClick={() => session?.rotate()} />
      <ToolButton icon={Search} label="Find in PDF" hint="Ctrl F" aria-pressed={isFinding} disabled={!isReady} onClick={onFind} />
      {tools}
    </div>
  );
}
