import { useCallback, useMemo, useRef, type RefObject } from 'react';
import type { Source } from '#core/contract/source.ts';
import type { NotesHandle } from '#ui/features/notes/index.tsx';
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

/** What the viewer makes for the slash menu of the notes: clips and chips of its position. */
export function useViewerBlocks(
  source: Source | undefined,
  viewer: RefObject<ViewerHandle | null>,
  notes: RefObject<Pick<NotesHandle, 'insertBlocks'> | null>,
): Readonly<Record<string, (() => void) | undefined>> {
  const medium = source?.medium;
  const sourceId = source?._id;
  return useMemo(() => {
    const putPosition = () => {
      if (!viewer.current || sourceId === undefined) return;
      const place = Math.floor(viewer.current.place());
      notes.current?.insertBlocks([
        { type: 'place', attrs: { source_id: sourceId, medium, place } },
      ]);
    };
    return {
      clip:
        medium === 'timed'
          ? () => {
              viewer.current?.clipLast();
            }
          : undefined,
      timestamp: medium === 'timed' ? putPosition : undefined,
      page: medium === 'paged' ? putPosition : undefined,
    };
  }, [medium, sourceId, viewer, notes]);
}
