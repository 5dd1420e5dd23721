import type { QdrantClient, Schemas } from '@qdrant/js-client-rest';
import type { SourceId } from '#core/contract/id.ts';
import type { SearchIndex } from '../contract.ts';
import { Head, headId, readEdition } from './layout.ts';

/** Points per page when all are listed. */
const PAGE = 1_000;

export const ofKind = (kind: 'source' | 'passage'): Schemas['Filter'] => ({
  must: [{ key: 'kind', match: { value: kind } }],
});

export async function readHead(
  client: QdrantClient,
  name: string,
  sourceId: SourceId,
): Promise<Head | undefined> {
  const [point] = await client.retrieve(name, { ids: [headId(sourceId)], with_payload: true });
  return point && Head.parse(point.payload);
}

/**
 * Lists stored sources by counting points, so that lost passages are missing and passages without a
 * head are included.
 */
export async function readHeld(
  client: QdrantClient,
  name: string,
): Promise<Awaited<ReturnType<SearchIndex['indexedSources']>>> {
  const filter = ofKind('passage');
  const passages = new Map<SourceId, number>();
  // There are at most as many editions as passages.
  const { count: limit } = await client.count(name, { filter, exact: true });
  const { hits } =
    limit === 0
      ? { hits: [] }
      : await client.facet(name, { key: 'edition', limit, exact: true, filter });
  for (const { value, count } of hits) {
    const whose = readEdition(String(value));
    if (whose) passages.set(whose.sourceId, (passages.get(whose.sourceId) ?? 0) + count);
  }
  const sources: Awaited<ReturnType<SearchIndex['indexedSources']>> = [];
  let offset: Schemas['ScrollRequest']['offset'];
  do {
    const page = await client.scroll(name, {
      filter: ofKind('source'),
      limit: PAGE,
      with_payload: true,
      ...(offset ? { offset } : {}),
    });
    for (const { payload } of page.points) {
      const { source, version, model } = Head.parse(payload);
      sources.push({
        sourceId: source,
        version,
        chunks: passages.get(source) ?? 0,
        ...(model === undefined ? {} : { model }),
      });
      passages.delete(source);
    }
    offset = page.next_page_offset ?? undefined;
  } while (offset);
  // No source has version 0, so reconciling removes these passages.
  for (const [sourceId, chunks] of passages) sources.push({ sourceId, version: 0, chunks });
  return sources;
}
