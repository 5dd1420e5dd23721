import { Fault } from '#core/contract/faults.ts';
import { youtubeVideoId, youtubeWatchUrl } from '#core/text/canonical-url.ts';
import type { FetchedResponse } from '#pipeline/net/contract.ts';
import type { Fetched, FetchInput, Part, SourceFacts } from '#pipeline/sources/contract.ts';
import { defined, nameOfAddress } from '#pipeline/sources/page-facts.ts';
import { captionCandidates } from './choose-captions.ts';
import type { Candidate, Track } from './choose-captions.ts';
import { isMedia, isMediaName, readHtml5Page } from './html5-page.ts';
import type { Html5Page } from './html5-page.ts';
import { parseCaptions } from './captions/parse.ts';
import { lineText } from './captions/cue.ts';
import { playableUrl, publishedAt, thumbnailUrl, VideoInfo } from './info.ts';
import type { VideoNotes } from './extract-video.ts';

type Chapters = VideoNotes['chapters'];
const MAX_CAPTION_BYTES = 20_000_000;
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export async function fetchVideo(input: FetchInput): Promise<Fetched> {
  input.signal.throwIfAborted();
  const videoId = youtubeVideoId(new URL(input.url));
  return videoId === undefined ? fetchOther(input) : fetchYoutube(videoId, input);
}

async function infoOf(url: string, { net, signal }: FetchInput): Promise<VideoInfo> {
  const parsed = VideoInfo.safeParse(await net.ytdlp.info(url, { signal }));
  if (!parsed.success) throw new Fault('unsupported_url', { cause: parsed.error });
  const [only, ...more] = parsed.data.entries ?? [];
  if (more.length > 0) throw new Fault('unsupported_url', { message: 'This address lists several videos. Add them one by one.' });
  const info = only === undefined ? parsed.data : VideoInfo.parse(only);
  if (info.is_live === true || /^(is_live|is_upcoming|post_live)$/.test(info.live_status ?? '')) throw new Fault('live_not_ended');
  return info;
}

const chaptersOf = (info: VideoInfo): Chapters => info.chapters.map(({ start_time, end_time, title }, index) => (
  { start: start_time, end: end_time ?? info.chapters[index + 1]?.start_time ?? info.duration ?? start_time, title: title ?? `Chapter ${index + 1}` }));

const factsOf = (info: VideoInfo) => defined({
  author: info.channel ?? info.uploader, channelTitle: info.channel ?? info.uploader, durationS: info.duration, publishedAt: publishedAt(info),
  language: info.language, previewImageUrl: thumbnailUrl(info),
});

async function fetchYoutube(videoId: string, input: FetchInput): Promise<Fetched> {
  const finalUrl = youtubeWatchUrl(videoId);
  const info = await infoOf(finalUrl, input);
  const facts: SourceFacts = { ...factsOf(info), title: info.title ?? videoId, siteName: 'YouTube', videoId, provider: 1, canonicalUrl: finalUrl };
  return keep({ finalUrl, facts, people: info.subtitles, automatic: info.automatic_captions, chapters: chaptersOf(info), info }, input);
}

/** Any other page with a video. yt-dlp reads most sites; a plain `<video>` is read from the page itself, also where there is no yt-dlp. */
async function fetchOther(input: FetchInput): Promise<Fetched> {
  const response = input.response ?? await ask(input);
  const page = isMedia(response.contentType) ? undefined : readHtml5Page(response);
  const mediaUrl = page === undefined ? response.url : page.mediaUrl;
  const info = await infoOf(response.url, input).catch((error: unknown) => {
    // Whatever yt-dlp says, a video that stands in the page can be watched; live ones are waited for.
    if (error instanceof Fault && error.code !== 'live_not_ended' && mediaUrl !== undefined && !input.signal.aborted) return undefined;
    throw error;
  });
  const found: Found = {
    finalUrl: response.url,
    // The plain reader of yt-dlp numbers the videos of a page in its title.
    facts: {
      ...pageFacts(page), ...(info === undefined ? {} : factsOf(info)), ...defined({ mediaUrl: mediaUrl ?? (info && playableUrl(info)) }),
      title: page?.mediaUrl === undefined ? info?.title ?? page?.facts.title ?? nameOfAddress(response.url) : page.facts.title,
    },
    people: info?.subtitles.length ? info.subtitles : page?.tracks ?? [], automatic: info?.automatic_captions ?? [],
    chapters: info?.chapters.length ? chaptersOf(info) : await chapterTrack(page?.chaptersUrl, input), info,
  };
  return keep(found, input);
}

