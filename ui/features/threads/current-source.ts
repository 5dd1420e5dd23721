/** The current source, and the only way to open a position in it. */
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { useSearchParams } from 'react-router';
import { toast } from '#ui/kit/toast.ts';
import type { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { positionAlerts } from '#ui/viewer/texts/position-alerts.ts';
import type { Target, ViewerHandle } from '#ui/viewer/index.tsx';
import { positionAlert } from '#ui/viewer/position-alert.ts';
import { saveThreadState, readThreadState } from './thread-state.ts';
import { useReadingPositions } from './reading-positions.ts';
import { firstSource, neighbourOf, resumePlace } from './source-choice.ts';
import { usePlaceLink, useResumedPlace } from './use-place-link.ts';
import { useShownSource } from './use-shown-source.ts';
import { useViewerQueue } from './use-viewer-queue.ts';

export interface CurrentSource {
  source: Source | undefined;
  /** the requested or shown source is not in the thread */
  missing: boolean;
  /** switches to an existing source */
  dismiss: () => void;
  /** called before a source is removed: switches to its neighbour if it is the current one */
  leave: (id: string) => void;
  /** resumes a source where it was left, and plays it from there unless `still` */
  view: (id: string, options?: { still?: boolean }) => void;
  /** opens a position */
  go: (sourceId: string, target: Target) => void;
  /** the viewer's ref */
  attach: (handle: ViewerHandle | null) => void;
}

/** The query that shows a source. Keeps `plain`, which disables the patches of the notes. */
function withSource(before: URLSearchParams, source: string): URLSearchParams {
  const plain = before.get('plain');
  return new URLSearchParams({ source, ...(plain !== null && { plain }) });
}

/** Shows a position in a source, or says why it can't. */
function useOpenPlace(
  latest: RefObject<{ sources: readonly Source[]; currentId: Source['_id'] | undefined }>,
  show: (sourceId: string) => void,
  deliver: (sourceId: string, target: Target) => void,
) {
  return useCallback(
    (sourceId: string, target: Target) => {
      const open = () => {
        show(sourceId);
        deliver(sourceId, target);
      };
      const { sources, currentId } = latest.current;
      const alert = positionAlert(sources, currentId, sourceId, target);
      if (alert)
        toast.error(
          alert.text,
          alert.canOpen ? { action: { label: positionAlerts.open, onClick: open } } : undefined,
        );
      else if (sources.some((it) => it._id === sourceId)) open();
      else toast.error(positionAlerts.gone);
    },
    [latest, show, deliver],
  );
}

export function useCurrentSource(
  thread: Thread,
  owner: boolean,
  onShown: () => void,
): CurrentSource {
  const [params, setParams] = useSearchParams();
  const sources = thread.thread_source_data;
  const [at, setAt] = useState(() =>
    firstSource(params.get('source'), readThreadState(thread._id), thread),
  );
  const { source, missing } = useShownSource(thread, at, setAt);
  const currentId = source?._id;

  const { viewer, deliver, attach } = useViewerQueue();
  const linkedId = params.get('source');
  const latest = useRef({ thread, sources, currentId, onShown, linkedId, setParams });
  useEffect(() => {
    latest.current = { thread, sources, currentId, onShown, linkedId, setParams };
  });

  const keepPlace = useReadingPositions(
    thread._id,
    owner,
    () =>
      source && {
        source,
        place: viewer.current?.place() ?? 0,
        paragraphs: viewer.current?.paragraphs(),
        isPrimary: source._id === sources[0]?._id,
      },
  );
  const leftAt = useCallback(
    (it: Source | undefined) => resumePlace(it, readThreadState(thread._id), latest.current.thread),
    [thread._id],
  );
  const show = useCallback(
    (sourceId: string) => {
      if (sourceId !== latest.current.currentId) keepPlace();
      setAt({ id: sourceId, asked: true });
      saveThreadState(thread._id, { current: sourceId });
      // Keeps an address that already names the source, because it can also name a position in it.
      if (latest.current.linkedId !== sourceId)
        latest.current.setParams((before) => withSource(before, sourceId), { replace: true });
      latest.current.onShown();
    },
    [keepPlace, thread._id],
  );

  const go = useOpenPlace(latest, show, deliver);
  const view = useCallback(
    (sourceId: string, { still = false } = {}) => {
      const to = latest.current.sources.find((it) => it._id === sourceId);
      const position = leftAt(to) ?? (to?.medium === 'timed' ? 0 : undefined);
      const changes = sourceId !== latest.current.currentId;
      show(sourceId);
      if (changes && position !== undefined) deliver(sourceId, { place: position, still });
    },
    [show, deliver, leftAt],
  );

  const dismiss = useCallback(() => {
    setAt({ id: latest.current.sources[0]?._id, asked: false });
    latest.current.setParams({}, { replace: true });
  }, []);
  const leave = useCallback(
    (sourceId: string) => {
      const { sources: all, currentId: shown } = latest.current;
      if (sourceId !== shown) return;
      const next = neighbourOf(all, sourceId);
      if (next) view(next._id, { still: true });
      else {
        setAt({ id: undefined, asked: false });
        latest.current.setParams({}, { replace: true });
      }
    },
    [view],
  );

  const showMissing = useCallback((id: string) => setAt({ id, asked: true }), []);
  const holds = useCallback((id: string) => latest.current.sources.some((it) => it._id === id), []);
  usePlaceLink({ holds, onMissing: showMissing, onPlace: go });
  useResumedPlace(source, leftAt, deliver);

  return { source, missing, dismiss, leave, view, go, attach };
}
