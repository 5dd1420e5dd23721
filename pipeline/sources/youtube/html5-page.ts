/** A page that is mainly a video, read without any program: its `<video>`, sources, tracks and poster. */
import type { FetchedResponse } from '#pipeline/net/contract.ts';
import { decodeHtml } from '#pipeline/sources/decode-html.ts';
import { pageAddress, parsePage, resolveAddresses, tidy } from '#pipeline/sources/html-document.ts';
import { defined, languageTag, readPageFacts } from '#pipeline/sources/page-facts.ts';
import type { PageFacts } from '#pipeline/sources/page-facts.ts';
import type { Track } from './choose-captions.ts';

export interface Html5Page { facts: PageFacts; mediaUrl?: string; posterUrl?: string; durationS?: number; tracks: Track[]; chaptersUrl?: string }

const MEDIA_TYPE = /^(video|audio)\//;
const MEDIA_NAME = /\.(mp4|m4v|webm|ogv|mov|mkv|mp3|m4a|aac|ogg|oga|opus|wav|flac)$/i;
const PLAYLIST_TYPE = /^application\/(vnd\.apple\.mpegurl|x-mpegurl)$/;
/** Enough to see what the page is about; the rest of a long page makes it no more of a video. */
const LOOKED_AT = 600_000;

export const isMedia = (contentType: string): boolean => MEDIA_TYPE.test(contentType) || PLAYLIST_TYPE.test(contentType);
export const isMediaName = (pathname: string): boolean => MEDIA_NAME.test(pathname);

/** Decoration: starts by itself, without sound, and cannot be stopped. */
const isBackdrop = (element: Element): boolean => element.hasAttribute('muted') && element.hasAttribute('autoplay') && !element.hasAttribute('controls');
const players = (document: Document): Element[] => [...document.querySelectorAll('video,audio')].filter((element) => !isBackdrop(element) && (element.hasAttribute('src') || element.querySelector('source[src]') !== null));

const PREFERRED = [/mp4/, /webm/, /mpegurl|\.m3u8/];
function sourceOf(player: Element): string | undefined {
  const sources = [player, ...player.querySelectorAll('source')].flatMap((element) => {
    const url = element.getAttribute('src');
    return url ? [{ url, hint: `${element.getAttribute('type') ?? ''} ${url}`.toLowerCase() }] : [];
  });
  const rank = (hint: string) => (PREFERRED.findIndex((pattern) => pattern.test(hint)) + PREFERRED.length + 1) % (PREFERRED.length + 1);
  return sources.toSorted((a, b) => rank(a.hint) - rank(b.hint))[0]?.url;
}

const seconds = (value: string | null | undefined): number | undefined => (value && Number(value) > 0 ? Number(value) : undefined);

export function readHtml5Page(response: FetchedResponse): Html5Page {
  const document = parsePage(decodeHtml(response.bytes, response.headers['content-type']));
  resolveAddresses(document, response.url);
  const facts = readPageFacts(document, response.url);
  const player = players(document).toSorted((a, b) => b.querySelectorAll('track').length - a.querySelectorAll('track').length)[0];
  if (player === undefined) return { facts, tracks: [] };
  const tracks = [...player.querySelectorAll('track')].map((element) => ({
    kind: (element.getAttribute('kind') ?? 'subtitles').toLowerCase(), url: pageAddress(element.getAttribute('src'), response.url), language: languageTag(element.getAttribute('srclang')),
  }));
  return {
    facts,
    ...defined({
      mediaUrl: pageAddress(sourceOf(player), response.url), posterUrl: pageAddress(player.getAttribute('poster'), response.url) ?? facts.previewImageUrl,
      durationS: seconds(document.querySelector('meta[property="og:video:duration"],meta[property="video:duration"]')?.getAttribute('content')),
      chaptersUrl: tracks.find((track) => track.kind === 'chapters')?.url,
    }),
    tracks: tracks.flatMap(({ kind, url, language }): Track[] => (/^(captions|subtitles)$/.test(kind) && url !== undefined
      ? [{ key: language ?? 'und', files: [{ ext: /\.srt$/i.test(new URL(url).pathname) ? 'srt' : 'vtt', url }] }] : [])),
  };
}

/** 0..1: how surely the page is there for its video. */
export function videoPageConfidence(response: FetchedResponse): number {
  if (isMedia(response.contentType)) return 1;
  if (!/^(text\/html|application\/xhtml\+xml)$/.test(response.contentType)) return 0;
  const html = decodeHtml(response.bytes.subarray(0, LOOKED_AT), response.headers['content-type']);
  if (!/<video[\s>]|<audio[\s>]|og:type/i.test(html)) return 0;
  const document = parsePage(html);
  const ogType = document.querySelector('meta[property="og:type"]')?.getAttribute('content') ?? '';
  if (/^video(\.|$)/i.test(ogType.trim())) return 0.85;
  const [player] = players(document);
  if (player === undefined) return 0;
  for (const element of document.querySelectorAll('script,style,noscript,template,nav,header,footer,aside')) element.remove();
  const words = tidy(document.body.textContent).length;
  const captioned = player.querySelector('track') !== null;
  return words < (captioned ? 3000 : 600) ? 0.8 : 0.3;
}
