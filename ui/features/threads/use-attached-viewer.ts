import { useCallback, useRef, type RefObject } from 'react';
import type { ViewerHandle } from '#ui/viewer/index.tsx';

/** The mounted viewer, for callers that ask it for more than places. */
export function useAttachedViewer(
  attach: (handle: ViewerHandle | null) => void,
): [viewer: RefObject<ViewerHandle | null>, ref: (handle: ViewerHandle | null) => void] {
  const viewer = useRef<ViewerHandle | null>(null);
  const ref = useCallback(
    (handle: ViewerHandle | null) => {
      viewer.current = handle;
      attach(handle);
    },
    [attach],
  );
  return [viewer, ref];
}
