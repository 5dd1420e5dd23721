import type { SourceId, UserId } from '#core/contract/id.ts';
import { toWire } from '#core/contract/locator.ts';
import type { PersonalSearchHit, SearchHit, SourceMatch } from '#core/contract/search.ts';
import { stateOfSource, type Library } from '#pipeline/library/index.ts';
import { positionOfHighlights, type IndexHit } from '#pipeline/search/index.ts';
import { postPath } from '../posts/index.ts';
import type { Threads } from '../threads/index.ts';
import type { MatchedField } from './own-data-passages.ts';
import type { SearchScope } from './search-scope.ts';
import type { PersonalHit } from './personal-hits.ts';

/** `threadUrl`: the URL of the searched thread; without it each hit has a thread of its own. */
export async function presentSourceHits(
  threads: Threads,
  hits: readonly IndexHit[],
  threadUrl: string | undefined,
): Promise<SearchHit[]> {
  const urlOf = await threadUrls(
    threads,
    hits.map((hit) => hit.sourceId),
    threadUrl,
  );
  return hits.map((hit) => {
    const place = positionOfHighlights(hit);
    const url = urlOf(hit.sourceId);
    return {
      source_id: hit.sourceId,
      title: hit.title,
      sourceType: hit.sourceType,
      text: hit.text,
      highlights: hit.highlights,
      score: hit.score,
      locator: toWire(place),
      place,
      ...(url === undefined ? {} : { thread_url: url }),
    };
  });
}

/** The address of a thread that holds the source, if there is one. */
async function threadUrls(
  threads: Threads,
  sourceIds: readonly SourceId[],
  threadUrl: string | undefined,
): Promise<(id: SourceId) => string | undefined> {
  if (threadUrl !== undefined) return () => threadUrl;
  const holding = await threads.sources.threadBySource([...new Set(sourceIds)]);
  const urls = await threads.urls([...new Set(holding.values())]);
  return (id) => {
    const holder = holding.get(id);
    return holder && urls.get(holder);
  };
}

export interface FoundSource {
  id: SourceId;
  matched: MatchedField[];
}
/**
 * Returns sources in the order of the results, without those that were deleted meanwhile. Only the
 * owner sees what they added.
 */
export async function presentSourceMatches(
  { library, threads }: { library: Library; threads: Threads },
  found: readonly FoundSource[],
  { ownerId, isOwner, thread }: Pick<SearchScope, 'ownerId' | 'isOwner' | 'thread'>,
): Promise<SourceMatch[]> {
  const ids = found.map((it) => it.id);
  const rows = await library.ofOwner(ownerId, ids);
  const urlOf = await threadUrls(threads, ids, thread?.url);
  const matchedBy = new Map(found.map((it) => [it.id, it.matched]));
  return rows.map((row): SourceMatch => {
    const kept = isOwner ? row.kept : {};
    const url = urlOf(row.id);
    const [folder] = kept.folders ?? [];
    return {
      source_id: row.id,
      title: kept.title ?? row.title,
      sourceType: row.kind,
      state: stateOfSource(row),
      ...(/^https?:/.test(row.url) ? { url: row.url } : {}),
      saved_at: new Date(kept.addedAt ?? row.createdAt).toISOString(),
      tags: kept.tags ?? [],
      ...(folder === undefined ? {} : { folder: folder.replaceAll(' / ', '/') }),
      ...(kept.flags ? { flags: kept.flags } : {}),
      ...(url === undefined ? {} : { thread_url: url }),
      matched: matchedBy.get(row.id) ?? [],
    };
  });
}

export async function presentPersonalHits(
  library: Library,
  found: readonly PersonalHit[],
  ownerId: UserId,
): Promise<PersonalSearchHit[]> {
  const clipped = new Map(
    (
      await library.ofOwner(
        ownerId,
        found.flatMap(({ key }) => (key.kind === 'clip' ? key.sources : [])),
      )
    ).map((it) => [it.id, it.title]),
  );
  return found.map(({ key, thread, post, hit }): PersonalSearchHit => {
    const [source] = key.kind === 'clip' ? key.sources : [];
    const title = source && clipped.get(source);
    return {
      kind: key.kind,
      _id: key.id,
      thread_id: thread.id,
      thread_url: thread.url,
      title: post?.title ?? thread.title,
      ...(post?.isPublished ? { post_url: postPath(post.slug) } : {}),
      text: hit.text,
      highlights: hit.highlights,
      score: hit.score,
      // A clip outlives its source.
      ...(source && title !== undefined
        ? { source_id: source, place: hit.locator, source_title: title }
        : {}),
    };
  });
}
