import type { SourceId, ThreadId, UserId } from '#core/contract/id.ts';
import { toWire } from '#core/contract/locator.ts';
import type { PersonalSearchHit, SearchHit } from '#core/contract/search.ts';
import type { Library } from '#pipeline/library/index.ts';
import { placeOfHighlights, type IndexHit } from '#pipeline/search/index.ts';
import { postPath } from '../posts/index.ts';
import type { Threads } from '../threads/index.ts';
import type { PersonalHit } from './personal-hits.ts';

/** `threadUrl`: of the one thread that was searched; without it each hit names a thread of its own. */
export async function presentSourceHits(
  threads: Threads,
  hits: readonly IndexHit[],
  threadUrl: string | undefined,
): Promise<SearchHit[]> {
  const holding =
    threadUrl === undefined
      ? await threads.sources.threadBySource([...new Set(hits.map((hit) => hit.sourceId))])
      : new Map<SourceId, ThreadId>();
  const urls = await threads.urls([...new Set(holding.values())]);
  return hits.map((hit) => {
    const place = placeOfHighlights(hit);
    const holder = holding.get(hit.sourceId);
    const url = threadUrl ?? (holder && urls.get(holder));
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
