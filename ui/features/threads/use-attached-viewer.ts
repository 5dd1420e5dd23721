import { useCallback, useMemo, useRef, type RefObject } from 'react';
import type { Source } from '#core/contract/source.ts';
import type { NotesHandle } from '#ui/features/notes/index.tsx';
import type { VideoPosition } from '#ui/editor/editor-host.ts';
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

/** Where the open video is; undefined while another source is open. */
export function useOpenVideo(
  source: Source | undefined,
  viewer: RefObject<ViewerHandle | null>,
): (() => VideoPosition) | undefined {
  const sourceId = source?.medium === 'timed' ? source._id : undefined;
  return useMemo(
    () =>
      sourceId &&
      (() => ({ source_id: sourceId, timestamp: Math.floor(viewer.current?.place() ?? 0) })),
    [sourceId, viewer],
  );
}

/**
 * What the slash menu of the notes makes of the open source: clips, chips of its position, and
 * posts and quotes from it.
 */
export function useViewerBlocks(
  source: Source | undefined,
  viewer: RefObject<ViewerHandle | null>,
  openVideo: (() => VideoPosition) | undefined,
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
    const put = (type: string, attributes: Readonly<Record<string, unknown>>) => {
      const created = { _id: crypto.randomUUID(), createdAt: new Date().toISOString() };
      notes.current?.insertBlocks([{ type, attrs: { ...created, ...attributes } }]);
    };
    return {
      quote: openVideo && (() => put('quote', { compAttrs: openVideo() })),
      blog: sourceId && (() => put('blog', { source_id: sourceId })),
      clip:
        medium === 'timed'
          ? () => {
              viewer.current?.clipLast();
            }
          : undefined,
      timestamp: medium === 'timed' ? putPosition : undefined,
      page: medium === 'paged' ? putPosition : undefined,
    };
  }, [medium, sourceId, viewer, openVideo, notes]);
}
