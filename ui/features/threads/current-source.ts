/** Which source is shown, and the one way to open a place in it. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { toast } from '#ui/kit/toast.ts';
import type { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { api } from '#ui/client/api.ts';
import { placeAlerts } from '#ui/texts/panes.ts';
import type { Target, ViewerHandle } from '#ui/viewer/index.tsx';
import { placeAlert } from '#ui/viewer/place-alert.ts';
import { saveThreadState, readThreadState } from './thread-state.ts';
import { toldPlace, useKeptPlaces } from './place-keeper.ts';
import { readPlaceLink } from '#ui/client/place-link.ts';

export interface CurrentSource {
  source: Source | undefined;
  /** what was asked for, or shown, is not in the thread */
  missing: boolean;
  /** goes on to what is there */
  dismiss: () => void;
  /** before it is taken out: goes on to its neighbour, if it is the one that is shown */
  leave: (id: string) => void;
  /** shows a source where it was left */
  view: (id: string) => void;
  /** opens a place */
  go: (sourceId: string, target: Target) => void;
  /** the viewer's ref */
  attach: (handle: ViewerHandle | null) => void;
}

interface At {
  id: string | undefined;
  /** by a link or a hand, not only remembered */
  asked: boolean;
}

/** The source itself. One that turned out to be another of the library is followed to it. */
function useShown(
  thread: Thread,
  at: At,
  setAt: (at: At) => void,
): { source: Source | undefined; missing: boolean } {
  const { id, asked } = at;
  const found = thread.thread_source_data.find((it) => it._id === id);
  const [last, setLast] = useState(found);
  const [looked, setLooked] = useState<string>();
  if (found && found._id !== last?._id) setLast(found);
  const lost = asked && id !== undefined && !thread.thread_sources.some((it) => it.source === id);
  const seen = last?._id === id;
  const held = useRef(thread);
  useEffect(() => {
    held.current = thread;
  });
  useEffect(() => {
    if (!lost || !seen) return undefined;
    const stop = new AbortController();
    api
      .source(id, stop.signal)
      .then(
        (it) => it._id as string,
        () => undefined,
      )
      .then(
        (now) => {
          if (stop.signal.aborted) return;
          if (now !== undefined && held.current.thread_sources.some((it) => it.source === now))
            setAt({ id: now, asked: true });
          else setLooked(id);
        },
        () => undefined,
      );
    return () => stop.abort();
  }, [lost, seen, id, setAt]);
  const missing = lost && (!seen || looked === id);
  if (found) return { source: found, missing: false };
  // Until it is known where it went, or while it is on its way, what was there stays.
  return {
    source: missing ? undefined : asked && id !== undefined ? last : thread.thread_source_data[0],
    missing,
  };
}

export function useCurrentSource(
  thread: Thread,
  owner: boolean,
  onShown: () => void,
): CurrentSource {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const sources = thread.thread_source_data;
  const [at, setAt] = useState<At>(() => {
    const linked = params.get('source');
    if (linked !== null) return { id: linked, asked: true };
    return {
      id:
        readThreadState(thread._id).current ??
        thread.source_metadata?.find((it) => it.metadata.is_current_source)?.sourceId,
      asked: false,
    };
  });
  const { source, missing } = useShown(thread, at, setAt);
  const currentId = source?._id;

  const viewer = useRef<ViewerHandle | null>(null);
  const waiting = useRef<{ target: Target; sourceId: string } | null>(null);
  const latest = useRef({ thread, sources, currentId, onShown });
  useEffect(() => {
    latest.current = { thread, sources, currentId, onShown };
  });

  const deliver = useCallback((sourceId: string, target: Target) => {
    if (viewer.current) viewer.current.goTo(target, sourceId);
    else waiting.current = { sourceId, target };
  }, []);
  const attach = useCallback((handle: ViewerHandle | null) => {
    viewer.current = handle;
    if (!handle || !waiting.current) return;
    handle.goTo(waiting.current.target, waiting.current.sourceId);
    waiting.current = null;
  }, []);
  const keepPlace = useKeptPlaces(
    thread._id,
    owner,
    () => source && { source, place: viewer.current?.place() ?? 0 },
  );
  /** In a web page one reads from the top. */
  const leftAt = useCallback(
    (it: Source | undefined) => {
      const place =
        it && it.medium !== 'flow'
          ? (readThreadState(thread._id).places[it._id] ?? toldPlace(latest.current.thread, it._id))
          : undefined;
      return place !== undefined && place > 0 ? place : undefined;
    },
    [thread._id],
  );
  const show = useCallback(
    (sourceId: string) => {
      if (sourceId !== latest.current.currentId) keepPlace();
      setAt({ id: sourceId, asked: true });
      saveThreadState(thread._id, { current: sourceId });
      latest.current.onShown();
    },
    [keepPlace, thread._id],
  );

  const go = useCallback(
    (sourceId: string, target: Target) => {
      const open = () => {
        show(sourceId);
        deliver(sourceId, target);
      };
      const alert = placeAlert(latest.current.sources, latest.current.currentId, sourceId, target);
      if (alert)
        toast.error(
          alert.text,
          alert.canOpen ? { action: { label: placeAlerts.open, onClick: open } } : undefined,
        );
      else if (latest.current.sources.some((it) => it._id === sourceId)) open();
      else toast.error(placeAlerts.gone);
    },
    [show, deliver],
  );

  const view = useCallback(
    (sourceId: string) => {
      const to = latest.current.sources.find((it) => it._id === sourceId);
      const left = leftAt(to);
      const changes = sourceId !== latest.current.currentId;
      show(sourceId);
      setParams({ source: sourceId }, { replace: true });
      if (changes && left !== undefined) deliver(sourceId, { place: left });
    },
    [show, deliver, setParams, leftAt],
  );

  const dismiss = useCallback(() => {
    setAt({ id: latest.current.sources[0]?._id, asked: false });
    setParams({}, { replace: true });
  }, [setParams]);
  const leave = useCallback(
    (sourceId: string) => {
      const { sources: all, currentId: shown } = latest.current;
      if (sourceId !== shown) return;
      const n = all.findIndex((it) => it._id === sourceId);
      const next = all[n + 1] ?? all[n - 1];
      if (next) view(next._id);
      else {
        setAt({ id: undefined, asked: false });
        setParams({}, { replace: true });
      }
    },
    [view, setParams],
  );

  // A link to a place, each time it is followed. One to a source that is not here shows that, where
  // it would be.
  useEffect(() => {
    const linked = readPlaceLink(new URLSearchParams(location.search));
    if (linked && !latest.current.sources.some((it) => it._id === linked.sourceId))
      setAt({ id: linked.sourceId, asked: true });
    else if (linked?.place !== undefined) go(linked.sourceId, { place: linked.place });
  }, [location.key, location.search, go]);
  // The first to be shown stands where it was left, and waits to be played.
  const first = useRef(source);
  useEffect(() => {
    const it = first.current;
    first.current = undefined;
    const place = leftAt(it);
    if (
      it &&
      place !== undefined &&
      readPlaceLink(new URLSearchParams(location.search))?.place === undefined
    )
      deliver(it._id, { place, still: true });
  }, [leftAt, deliver, location.search]);

  return { source, missing, dismiss, leave, view, go, attach };
}
