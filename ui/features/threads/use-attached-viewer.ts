import { useCallback, useRef, type RefObject } from 'react';
import type { ViewerHandle } from '#ui/viewer/index.tsx';

/** The mounted viewer, for callers that need more than its positions. */
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
