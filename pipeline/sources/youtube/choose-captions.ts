import { languageTag } from '#pipeline/sources/source-facts.ts';
import { CAPTION_FORMATS, type CaptionFormat } from './caption-format.ts';
import type { CaptionFile } from './info.ts';

export interface Track {
  key: string;
  files: CaptionFile[];
}
export interface Candidate {
  language: string;
  automatic: boolean;
  format: CaptionFormat;
  file: CaptionFile;
}

const base = (tag: string | undefined): string | undefined => tag?.split('-')[0]?.toLowerCase();
const MOST_KEY = 100;
/**
 * yt-dlp keys are a language, a language with `-orig` for automatic captions in the original
 * language, or a language and a track id.
 */
const languageOf = (key: string): string =>
  languageTag(
    key
      .slice(0, MOST_KEY)
      .replace(/-orig$/, '')
      .replace(/(?<![\w-])(\w*)-[\w-]{9,}$/, '$1'),
  ) ?? 'und';
const isOrig = (track: Track): boolean => track.key.endsWith('-orig');
const isTranslated = (file: CaptionFile): boolean =>
  file.url !== undefined && new URL(file.url).searchParams.has('tlang');

/**
 * Orders tracks from best to worst: written by people in the language of the video, automatic
 * captions of the video, written by people in another language. Machine translations are excluded.
 * For each track, the most detailed format comes first.
 */
export function captionCandidates(
  people: Track[],
  automatic: Track[],
  language: string | undefined,
): Candidate[] {
  const spoken =
    base(language) ??
    base(
      automatic.find(isOrig) === undefined
        ? undefined
        : languageOf(automatic.find(isOrig)?.key ?? ''),
    ) ??
    undefined;
  const inLanguage = (track: Track) =>
    spoken !== undefined && base(languageOf(track.key)) === spoken;
  const exactFirst = (a: Track, b: Track) =>
    Number(languageOf(b.key) === language) - Number(languageOf(a.key) === language);
  const original = automatic
    .map((track) => ({
      ...track,
      files: track.files.filter((file) => isOrig(track) || !isTranslated(file)),
    }))
    .filter((track) => track.files.length > 0);
  const others = people
    .filter((track) => !inLanguage(track))
    .toSorted(
      (a, b) => Number(base(languageOf(b.key)) === 'en') - Number(base(languageOf(a.key)) === 'en'),
    );
  const ordered = [
    ...people
      .filter(inLanguage)
      .toSorted(exactFirst)
      .map((track) => ({ track, automatic: false })),
    // If the language of the video is unknown, a track written by people is the best evidence for
    // it.
    ...(spoken === undefined ? others.map((track) => ({ track, automatic: false })) : []),
    ...original
      .toSorted(
        (a, b) =>
          Number(isOrig(b)) - Number(isOrig(a)) || Number(inLanguage(b)) - Number(inLanguage(a)),
      )
      .map((track) => ({ track, automatic: true })),
    ...(spoken === undefined ? [] : others.map((track) => ({ track, automatic: false }))),
  ];
  return ordered.flatMap(({ track, automatic: made }) =>
    CAPTION_FORMATS.flatMap((format) =>
      track.files
        .filter((file) => file.ext === format)
        .slice(0, 1)
        .map((file) => ({ language: languageOf(track.key), automatic: made, format, file })),
    ),
  );
}
