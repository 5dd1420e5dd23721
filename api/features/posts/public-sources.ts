import { isoDate } from '#core/text/iso-date.ts';
import type { SourceRow } from '#pipeline/library/index.ts';
import type { PublicSource } from './page/places.ts';

/** `provider` of YouTube itself. */
const YOUTUBE = 1;

/** A source as anybody may know of it: never a signed address, a file key or the text. */
export function publicSource({ id, title, canonicalUrl, medium, facts }: SourceRow): PublicSource {
  const url = URL.parse(canonicalUrl);
  const isWeb =
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  const site = isWeb && medium === 'flow' ? url.hostname.replace(/^www\./, '') : undefined;
  return {
    id,
    title,
    medium,
    url: isWeb ? url.href : undefined,
    videoId:
      facts.provider === YOUTUBE && /^[\w-]{6,20}$/.test(facts.videoId ?? '')
        ? facts.videoId
        : undefined,
    by: facts.channelTitle ?? facts.author ?? facts.siteName ?? site,
    durationS: facts.durationS,
    publishedAt: isoDate(facts.publishedAt ?? ''),
  };
}