function pageFacts(page: Html5Page | undefined): Partial<SourceFacts> {
  if (page === undefined) return {};
  const { title: _, ogType: __, ...facts } = page.facts;
  return { ...facts, ...defined({ channelTitle: facts.siteName ?? facts.author, previewImageUrl: page.posterUrl, durationS: page.durationS }) };
}

/** A media file itself is not downloaded: its head says that it is there. */
function ask({ url, net, limits, signal }: FetchInput): Promise<FetchedResponse> {
  const head = isMediaName(new URL(url).pathname);
  return net.fetch(url, { maxBytes: limits.maxPageBytes, signal, ...(head ? { method: 'HEAD' as const } : {}) });
}

/** A track that cannot be had leaves the video without chapters. */
async function chapterTrack(url: string | undefined, { net, signal }: FetchInput): Promise<Chapters> {
  if (url === undefined) return [];
  try {
    const { bytes } = await net.fetch(url, { maxBytes: 1_000_000, signal });
    return parseCaptions('vtt', new TextDecoder().decode(bytes)).map((cue) => ({ start: cue.startS, end: cue.endS, title: cue.lines.map(lineText).join(' ') }));
  } catch (error) {
    if (error instanceof Fault && !signal.aborted) return [];
    throw error;
  }
}

interface Found { finalUrl: string; facts: SourceFacts; people: Track[]; automatic: Track[]; chapters: Chapters; info: VideoInfo | undefined }

async function keep({ finalUrl, facts, people, automatic, chapters, info }: Found, input: FetchInput): Promise<Fetched> {
  const captions = await download(captionCandidates(people, automatic, facts.language ?? info?.language), input);
  const notes: VideoNotes = { chapters, ...(captions && { captions: { format: captions.candidate.format, language: captions.candidate.language, automatic: captions.candidate.automatic } }) };
  const parts: Part[] = captions === undefined ? [] : [{ name: `captions.${captions.candidate.format}`, contentType: 'text/plain; charset=utf-8', bytes: captions.bytes }];
  if (info !== undefined) {
    const { id, title, channel, channel_id, extractor, webpage_url, duration, upload_date, language } = info;
    const trimmed = { id, title, channel, channel_id, extractor, webpage_url, duration, upload_date, language, chapters, captions: { people: people.map((track) => track.key), automatic: automatic.map((track) => track.key) } };
    parts.push({ name: 'info.json', contentType: 'application/json', bytes: utf8(JSON.stringify(trimmed)) });
  }
  return { finalUrl, facts, parts, notes: { ...notes } };
}

/** The first candidate that has something to say. A site that asks for patience or does not answer is asked again later; one without the file is passed over. */
async function download(candidates: Candidate[], { net, signal, report }: FetchInput): Promise<{ candidate: Candidate; bytes: Uint8Array } | undefined> {
  for (const [index, candidate] of candidates.slice(0, 12).entries()) {
    report(index, candidates.length);
    const bytes = await read(candidate).catch((error: unknown) => {
      if (error instanceof Fault && !signal.aborted && !/^(rate_limited|timed_out)$/.test(error.code)) return undefined;
      throw error;
    });
    if (bytes !== undefined && bytes.length > 0) return { candidate, bytes };
  }
  return undefined;

  async function read({ file }: Candidate): Promise<Uint8Array | undefined> {
    if (file.data !== undefined) return utf8(file.data);
    return file.url === undefined ? undefined : (await net.fetch(file.url, { maxBytes: MAX_CAPTION_BYTES, signal })).bytes;
  }
}
