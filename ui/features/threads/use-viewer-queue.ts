import { useCallback, useRef } from 'react';
import type { Target, ViewerHandle } from '#ui/viewer/index.tsx';

/** Sends targets to the viewer; the last one sent before there is a viewer waits for it. */
export function useViewerQueue() {
  const viewer = useRef<ViewerHandle | null>(null);
  const waiting = useRef<{ target: Target; sourceId: string } | null>(null);
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
  return { viewer, deliver, attach };
}
