import { isoDate } from '#core/text/iso-date.ts';
import type { SourceRow } from '#pipeline/library/index.ts';
import type { PublicSource } from './page/source-links.ts';

/** `provider` for YouTube itself. */
const YOUTUBE = 1;

/** Returns the public fields of a source, without signed addresses, file keys and text. */
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
