import { Fault, isWaitFault } from '#core/contract/faults.ts';
import { youtubeVideoId, youtubeWatchUrl } from '#core/text/canonical-url.ts';
import type { FetchedResponse } from '#pipeline/net/contract.ts';
import type { Fetched, FetchInput, Part, SourceFacts } from '#pipeline/sources/contract.ts';
import { defined, nameOfAddress } from '#pipeline/sources/source-facts.ts';
import { withParseFallback } from '#pipeline/sources/with-parse-fallback.ts';
import { captionCandidates } from './choose-captions.ts';
import type { Track } from './choose-captions.ts';
import { downloadCaptions } from './download-captions.ts';
import { KnownVideo, transcribeVideo } from './transcribe-video.ts';
import { isMedia, isMediaName } from './media-names.ts';
import { CHAPTERS_READING, PLAYER_READING, type Html5Page } from './video-readings.ts';
import { channelIcon } from './channel-icon.ts';
import { chaptersOf } from './chapters.ts';
import type { Chapter } from './chapters.ts';
import { playableUrl, publishedAt, thumbnailSizes, thumbnailUrl, VideoInfo } from './info.ts';
import type { VideoNotes } from './video-notes.ts';
import { liveFault } from './live-fault.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export async function fetchVideo(input: FetchInput): Promise<Fetched> {
  input.signal.throwIfAborted();
  const known = input.hasTranscript === true ? undefined : await input.checkpoints?.read('video');
  if (known !== undefined)
    return transcribeVideo(KnownVideo.parse(JSON.parse(new TextDecoder().decode(known))), input);
  const videoId = youtubeVideoId(new URL(input.url));
  return videoId === undefined ? fetchOther(input) : fetchYoutube(videoId, input);
}

async function infoOf(url: string, { net, signal }: FetchInput): Promise<VideoInfo> {
  const parsed = VideoInfo.safeParse(await net.ytdlp.info(url, { signal }));
  if (!parsed.success) throw new Fault('unsupported_url', { cause: parsed.error });
  const [only, ...more] = parsed.data.entries ?? [];
  if (more.length > 0)
    throw new Fault('unsupported_url', {
      message: 'This address lists several videos. Add them one by one.',
    });
  return only === undefined ? parsed.data : VideoInfo.parse(only);
}

const factsOf = (info: VideoInfo) =>
  defined({
    author: info.channel ?? info.uploader,
    channelTitle: info.channel ?? info.uploader,
    channelUrl: info.channel_url ?? info.uploader_url,
    durationS: info.duration,
    publishedAt: publishedAt(info),
    language: info.language,
    previewImageUrl: thumbnailUrl(info),
    thumbnails: thumbnailSizes(info),
    description: info.description,
  });

async function fetchYoutube(videoId: string, input: FetchInput): Promise<Fetched> {
  const finalUrl = youtubeWatchUrl(videoId);
  const info = await infoOf(finalUrl, input);
  const facts: SourceFacts = {
    ...factsOf(info),
    ...defined({ channelIconUrl: await channelIcon(info, input) }),
    title: info.title ?? videoId,
    siteName: 'YouTube',
    videoId,
    provider: 1,
    canonicalUrl: finalUrl,
  };
  return keep(
    {
      finalUrl,
      facts,
      people: info.subtitles,
      automatic: info.automatic_captions,
      chapters: chaptersOf(info),
      info,
    },
    input,
  );
}

/**
 * Fetches any other page with a video. yt-dlp supports most sites; a plain `<video>` is read from
 * the page itself, also without yt-dlp.
 */
async function fetchOther(input: FetchInput): Promise<Fetched> {
  const response = input.response ?? (await ask(input));
  const page = isMedia(response.contentType) ? undefined : await playerOf(response, input);
  const mediaUrl = page === undefined ? response.url : page.mediaUrl;
  const info = await infoOf(response.url, input).catch((error: unknown) => {
    // A video in the page can be watched, whatever yt-dlp reports; live ones are waited for.
    if (
      error instanceof Fault &&
      !isWaitFault(error) &&
      mediaUrl !== undefined &&
      !input.signal.aborted
    )
      return undefined;
    throw error;
  });
  const chapters = info === undefined ? [] : chaptersOf(info);
  const found: Found = {
    finalUrl: response.url,
    // yt-dlp's generic extractor adds numbers to titles of videos on a page.
    facts: {
      ...pageFacts(page),
      ...(info === undefined ? {} : factsOf(info)),
      ...defined({ mediaUrl: mediaUrl ?? (info && playableUrl(info)) }),
      title:
        page?.mediaUrl === undefined
          ? (info?.title ?? page?.facts.title ?? nameOfAddress(response.url))
          : page.facts.title,
    },
    people: info?.subtitles.length ? info.subtitles : (page?.tracks ?? []),
    automatic: info?.automatic_captions ?? [],
    chapters: chapters.length > 0 ? chapters : await chapterTrack(page?.chaptersUrl, input),
    info,
  };
  return keep(found, input);
}

