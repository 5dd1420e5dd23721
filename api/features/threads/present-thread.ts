import type { z } from 'zod';
import type { SourceId } from '#core/contract/id.ts';
import type { Source } from '#core/contract/source.ts';
import type { Thread, ThreadCard, ThreadNode } from '#core/contract/thread.ts';
import type { ThreadRow } from './threads.model.ts';

export function presentCard(
  row: ThreadRow,
  sourceIds: readonly SourceId[],
  sources: readonly Source[],
): ThreadCard {
  return {
    _id: row.id,
    url: row.url,
    user: row.ownerId,
    title: row.title,
    visibility: row.visibility,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    thread_sources: sourceIds.map((source) => ({ source })),
    thread_source_data: [...sources],
  };
}

export function presentThread(
  row: ThreadRow,
  sources: readonly Source[],
  nodes: z.infer<typeof ThreadNode>[],
): Thread {
  const clips = nodes.filter((node) => /clip$/i.test(node.type));
  return {
    ...presentCard(
      row,
      sources.map((source) => source._id),
      sources,
    ),
    ...(sources[0] && { thread_provider_url: sources[0].canonicalUrl }),
    thread_nodes: nodes,
    thread_contents: clips.map((node) => ({
      content_type: 1,
      metadata: { clip: node.attributes },
      _id: node._id,
      ...(typeof node.attributes['source_id'] === 'string'
        ? { source: node.attributes['source_id'] }
        : {}),
    })),
  };
}
