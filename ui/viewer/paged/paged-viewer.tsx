import 'pdfjs-dist/web/pdf_viewer.css';
import './paged.css';
import {
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Failure, Waiting } from '../notice.tsx';
import { useHeldUrl } from '../held-url.ts';
import { MarkPopover } from '../marks/mark-popover.tsx';
import { rectOf, spotOf } from '../marks/save-clip-button.tsx';
import type { SelectionSpot } from '../marks/save-clip-button.tsx';
import { SelectionBar, type MarkStyle } from '../marks/selection-bar.tsx';
import { quoteOf } from '../viewer-handle.ts';
import type { MediumProps, Target, ViewerClip } from '../viewer-handle.ts';
import { FindBar } from './find-bar.tsx';
import { PageSidebar } from './page-sidebar.tsx';
import { PdfToolbar } from './pdf-toolbar.tsx';
import { keepView, readKeptView } from './kept-view.ts';
import { NO_PDF, PdfSession } from './pdf-session.ts';
import type { PageMark } from './page-marks.ts';
import { usePdfKeys } from './use-pdf-keys.ts';
import type { PageArea, PagedLocator } from '#core/contract/locator.ts';
import { CLIP_COLOR } from '#core/editor/fields.ts';
import { pdfTexts as texts } from '#ui/texts/viewer-pdf.ts';
import { markTexts, viewerTexts } from '#ui/texts/viewer.ts';

const nothing = () => () => {};

const SHOWN_QUOTE = 80;

function asMarks({ _id, locator, areas, color, underline }: ViewerClip): PageMark[] {
  if (locator.medium !== 'paged') return [];
  const quote =
    locator.quote.length > SHOWN_QUOTE ? `${locator.quote.slice(0, SHOWN_QUOTE)}…` : locator.quote;
  return (areas ?? [{ page: locator.page, rects: locator.rects ?? [] }]).map((area, n) => ({
    ...area,
    id: _id,
    color,
    underline,
    ...(n === 0 && { label: markTexts.highlightOf(quote) }),
  }));
}

function follow(session: PdfSession, target: Target): void {
  if (!('medium' in target)) session.goTo(target.place, undefined, quoteOf(target));
  else if (target.medium === 'paged') session.goTo(target.page, target.rects, quoteOf(target));
}

/** A PDF, page under page, in PDF.js's own viewer. */
export function PagedViewer({
  source,
  clips,
  onClip,
  onAsk,
  onEditClip,
  onChangeClip,
  onDeleteClip,
  own,
  tools,
  ref,
}: MediumProps) {
  const container = useRef<HTMLDivElement>(null);
  const pages = useRef<HTMLDivElement>(null);
  const home = useRef<HTMLDivElement>(null);
  const kept = useRef<Target | null>(null);
  const [session, setSession] = useState<PdfSession | null>(null);
  const [sidebar, setSidebar] = useState(false);
  const [finding, setFinding] = useState(false);
  const [selected, setSelected] = useState<{
    spot: SelectionSpot;
    locator: PagedLocator;
    areas: PageArea[];
  } | null>(null);
  const [lastColor, setLastColor] = useState(CLIP_COLOR);
  const file = useHeldUrl(`${source._id}:${source.version}`, source.fileUrl);
  const state = useSyncExternalStore(
    session?.subscribe ?? nothing,
    session?.getState ?? (() => NO_PDF),
  );
  const marks = useMemo(() => clips.flatMap(asMarks), [clips]);

  useEffect(() => {
    if (!container.current || !pages.current || file.url === undefined) return undefined;
    const opened = new PdfSession(
      container.current,
      pages.current,
      readKeptView(source._id),
      (view) => keepView(source._id, view),
    );
    setSession(opened);
    if (kept.current) follow(opened, kept.current);
    void opened.open(file.url);
    return () => {
      opened.destroy();
      setSession((it) => (it === opened ? null : it));
    };
  }, [file.url, file.round, source._id]);

  useEffect(() => {
    if (state.phase === 'ready') session?.showClips(marks);
  }, [session, state.phase, marks]);

  useImperativeHandle(
    ref,
    () => ({
      goTo(target) {
        // Kept even when followed: in development React opens everything twice.
        kept.current = target;
        if (session) follow(session, target);
      },
      place: () => session?.state.page ?? 1,
    }),
    [session],
  );

  useEffect(() => {
    if (!session) return undefined;
    const read = () => {
      const found = session.selection();
      const spot = found && spotOf(found.range);
      setSelected(found && spot ? { spot, locator: found.locator, areas: found.areas } : null);
    };
    const element = container.current;
    document.addEventListener('selectionchange', read);
    element?.addEventListener('scroll', read, { passive: true });
    return () => {
      document.removeEventListener('selectionchange', read);
      element?.removeEventListener('scroll', read);
    };
  }, [session]);

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
    onMark: selected && own ? (underline) => mark({ color: lastColor, underline }) : undefined,
  });
  const chosen =
    state.chosen === undefined ? undefined : clips.find((clip) => clip._id === state.chosen);

  const href = source.sourceUrl;
  const isFailed = state.phase === 'failed';
  // Said above the viewer, with what can be done.
  const isKnown = source.error?.code === 'corrupt_file';
  const isAbsent = file.url === undefined && source.error !== undefined;
  return (
    <div ref={home} className="flex h-full min-h-0 flex-col bg-sunken">
      <PdfToolbar
        state={state}
        session={session}
        isSidebarOpen={sidebar}
        onSidebar={() => setSidebar(!sidebar)}
        isFinding={finding}
        onFind={() => setFinding(!finding)}
        tools={tools}
      />
      {finding && session && (
        <FindBar
          session={session}
          state={state}
          onClose={() => {
            setFinding(false);
            container.current?.focus();
          }}
        />
      )}
      <div className="relative flex min-h-0 flex-1">
        {sidebar && session?.document && (
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
          {!isAbsent && state.phase === 'loading' && (
            <Waiting
              label={
                file.url === undefined
                  ? viewerTexts.settingUp
                  : texts.opening(Math.round(state.loaded * 100))
              }
            />
          )}
          {isAbsent && (
            <div className="absolute inset-0 bg-surface">
              <Failure text={texts.absent} href={href} />
            </div>
          )}
          {isFailed && (
            <div className="absolute inset-0 bg-surface">
              <Failure
                text={state.failure === 'password' ? texts.locked : texts.broken}
                detail={
                  state.failure === 'password'
                    ? texts.lockedHelp
                    : isKnown
                      ? undefined
                      : texts.brokenWhy
                }
                href={href}
                onRetry={isKnown ? undefined : file.renew}
              />
            </div>
          )}
        </div>
      </div>
      {selected && (
        <SelectionBar
          spot={selected.spot}
          text={selected.locator.quote}
          color={lastColor}
          onMark={own ? mark : undefined}
          onAsk={
            onAsk &&
            (() =>
              onAsk(
                { locator: selected.locator, areas: selected.areas, color: lastColor },
                rectOf(selected.spot),
              ))
          }
        />
      )}
      {session && chosen && (
        <MarkPopover
          key={chosen._id}
          clip={chosen}
          boxOf={() => session.markKey(chosen._id)?.getBoundingClientRect()}
          onClose={(led) => {
            session.choose(undefined);
            if (!led) session.focus(chosen._id);
          }}
          onChange={onChangeClip}
          onShow={onEditClip}
          onDelete={onDeleteClip}
        />
      )}
    </div>
  );
}
