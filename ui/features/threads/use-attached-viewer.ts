import { useCallback, useMemo, useRef, type RefObject } from 'react';
import type { Source } from '#core/contract/source.ts';
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

/** The blocks that the viewer makes for the slash menu of the notes, by name. */
export function useViewerBlocks(
  source: Source | undefined,
  viewer: RefObject<ViewerHandle | null>,
): Readonly<Record<string, (() => void) | undefined>> {
  const medium = source?.medium;
  return useMemo(
    () => ({
      clip:
        medium === 'timed'
          ? () => {
              viewer.current?.clipLast();
            }
          : undefined,
    }),
    [medium, viewer],
  );
}