function playerOf(
  { bytes, url, headers }: FetchedResponse,
  { readBytes, signal }: FetchInput,
): Promise<Html5Page> {
  const given = { bytes, url, contentType: headers['content-type'] ?? '' };
  return withParseFallback<Html5Page>(
    readBytes(PLAYER_READING, given, { signal }),
    { facts: { title: nameOfAddress(url) }, tracks: [] },
    signal,
  );
}

function pageFacts(page: Html5Page | undefined): Partial<SourceFacts> {
  if (page === undefined) return {};
  const { title: _, ogType: __, ...facts } = page.facts;
  return {
    ...facts,
    ...defined({
      channelTitle: facts.siteName ?? facts.author,
      previewImageUrl: page.posterUrl,
      durationS: page.durationS,
    }),
  };
}

/** Media files are not downloaded; the response headers show that the file exists. */
function ask({ url, net, limits, signal }: FetchInput): Promise<FetchedResponse> {
  const head = isMediaName(new URL(url).pathname);
  return net.fetch(url, {
    maxBytes: limits.maxPageBytes,
    signal,
    ...(head ? { method: 'HEAD' as const } : {}),
  });
}

/** If the track is unavailable, the video has no chapters. */
async function chapterTrack(
  url: string | undefined,
  { net, readBytes, signal }: FetchInput,
): Promise<Chapter[]> {
  if (url === undefined) return [];
  try {
    const { bytes } = await net.fetch(url, { maxBytes: 1_000_000, signal, companion: true });
    return await readBytes(CHAPTERS_READING, bytes, { signal });
  } catch (error) {
    if (error instanceof Fault && !signal.aborted) return [];
    throw error;
  }
}

/** Shown to people. */
const NO_SPEECH =
  'This video’s captions mark only sounds, such as music. You can still watch it and write notes.';

interface Found {
  finalUrl: string;
  facts: SourceFacts;
  people: Track[];
  automatic: Track[];
  chapters: Chapter[];
  info: VideoInfo | undefined;
}

async function keep(
  { finalUrl, facts, people, automatic, chapters, info }: Found,
  input: FetchInput,
): Promise<Fetched> {
  const { net, checkpoints, hasTranscript = false } = input;
  const live = info === undefined || hasTranscript ? undefined : liveFault(info);
  if (live) return { finalUrl, facts, parts: [], notes: {}, later: live };
  const { track: captions, hasSoundsOnly } = hasTranscript
    ? { track: undefined, hasSoundsOnly: false }
    : await downloadCaptions(
        captionCandidates(people, automatic, facts.language ?? info?.language),
        input,
      );
  const notes: VideoNotes = { chapters, ...(hasSoundsOnly ? { silence: NO_SPEECH } : {}) };
  const parts: Part[] = [];
  if (captions !== undefined) {
    const { format, language, automatic: made } = captions.candidate;
    notes.captions = { format, language, kind: made ? 'automatic' : 'people' };
    parts.push({
      name: `captions.${format}`,
      contentType: 'text/plain; charset=utf-8',
      bytes: captions.bytes,
    });
  }
  if (info !== undefined) {
    const {
      id,
      title,
      channel,
      channel_id,
      extractor,
      webpage_url,
      duration,
      upload_date,
      language,
    } = info;
    const trimmed = {
      id,
      title,
      channel,
      channel_id,
      extractor,
      webpage_url,
      duration,
      upload_date,
      language,
      chapters,
      captions: {
        people: people.map((track) => track.key),
        automatic: automatic.map((track) => track.key),
      },
    };
    parts.push({
      name: 'info.json',
      contentType: 'application/json',
      bytes: utf8(JSON.stringify(trimmed)),
    });
  }
  if (
    captions !== undefined ||
    hasTranscript ||
    net.speech === undefined ||
    checkpoints === undefined
  )
    return { finalUrl, facts, parts, notes: { ...notes } };
  const known: KnownVideo = {
    finalUrl,
    facts,
    notes,
    infoJson: new TextDecoder().decode(parts[0]?.bytes),
  };
  await checkpoints.keep('video', utf8(JSON.stringify(known)));
  return { finalUrl, facts, parts: [], notes: {}, later: 'more' };
}
