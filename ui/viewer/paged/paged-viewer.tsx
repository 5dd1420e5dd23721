import 'pdfjs-dist/web/pdf_viewer.css';
import './paged.css';
import { useRef, useState } from 'react';
import { CLIP_COLOR } from '#core/editor/fields.ts';
import { useStableUrl } from '../stable-url.ts';
import type { MarkStyle } from '../marks/selection-bar.tsx';
import type { MediumProps } from '../viewer-handle.ts';
import { PdfFindBar } from './pdf-find-bar.tsx';
import { PageSidebar } from './page-sidebar.tsx';
import { PdfMarkTools } from './pdf-mark-tools.tsx';
import { PdfNotice } from './pdf-notice.tsx';
import { PdfToolbar } from './pdf-toolbar.tsx';
import { usePdfKeys } from './use-pdf-keys.ts';
import { usePdfSelection } from './use-pdf-selection.ts';
import { usePdfSession } from './use-pdf-session.ts';

/** A PDF in PDF.js's own viewer, page below page. */
export function PagedViewer({ source, tools, ref, ...clipProps }: MediumProps) {
  const { clips, onClip } = clipProps;
  const home = useRef<HTMLDivElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const pages = useRef<HTMLDivElement>(null);
  const [hasSidebar, setSidebar] = useState(false);
  const [isFinding, setFinding] = useState(false);
  const [lastColor, setLastColor] = useState(CLIP_COLOR);
  const file = useStableUrl(`${source._id}:${source.version}`, source.fileUrl);
  const { session, state } = usePdfSession({
    sourceId: source._id,
    file,
    container,
    pages,
    clips,
    ref,
  });
  const selected = usePdfSelection(session, container);

  const mark = ({ color, underline }: MarkStyle) => {
    if (!selected) return;
    onClip({ locator: selected.locator, areas: selected.areas, color, underline });
    setLastColor(color);
    document.getSelection()?.removeAllRanges();
  };
  usePdfKeys(home, {
    onFind: () => {
      setFinding(true);
      home.current?.querySelector<HTMLInputElement>('[data-find]')?.select();
    },
    onZoom: (change) => session?.zoom(change),
    onRotate: (degrees) => session?.rotate(degrees),
    onStep: (by) => session?.step(by),
    onMark:
      selected && clipProps.onChangeClip
        ? (underline) => mark({ color: lastColor, underline })
        : undefined,
  });
  return (
    <div ref={home} className="flex h-full min-h-0 flex-col bg-sunken">
      <PdfToolbar
        state={state}
        session={session}
        isSidebarOpen={hasSidebar}
        onSidebar={() => setSidebar(!hasSidebar)}
        isFinding={isFinding}
        onFind={() => setFinding(!isFinding)}
        tools={tools}
      />
      {isFinding && session && (
        <PdfFindBar
          session={session}
          state={state}
          onClose={() => {
            setFinding(false);
            container.current?.focus();
          }}
        />
      )}
      <div className="relative flex min-h-0 flex-1">
        {hasSidebar && session?.document && (
          <PageSidebar
            session={session}
            document={session.document}
            page={state.page}
            labels={state.labels}
            onClose={() => setSidebar(false)}
          />
        )}
        <div className="relative min-w-0 flex-1">
          <div
            ref={container}
            tabIndex={0}
            role="document"
            aria-label={source.title}
            className="gloss-pdf absolute inset-0 overflow-auto overscroll-contain focus-visible:outline-offset-[-2px]"
          >
            <div ref={pages} className="pdfViewer" />
          </div>
          <PdfNotice source={source} file={file} state={state} />
        </div>
      </div>
      <PdfMarkTools
        session={session}
        selected={selected}
        chosenId={state.chosen}
        lastColor={lastColor}
        onMark={mark}
        {...clipProps}
      />
    </div>
  );
}
