/** Structured data of a post for search engines (schema.org). */
import type { JSONContent } from '@tiptap/core';
import { docLocators } from '#core/editor/document.ts';
import type { PublicSource } from './source-links.ts';

export interface DescribedPost {
  url: string;
  title: string;
  description: string;
  author: { name: string; url: string };
  publishedAt: Date;
  updatedAt: Date;
  language: string;
  keywords: readonly string[];
  image: string;
  words: number;
  level: string;
  content: JSONContent;
  sources: readonly PublicSource[];
}

interface Part {
  startS: number;
  endS: number;
  name: string;
}
const MAX_CLIPS = 50;

/** Returns the moments of each source in the post, in order, without duplicates. */
function parts(content: JSONContent): Map<string, Part[]> {
  const found = new Map<string, Map<number, Part>>();
  for (const { sourceId, locator } of docLocators(content)) {
    if (locator.medium !== 'timed') continue;
    const startS = Math.floor(locator.startS);
    const of = found.get(sourceId) ?? new Map<number, Part>();
    if (!of.has(startS))
      of.set(startS, {
        startS,
        endS: Math.max(startS + 1, Math.ceil(locator.endS)),
        name: locator.quote.replace(/\s+/g, ' ').trim().slice(0, 100),
      });
    found.set(sourceId, of);
  }
  return new Map(
    [...found].map(([id, of]) => [
      id,
      [...of.values()].toSorted((a, b) => a.startS - b.startS).slice(0, MAX_CLIPS),
    ]),
  );
}

/** A YouTube video, or the page with a video. */
function video(source: PublicSource, watch: string, clips: readonly Part[], description: string) {
  const at = (startS: number) =>
    source.videoId === undefined
      ? `${watch.replace(/#.*/, '')}#t=${startS}`
      : `${watch}&t=${startS}s`;
  return {
    '@type': 'VideoObject',
    name: source.title,
    description: description || source.title,
    url: watch,
    ...(source.videoId === undefined
      ? {}
      : {
          embedUrl: `https://www.youtube-nocookie.com/embed/${source.videoId}`,
          thumbnailUrl: `https://i.ytimg.com/vi/${source.videoId}/hqdefault.jpg`,
        }),
    ...(source.publishedAt ? { uploadDate: source.publishedAt } : {}),
    ...(source.durationS ? { duration: `PT${Math.round(source.durationS)}S` } : {}),
    ...(clips.length > 0
      ? {
          hasPart: clips.map(({ startS, endS, name }, n) => ({
            '@type': 'Clip',
            name: name || `Part ${n + 1}`,
            startOffset: startS,
            endOffset: endS,
            url: at(startS),
          })),
        }
      : {}),
  };
}

export function structuredData(post: DescribedPost): unknown {
  const moments = parts(post.content);
  const videos = post.sources.flatMap((source) => {
    const watch =
      source.videoId === undefined
        ? source.url
        : `https://www.youtube.com/watch?v=${source.videoId}`;
    return source.medium !== 'timed' || watch === undefined
      ? []
      : [video(source, watch, moments.get(source.id) ?? [], post.description)];
  });
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    mainEntityOfPage: post.url,
    url: post.url,
    headline: post.title.slice(0, 110),
    description: post.description,
    image: [post.image],
    datePublished: post.publishedAt.toISOString(),
    dateModified: post.updatedAt.toISOString(),
    inLanguage: post.language,
    author: { '@type': 'Person', name: post.author.name, url: post.author.url },
    keywords: post.keywords.join(', '),
    wordCount: post.words,
    educationalLevel: post.level,
    ...(post.sources.some((it) => it.url)
      ? {
          citation: post.sources.flatMap(({ url, title }) =>
            url ? [{ '@type': 'CreativeWork', name: title, url }] : [],
          ),
        }
      : {}),
    ...(videos.length > 0 ? { video: videos } : {}),
  };
}
