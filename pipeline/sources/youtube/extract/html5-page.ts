/**
 * Reads a page that is mainly a video without yt-dlp: its `<video>`, sources, tracks and poster.
 */
import { decodeHtml } from '#pipeline/sources/decode-html.ts';
import { pageAddress, parsePage, resolveAddresses, tidy } from '#pipeline/sources/html-document.ts';
import { readPageFacts } from '#pipeline/sources/page-facts.ts';
import { defined, languageTag, LONGEST_ADDRESS } from '#pipeline/sources/source-facts.ts';
import { MOST_TRACKS, type Html5Page, type PlayerPageInput } from '../video-readings.ts';

/** A decorative video: plays automatically, without sound or controls. */
const isBackdrop = (element: Element): boolean =>
  element.hasAttribute('muted') &&
  element.hasAttribute('autoplay') &&
  !element.hasAttribute('controls');
const players = (document: Document): Element[] =>
  [...document.querySelectorAll('video,audio')].filter(
    (element) =>
      !isBackdrop(element) &&
      (element.hasAttribute('src') || element.querySelector('source[src]') !== null),
  );

const PREFERRED = [/mp4/, /webm/, /mpegurl|\.m3u8/];
function sourceOf(player: Element): string | undefined {
  const sources = [player, ...player.querySelectorAll('source')].flatMap((element) => {
    const url = element.getAttribute('src');
    return url ? [{ url, hint: `${element.getAttribute('type') ?? ''} ${url}`.toLowerCase() }] : [];
  });
  const rank = (hint: string) =>
    (PREFERRED.findIndex((pattern) => pattern.test(hint)) + PREFERRED.length + 1) %
    (PREFERRED.length + 1);
  return sources.toSorted((a, b) => rank(a.hint) - rank(b.hint))[0]?.url;
}

const seconds = (value: string | null | undefined): number | undefined =>
  value && Number(value) > 0 && Number.isFinite(Number(value)) ? Number(value) : undefined;

type PageTrack = Html5Page['tracks'][number];
/** Returns the absolute address, unless it is too long. */
function addressOf(text: string | null | undefined, pageUrl: string): string | undefined {
  const found = pageAddress(text, pageUrl);
  return found !== undefined && found.length <= LONGEST_ADDRESS ? found : undefined;
}

export function readHtml5Page({ bytes, contentType, url: pageUrl }: PlayerPageInput): Html5Page {
  const document = parsePage(decodeHtml(bytes, contentType));
  resolveAddresses(document, pageUrl);
  const facts = readPageFacts(document, pageUrl);
  const player = players(document).toSorted(
    (a, b) => b.querySelectorAll('track').length - a.querySelectorAll('track').length,
  )[0];
  if (player === undefined) return { facts, tracks: [] };
  const tracks = [...player.querySelectorAll('track')].slice(0, MOST_TRACKS).map((element) => ({
    kind: (element.getAttribute('kind') ?? 'subtitles').toLowerCase(),
    url: addressOf(element.getAttribute('src'), pageUrl),
    language: languageTag(element.getAttribute('srclang')),
  }));
  return {
    facts,
    ...defined({
      mediaUrl: addressOf(sourceOf(player), pageUrl),
      posterUrl: addressOf(player.getAttribute('poster'), pageUrl) ?? facts.previewImageUrl,
      durationS: seconds(
        document
          .querySelector('meta[property="og:video:duration"],meta[property="video:duration"]')
          ?.getAttribute('content'),
      ),
      chaptersUrl: tracks.find((track) => track.kind === 'chapters')?.url,
    }),
    tracks: tracks.flatMap(({ kind, url, language }): PageTrack[] =>
      /^(captions|subtitles)$/.test(kind) && url !== undefined
        ? [
            {
              key: language ?? 'und',
              files: [{ ext: /\.srt$/i.test(new URL(url).pathname) ? 'srt' : 'vtt', url }],
            },
          ]
        : [],
    ),
  };
}

/** Returns the confidence, 0..1, that the video is the main content of the page. */
export function videoPageConfidence({ bytes, contentType }: PlayerPageInput): number {
  const html = decodeHtml(bytes, contentType);
  if (!/<video[\s>]|<audio[\s>]|og:type/i.test(html)) return 0;
  const document = parsePage(html);
  const ogType = document.querySelector('meta[property="og:type"]')?.getAttribute('content') ?? '';
  if (/^video(\.|$)/i.test(ogType.trim())) return 0.85;
  const [player] = players(document);
  if (player === undefined) return 0;
  for (const element of document.querySelectorAll(
    'script,style,noscript,template,nav,header,footer,aside',
  ))
    element.remove();
  const words = tidy(document.body.textContent).length;
  const captioned = player.querySelector('track') !== null;
  return words < (captioned ? 3000 : 600) ? 0.8 : 0.3;
}
