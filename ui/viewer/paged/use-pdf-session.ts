/** The PDF of a source, open in a pair of elements. */
import {
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { useStableUrl } from '../stable-url.ts';
import { highlightLabel } from '../marks/highlight-label.ts';
import { type MediumHandle, quoteOf, type Target, type ViewerClip } from '../viewer-handle.ts';
import { saveView, readSavedView } from './saved-view.ts';
import type { PageMark } from './page-marks.ts';
import { PdfSession } from './pdf-session.ts';
import { NO_PDF, type PdfState } from './pdf-state.ts';

const subscribeToNothing = () => () => {};

function clipMarks({ _id, locator, areas, color, underline }: ViewerClip): PageMark[] {
  if (locator.medium !== 'paged') return [];
  return (areas ?? [{ page: locator.page, rects: locator.rects ?? [] }]).map((area, n) => ({
    ...area,
    id: _id,
    color,
    underline,
    ...(n === 0 && { label: highlightLabel(locator.quote) }),
  }));
}

function goTo(session: PdfSession, target: Target): void {
  if (!('medium' in target)) session.goTo(target.place, undefined, quoteOf(target));
  else if (target.medium === 'paged') session.goTo(target.page, target.rects, quoteOf(target));
}

export function usePdfSession({
  sourceId,
  file,
  container,
  pages,
  clips,
  ref,
}: {
  sourceId: string;
  file: ReturnType<typeof useStableUrl>;
  /** the scrolled element, and the one in it that contains the pages */
  container: RefObject<HTMLDivElement | null>;
  pages: RefObject<HTMLDivElement | null>;
  clips: readonly ViewerClip[];
  ref: Ref<MediumHandle>;
}): { session: PdfSession | null; state: PdfState } {
  const pendingTarget = useRef<Target | null>(null);
  const [session, setSession] = useState<PdfSession | null>(null);
  const state = useSyncExternalStore(
    session?.subscribe ?? subscribeToNothing,
    session?.getState ?? (() => NO_PDF),
  );
  const marks = useMemo(() => clips.flatMap(clipMarks), [clips]);

  useEffect(() => {
    if (!container.current || !pages.current || file.url === undefined) return undefined;
    const opened = new PdfSession(
      container.current,
      pages.current,
      readSavedView(sourceId),
      (view) => saveView(sourceId, view),
    );
    setSession(opened);
    if (pendingTarget.current) goTo(opened, pendingTarget.current);
    void opened.open(file.url);
    return () => {
      opened.destroy();
      setSession((current) => (current === opened ? null : current));
    };
  }, [file.url, file.round, sourceId, container, pages]);

  useEffect(() => {
    if (state.phase === 'ready') session?.showClips(marks);
  }, [session, state.phase, marks]);

  useImperativeHandle(
    ref,
    () => ({
      goTo(target) {
        // Keeps the target after going to it, because React in development mounts everything twice.
        pendingTarget.current = target;
        if (session) goTo(session, target);
      },
      place: () => session?.state.page ?? 1,
    }),
    [session],
  );
  return { session, state };
}
