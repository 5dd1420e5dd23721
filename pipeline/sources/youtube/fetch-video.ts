import { z } from 'zod';
import { Fault, isToWait } from '#core/contract/faults.ts';
import { youtubeVideoId, youtubeWatchUrl } from '#core/text/canonical-url.ts';
import type { FetchedResponse } from '#pipeline/net/contract.ts';
import type { Fetched, FetchInput, Part, SourceFacts } from '#pipeline/sources/contract.ts';
import { defined, nameOfAddress } from '#pipeline/sources/source-facts.ts';
import { unlessUnreadable } from '#pipeline/sources/unless-unreadable.ts';
import { captionCandidates } from './choose-captions.ts';
import type { Candidate, Track } from './choose-captions.ts';
import { isMedia, isMediaName } from './media-names.ts';
import {
  CHAPTERS_READING,
  PLAYER_READING,
  SAYS_SOMETHING_READING,
  type Html5Page,
} from './video-readings.ts';
import { channelIcon } from './channel-icon.ts';
import { chaptersOf } from './chapters.ts';
import type { Chapter } from './chapters.ts';
import { playableUrl, publishedAt, thumbnailSizes, thumbnailUrl, VideoInfo } from './info.ts';
import { VideoNotes } from './video-notes.ts';
import { codeOf, listen } from './listen.ts';
import { liveFault } from './live.ts';

const MAX_CAPTION_BYTES = 20_000_000;
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export async function fetchVideo(input: FetchInput): Promise<Fetched> {
  input.signal.throwIfAborted();
  const known = input.hasTranscript === true ? undefined : await input.checkpoints?.read('video');
  if (known !== undefined)
    return goOn(Known.parse(JSON.parse(new TextDecoder().decode(known))), input);
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
 * Any other page with a video. yt-dlp reads most sites; a plain `<video>` is read from the page
 * itself, also where there is no yt-dlp.
 */
async function fetchOther(input: FetchInput): Promise<Fetched> {
  const response = input.response ?? (await ask(input));
  const page = isMedia(response.contentType) ? undefined : await playerOf(response, input);
  const mediaUrl = page === undefined ? response.url : page.mediaUrl;
  const info = await infoOf(response.url, input).catch((error: unknown) => {
    // Whatever yt-dlp says, a video that stands in the page can be watched; live ones are waited
    // for.
    if (
      error instanceof Fault &&
      !isToWait(error) &&
      mediaUrl !== undefined &&
      !input.signal.aborted
    )
      return undefined;
    throw error;
  });
  const told = info === undefined ? [] : chaptersOf(info);
  const found: Found = {
    finalUrl: response.url,
    // The plain reader of yt-dlp numbers the videos of a page in its title.
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
    chapters: told.length > 0 ? told : await chapterTrack(page?.chaptersUrl, input),
    info,
  };
  return keep(found, input);
}

function playerOf(
  { bytes, url, headers }: FetchedResponse,
  { readBytes, signal }: FetchInput,
): Promise<Html5Page> {
  const given = { bytes, url, contentType: headers['content-type'] ?? '' };
  return unlessUnreadable<Html5Page>(
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

/** A media file itself is not downloaded: its head says that it is there. */
function ask({ url, net, limits, signal }: FetchInput): Promise<FetchedResponse> {
  const head = isMediaName(new URL(url).pathname);
  return net.fetch(url, {
    maxBytes: limits.maxPageBytes,
    signal,
    ...(head ? { method: 'HEAD' as const } : {}),
  });
}

/** A track that cannot be had leaves the video without chapters. */
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
  const captions = hasTranscript
    ? undefined
    : await download(captionCandidates(people, automatic, facts.language ?? info?.language), input);
  const notes: VideoNotes = { chapters };
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
  const known: Known = {
    finalUrl,
    facts,
    notes,
    infoJson: new TextDecoder().decode(parts[0]?.bytes),
  };
  await checkpoints.keep('video', utf8(JSON.stringify(known)));
  return { finalUrl, facts, parts: [], notes: {}, later: 'more' };
}

/** What was found of a video that is being listened to: the site is not asked for it again. */
const Known = z.object({
  finalUrl: z.string(),
  facts: z.custom<SourceFacts>(
    (value) => typeof value === 'object' && value !== null && 'title' in value,
  ),
  notes: VideoNotes,
  infoJson: z.string(),
});
type Known = z.infer<typeof Known>;

async function goOn(
  { finalUrl, facts, notes, infoJson }: Known,
  { net, checkpoints, signal, report }: FetchInput,
): Promise<Fetched> {
  const parts: Part[] =
    infoJson === ''
      ? []
      : [{ name: 'info.json', contentType: 'application/json', bytes: utf8(infoJson) }];
  if (net.speech === undefined || checkpoints === undefined)
    return { finalUrl, facts, parts, notes: { ...notes } };
  // Of YouTube the language is that of the sound; of other pages, that of the page around it.
  const spoken = facts.provider === 1 ? facts.language : undefined;
  const heard = await listen({
    url: finalUrl,
    speech: net.speech,
    checkpoints,
    language: spoken,
    signal,
    report,
  });
  if (heard.kind === 'more') return { finalUrl, facts, parts: [], notes: {}, later: 'more' };
  if (heard.kind === 'silence')
    return { finalUrl, facts, parts, notes: { ...notes, silence: heard.silence } };
  const language = spoken ?? codeOf(heard.language) ?? facts.language ?? 'und';
  return {
    finalUrl,
    facts,
    notes: { ...notes, captions: { format: 'json', language, kind: 'speech' } },
    parts: [
      { name: 'captions.json', contentType: 'application/json', bytes: heard.transcript },
      ...parts,
    ],
  };
}

/**
 * The first candidate that has something to say. A site that asks for patience or does not answer
 * is asked again later; one without the file is passed over.
 */
async function download(
  candidates: Candidate[],
  { net, readBytes, signal, report }: FetchInput,
): Promise<{ candidate: Candidate; bytes: Uint8Array } | undefined> {
  for (const [index, candidate] of candidates.slice(0, 12).entries()) {
    report(index, candidates.length);
    const bytes = await read(candidate).catch((error: unknown) => {
      if (
        error instanceof Fault &&
        !signal.aborted &&
        !isToWait(error) &&
        error.code !== 'timed_out'
      )
        return undefined;
      throw error;
    });
    if (bytes === undefined) continue;
    const spoken = readBytes(
      SAYS_SOMETHING_READING,
      { format: candidate.format, bytes },
      { signal },
    );
    if (await unlessUnreadable(spoken, false, signal)) return { candidate, bytes };
  }
  return undefined;

  async function read({ file }: Candidate): Promise<Uint8Array | undefined> {
    if (file.data !== undefined) return utf8(file.data);
    return file.url === undefined
      ? undefined
      : (await net.fetch(file.url, { maxBytes: MAX_CAPTION_BYTES, signal, companion: true })).bytes;
  }
}
