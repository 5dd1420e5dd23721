import 'pdfjs-dist/web/pdf_viewer.css';
import './paged.css';
import { useEffect, useImperativeHandle, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { Failure, Waiting } from '../notice.tsx';
import { useHeldUrl } from '../held-url.ts';
import { SaveClipButton, spotOf } from '../save-clip-button.tsx';
import type { SelectionSpot } from '../save-clip-button.tsx';
import { quoteOf } from '../viewer-handle.ts';
import type { MediumProps, Target, ViewerClip } from '../viewer-handle.ts';
import { FindBar } from './find-bar.tsx';
import { PageSidebar } from './page-sidebar.tsx';
import { PdfToolbar } from './pdf-toolbar.tsx';
import { PdfSession } from './pdf-session.ts';
import type { PdfState } from './pdf-session.ts';
import type { PageMark } from './page-marks.ts';
import type { PagedLocator } from '#core/contract/locator.ts';

const NOT_YET: PdfState = { phase: 'loading', loaded: 0, page: 1, pages: 0, zoom: 100, found: undefined };
const nothing = () => () => {};

const asMark = ({ locator, color }: ViewerClip): PageMark[] =>
  (locator.medium === 'paged' && locator.rects ? [{ page: locator.page, rects: locator.rects, color }] : []);

function follow(session: PdfSession, target: Target): void {
  if (!('medium' in target)) session.goTo(target.place, undefined, quoteOf(target));
  else if (target.medium === 'paged') session.goTo(target.page, target.rects, quoteOf(target));
}

/** A PDF, page under page, in PDF.js's own viewer. */
export function PagedViewer({ source, clips, onClip, tools, ref }: MediumProps) {
  const container = useRef<HTMLDivElement>(null);
  const pages = useRef<HTMLDivElement>(null);
  const home = useRef<HTMLDivElement>(null);
  const kept = useRef<Target | null>(null);
  const [session, setSession] = useState<PdfSession | null>(null);
  const [sidebar, setSidebar] = useState(false);
  const [finding, setFinding] = useState(false);
  const [selected, setSelected] = useState<{ spot: SelectionSpot; locator: PagedLocator } | null>(null);
  const file = useHeldUrl(`${source._id}:${source.version}`, source.fileUrl);
  const state = useSyncExternalStore(session?.subscribe ?? nothing, session?.getState ?? (() => NOT_YET));
  const marks = useMemo(() => clips.flatMap(asMark), [clips]);

  useEffect(() => {
    if (!container.current || !pages.current || file.url === undefined) return undefined;
    const opened = new PdfSession(container.current, pages.current);
    setSession(opened);
    if (kept.current) follow(opened, kept.current);
    void opened.open(file.url);
    return () => {
      opened.destroy();
      setSession((it) => (it === opened ? null : it));
    };
  }, [file.url, file.round]);

  useEffect(() => { if (state.phase === 'ready') session?.showClips(marks); }, [session, state.phase, marks]);

  useImperativeHandle(ref, () => ({
    goTo(target) {
      // Kept even when followed: in development React opens everything twice.
      kept.current = target;
      if (session) follow(session, target);
    },
    place: () => session?.state.page ?? 1,
  }), [session]);

  useEffect(() => {
    if (!session) return undefined;
    const read = () => {
      const found = session.selection();
      const spot = found && spotOf(found.range);
      setSelected(found && spot ? { spot, locator: found.locator } : null);
    };
    const element = container.current;
    document.addEventListener('selectionchange', read);
    element?.addEventListener('scroll', read, { passive: true });
    return () => {
      document.removeEventListener('selectionchange', read);
      element?.removeEventListener('scroll', read);
    };
  }, [session]);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'f') return;
      if (!(event.target instanceof Node) || !(event.target === document.body || home.current?.contains(event.target))) return;
      event.preventDefault();
      setFinding(true);
      home.current?.querySelector<HTMLInputElement>('[data-find]')?.select();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);

  const href = source.sourceUrl;
  const isFailed = state.phase === 'failed';
  return (
    <div ref={home} className="flex h-full min-h-0 flex-col bg-sunken">
      <PdfToolbar
        state={state} session={session} isSidebarOpen={sidebar} onSidebar={() => setSidebar(!sidebar)}
        isFinding={finding} onFind={() => setFinding(!finding)} tools={tools}
      />
      {finding && session && <FindBar session={session} state={state} onClose={() => { setFinding(false); container.current?.focus(); }} />}
      <div className="relative flex min-h-0 flex-1">
        {sidebar && session?.document && <PageSidebar session={session} document={session.document} page={state.page} onClose={() => setSidebar(false)} />}
        <div className="relative min-w-0 flex-1">
          <div ref={container} tabIndex={0} role="document" aria-label={source.title} className="gloss-pdf absolute inset-0 overflow-auto overscroll-contain focus-visible:outline-offset-[-2px]">
            <div ref={pages} className="pdfViewer" />
          </div>
          {!isFailed && state.phase === 'loading' && <Waiting label={file.url === undefined ? 'Setting up your source' : `Opening the PDF, ${Math.round(state.loaded * 100)} %`} />}
          {isFailed && (
            <div className="absolute inset-0 bg-surface">
              <Failure
                text={state.failure === 'password' ? 'This PDF is locked with a password.' : 'The PDF did not open.'}
                detail={state.failure === 'password' ? 'Add a copy that opens without one.' : 'Its link may have run out, or the file is damaged.'}
                href={href} onRetry={file.renew}
              />
            </div>
          )}
        </div>
      </div>
      {selected && <SaveClipButton spot={selected.spot} onSave={() => { onClip({ locator: selected.locator }); document.getSelection()?.removeAllRanges(); }} />}
    </div>
  );
}
