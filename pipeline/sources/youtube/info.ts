/**
 * The fields of yt-dlp's JSON that Gloss uses. All are untrusted: text remains text, addresses must
 * be http(s).
 */
import { z } from 'zod';
import { parseWebAddress } from '#core/text/canonical-url.ts';
import type { SourceFacts, ThumbnailSize } from '#pipeline/sources/contract.ts';
import { defined, languageTag } from '#pipeline/sources/source-facts.ts';

// Terminal colours and other unprintable characters.
const UNPRINTABLE =
  /\u001b\[[0-9;]*[A-Za-z]|[\u0000-\u0008\u000b-\u001f\u007f\u200b\u202a-\u202e\u2066-\u2069]/g;

const MOST_DESCRIPTION = 5000;

const loose = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);
export const text = loose(
  z
    .union([z.string(), z.number()])
    .nullable()
    .transform((value) => {
      const clean = String(value ?? '')
        .replace(UNPRINTABLE, '')
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, 2000);
      return clean === '' ? undefined : clean;
    }),
);
export const address = loose(
  z
    .string()
    .nullable()
    .transform((value) => (value ? parseWebAddress(value)?.href : undefined)),
);
export const number = loose(
  z
    .number()
    .nonnegative()
    .nullable()
    .transform((value) => value ?? undefined),
);
/** A list without its invalid entries. */
export const list = <T extends z.ZodType>(item: T, most = 5000) =>
  z
    .array(z.unknown())
    .nullish()
    .catch([])
    .transform((values) =>
      (values ?? []).slice(0, most).flatMap((value): z.infer<T>[] => {
        const parsed = item.safeParse(value);
        return parsed.success ? [parsed.data] : [];
      }),
    );

const CaptionFile = z.looseObject({
  ext: z.string(),
  url: address,
  data: loose(z.string().max(20_000_000)),
});
const Tracks = z
  .record(z.string(), z.unknown())
  .nullish()
  .catch({})
  .transform((tracks) =>
    Object.entries(tracks ?? {})
      .slice(0, 500)
      .map(([key, files]) => ({ key, files: list(CaptionFile).parse(files) }))
      .filter((track) => track.key !== 'live_chat' && track.files.length > 0),
  );

const Format = z.looseObject({
  url: address,
  ext: text,
  protocol: text,
  vcodec: text,
  acodec: text,
  height: number,
});
export const VideoInfo = z.looseObject({
  id: text,
  title: text,
  channel: text,
  uploader: text,
  channel_id: text,
  extractor: text,
  webpage_url: address,
  thumbnail: address,
  language: text.transform((tag) => languageTag(tag)),
  description: loose(
    z
      .string()
      .nullable()
      .transform(
        (value) =>
          (value ?? '').replace(UNPRINTABLE, '').trim().slice(0, MOST_DESCRIPTION) || undefined,
      ),
  ),
  channel_url: address,
  uploader_url: address,
  duration: number,
  upload_date: text,
  timestamp: number,
  release_timestamp: number,
  live_status: text,
  is_live: loose(z.boolean().nullable()),
  url: address,
  ext: text,
  thumbnails: list(z.looseObject({ id: text, url: address, width: number, height: number })),
  chapters: list(z.looseObject({ start_time: z.number(), end_time: number, title: text })),
  formats: list(Format),
  subtitles: Tracks,
  automatic_captions: Tracks,
  entries: z.array(z.unknown()).optional().catch(undefined),
});
export type VideoInfo = z.infer<typeof VideoInfo>;
export type CaptionFile = z.infer<typeof CaptionFile>;

/** `20240131` → `2024-01-31`. */
export function publishedAt({
  upload_date,
  release_timestamp,
  timestamp = release_timestamp,
}: Pick<VideoInfo, 'upload_date' | 'timestamp' | 'release_timestamp'>): string | undefined {
  if (timestamp !== undefined && timestamp < 1e11) return new Date(timestamp * 1000).toISOString();
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(upload_date ?? '') ?? [];
  return year === undefined ? undefined : `${year}-${month ?? '01'}-${day ?? '01'}`;
}

/**
 * Returns the address that a plain `<video>` can play, the best up to 1080p; else an HLS playlist;
 * else yt-dlp's own choice.
 */
export function playableUrl({ formats, url }: VideoInfo): string | undefined {
  const plain = formats.filter(
    ({ url: where, protocol, vcodec, acodec, ext }) =>
      where !== undefined &&
      /^https?$/.test(protocol ?? 'https') &&
      !(vcodec === 'none' && acodec === 'none') &&
      /^(mp4|webm|m4v|ogv|mov|m4a|mp3|ogg|opus|wav)$/.test(ext ?? ''),
  );
  const complete = plain.filter(({ vcodec, acodec }) => vcodec !== 'none' && acodec !== 'none');
  const heightRank = (height: number | undefined) => ((height ?? 0) <= 1080 ? (height ?? 0) : -1);
  const best =
    complete.toSorted((a, b) => heightRank(b.height) - heightRank(a.height))[0] ??
    plain.find(({ vcodec }) => vcodec === 'none');
  return (
    best?.url ?? formats.find(({ protocol }) => protocol?.startsWith('m3u8') === true)?.url ?? url
  );
}

/** YouTube's size names with their file names and widths. */
const SIZES: readonly (readonly [ThumbnailSize, number, RegExp])[] = [
  ['default', 120, /\/default\./],
  ['medium', 320, /\/mqdefault\./],
  ['high', 480, /\/hqdefault\./],
  ['standard', 640, /\/sddefault\./],
  ['maxres', 1280, /\/(maxresdefault|hq720)\./],
];

/** Chooses one picture per size, by name or width; prefers JPEG, which every client displays. */
export function thumbnailSizes({ thumbnails }: VideoInfo): SourceFacts['thumbnails'] {
  const found = SIZES.flatMap(([size, wide, name]) => {
    const fits = thumbnails.filter(
      (it) =>
        it.url !== undefined &&
        (name.test(new URL(it.url).pathname) ||
          (it.width !== undefined && Math.abs(it.width - wide) <= wide / 8)),
    );
    const [best] = fits.toSorted(
      (a, b) =>
        Number(/\.jpe?g/i.test(b.url ?? '')) - Number(/\.jpe?g/i.test(a.url ?? '')) ||
        Number(b.width !== undefined) - Number(a.width !== undefined),
    );
    return best?.url === undefined
      ? []
      : [
          [
            size,
            {
              url: best.url,
              ...defined({ width: wholeNumber(best.width), height: wholeNumber(best.height) }),
            },
          ] as const,
        ];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}
const wholeNumber = (value: number | undefined): number | undefined =>
  value === undefined ? undefined : Math.round(value);

export function thumbnailUrl({ thumbnail, thumbnails }: VideoInfo): string | undefined {
  return (
    thumbnail ??
    thumbnails
      .toSorted((a, b) => (b.width ?? 0) - (a.width ?? 0))
      .find(({ url }) => url !== undefined)?.url
  );
}
