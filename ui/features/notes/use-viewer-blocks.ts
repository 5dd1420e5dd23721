import type { JSONContent } from '@tiptap/core';
import { type RefObject, useMemo } from 'react';
import type { Source } from '#core/contract/source.ts';
import type { VideoPosition } from '#ui/editor/editor-host.ts';
import type { ViewerHandle } from '#ui/viewer/index.tsx';

/** The position of the open video; undefined while another source is open. */
export function useOpenVideo(
  source: Source | undefined,
  viewer: RefObject<ViewerHandle | null> | undefined,
): (() => VideoPosition) | undefined {
  const sourceId = source?.medium === 'timed' ? source._id : undefined;
  return useMemo(
    () =>
      sourceId &&
      (() => ({ source_id: sourceId, timestamp: Math.floor(viewer?.current?.place() ?? 0) })),
    [sourceId, viewer],
  );
}

/**
 * Slash commands that make blocks from the open source: clips, position chips, posts and quotes.
 */
export function useViewerBlocks(
  source: Source | undefined,
  viewer: RefObject<ViewerHandle | null> | undefined,
  openVideo: (() => VideoPosition) | undefined,
  insertBlocks: (nodes: readonly JSONContent[]) => void,
): Readonly<Record<string, (() => void) | undefined>> {
  const medium = source?.medium;
  const sourceId = source?._id;
  return useMemo(() => {
    const putPosition = () => {
      if (!viewer?.current || sourceId === undefined) return;
      const place = Math.floor(viewer.current.place());
      insertBlocks([{ type: 'place', attrs: { source_id: sourceId, medium, place } }]);
    };
    const put = (type: string, attributes: Readonly<Record<string, unknown>>) => {
      const created = { _id: crypto.randomUUID(), createdAt: new Date().toISOString() };
      insertBlocks([{ type, attrs: { ...created, ...attributes } }]);
    };
    return {
      quote: openVideo && (() => put('quote', { compAttrs: openVideo() })),
      blog: sourceId && (() => put('blog', { source_id: sourceId })),
      clip:
        medium === 'timed'
          ? () => {
              viewer?.current?.clipLast();
            }
          : undefined,
      timestamp: medium === 'timed' ? putPosition : undefined,
      page: medium === 'paged' ? putPosition : undefined,
    };
  }, [medium, sourceId, viewer, openVideo, insertBlocks]);
}
