/** Which source is shown, and the one way to open a place in it. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { toast } from '#ui/kit/toast.ts';
import type { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import type { Target, ViewerHandle } from '#ui/viewer/index.tsx';
import { keep, readKept } from './kept-places.ts';
import { readPlaceLink } from '#ui/client/place-link.ts';

export interface CurrentSource {
  source: Source | undefined;
  /** shows a source where it was left */ view: (id: string) => void;
  /** opens a place */ go: (sourceId: string, target: Target) => void;
  /** the viewer's ref */ attach: (handle: ViewerHandle | null) => void;
}

export function useCurrentSource(thread: Thread, onShown: () => void): CurrentSource {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const sources = thread.thread_source_data;
  const [id, setId] = useState<string | undefined>(() => params.get('source') ?? readKept(thread._id).current);
  const source = sources.find((it) => it._id === id) ?? sources[0];
  const currentId = source?._id;

  const viewer = useRef<ViewerHandle | null>(null);
  const waiting = useRef<{ target: Target; sourceId: string } | null>(null);
  const latest = useRef({ sources, currentId, onShown });
  useEffect(() => { latest.current = { sources, currentId, onShown }; });

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
  const keepPlace = useCallback(() => {
    const { currentId: shown } = latest.current;
    const place = viewer.current?.place() ?? 0;
    if (shown && place > 0) keep(thread._id, { places: { ...readKept(thread._id).places, [shown]: place } });
  }, [thread._id]);
  const show = useCallback((sourceId: string) => {
    if (sourceId !== latest.current.currentId) keepPlace();
    setId(sourceId);
    keep(thread._id, { current: sourceId });
    latest.current.onShown();
  }, [keepPlace, thread._id]);

  const go = useCallback((sourceId: string, target: Target) => {
    if (!latest.current.sources.some((it) => it._id === sourceId)) {
      toast.error('This source isn\'t currently available. It might have been moved or deleted from this thread.');
      return;
    }
    show(sourceId);
    deliver(sourceId, target);
  }, [show, deliver]);

  const view = useCallback((sourceId: string) => {
    const to = latest.current.sources.find((it) => it._id === sourceId);
    const left = readKept(thread._id).places[sourceId];
    const changes = sourceId !== latest.current.currentId;
    show(sourceId);
    setParams({ source: sourceId }, { replace: true });
    if (changes && left !== undefined && to && to.medium !== 'flow') deliver(sourceId, { place: left });
  }, [show, deliver, setParams, thread._id]);

  // A link to a place, each time it is followed.
  useEffect(() => {
    const linked = readPlaceLink(new URLSearchParams(location.search));
    if (linked?.place !== undefined) go(linked.sourceId, { place: linked.place });
  }, [location.key, location.search, go]);
  useEffect(() => {
    addEventListener('pagehide', keepPlace);
    return () => { removeEventListener('pagehide', keepPlace); };
  }, [keepPlace]);

  return { source, view, go, attach };
}
