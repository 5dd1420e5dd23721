/**
 * The target of a search result: the position in its source, the block of the notes, or the answer.
 * Pure.
 */
import { positionOf, locatorQuery } from '#core/contract/locator.ts';
import type { PersonalSearchHit, SearchHit, SourceMatch } from '#core/contract/search.ts';

export const sourceHitLink = ({
  thread_url,
  source_id,
  place,
}: Pick<SearchHit, 'thread_url' | 'source_id' | 'place'>): string =>
  `${thread_url ? `/t/${thread_url}` : `/library/${source_id}`}${locatorQuery(source_id, place.medium, positionOf(place))}`;

/** Sources that can't be read have a page in the library. */
export const sourceLink = ({ thread_url, source_id, state }: SourceMatch): string =>
  thread_url && state === 'ready'
    ? `/t/${thread_url}?source=${source_id}`
    : `/library/${source_id}`;

export function personalHitLink({
  kind,
  _id,
  thread_url,
  source_id,
  place,
  post_url,
}: Pick<
  PersonalSearchHit,
  'kind' | '_id' | 'thread_url' | 'source_id' | 'place' | 'post_url'
>): string {
  // A draft is edited in its thread.
  if (kind === 'post') return post_url ?? `/t/${thread_url}`;
  if (kind === 'answer') return `/t/${thread_url}?answer=${encodeURIComponent(_id)}`;
  // A clip opens its position, and shows itself in the notes.
  const at =
    source_id && place ? `${locatorQuery(source_id, place.medium, positionOf(place))}&` : '?';
  return `/t/${thread_url}${at}note=${encodeURIComponent(_id)}`;
}

/** A published post is a separate page, which the server renders. */
export const leavesTheApp = (to: string): boolean => to.startsWith('/p/');
