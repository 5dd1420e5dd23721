/**
 * The ports for outbound traffic. All of it passes the gate: at every hop the name is resolved
 * once, every address is checked, and the socket is pinned to a checked address.
 */

import type { Readable } from 'node:stream';
import type { PoolCounts } from './concurrency-limit.ts';
import type { LaneState } from './pace.ts';

/**
 * A request whose headers haven't come after `afterMs` takes a slot, or ends with `timed_out` if none
 * is free.
 */
export interface SlowRequests {
  afterMs: number;
  /** Returns the function that frees the slot. */
  takeSlot(): (() => void) | undefined;
}

export interface FetchOptions {
  method?: 'GET' | 'HEAD' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** limit after decompression; above it `too_large` */
  maxBytes: number;
  /** limit of the complete request in ms, default 30 s; then `timed_out` */
  timeoutMs?: number;
  /**
   * Limit in ms for the name, the connection and the headers of each hop; then `timed_out`. By
   * default only `timeoutMs` counts.
   */
  firstByteMs?: number;
  /** Bounds how many requests may wait long for their headers. By default nothing does. */
  slow?: SlowRequests;
  /**
   * Marks a part of a page that was just fetched, such as an image: it counts towards the host's
   * pace but doesn't wait for a turn.
   */
  companion?: boolean;
  signal?: AbortSignal;
}
export interface FetchedResponse {
  /** after redirects */
  url: string;
  /** the new address if the requested one has moved permanently (301, 308) */
  movedTo?: string;
  status: number;
  /** lower-case names */
  headers: Record<string, string>;
  /** essence of content-type, lower case, '' if missing */
  contentType: string;
  bytes: Uint8Array;
}
/**
 * Faults: `unsupported_url`, `blocked_address`, `no_such_host`, `not_found` (404, 410),
 * `rate_limited` (429, or a host that is down, with `retryAfterS`), `paced` (rate-limited by Gloss:
 * `retryAfterS`), `not_allowed`→`private_or_removed` (401, 403, 451), `provider_failed` (5xx),
 * `too_large`, `timed_out` (`details.waitedFor` is `headers` or `body`), `offline` (this machine
 * has no network: `retryAfterS`). At most 10 redirects; no credentials cross origins.
 */
export type GuardedFetch = (url: string, options: FetchOptions) => Promise<FetchedResponse>;

export interface RenderedPage {
  url: string;
  status: number;
  html: string;
  title: string;
}
/**
 * System Chromium behind the egress proxy. Faults: `browser_missing` if none is found; `timed_out`
 * after 45 s.
 */
export interface Browser {
  /** undefined if not installed */
  readonly path: string | undefined;
  render(url: string, options: { signal?: AbortSignal; maxBytes: number }): Promise<RenderedPage>;
  version(): Promise<string>;
  /** Counts pages that are being rendered or waiting. */
  counts(): PoolCounts;
  close(): Promise<void>;
}

export interface InfoOptions {
  signal?: AbortSignal;
  /** part of what was just read, such as the icon of its channel: requested at once */
  companion?: boolean;
  /** lists a playlist's entries without opening them */
  flat?: boolean;
  /** the most entries of a list; 0 returns only the metadata of the list */
  maxEntries?: number;
  /** for a flat list: includes approximate publication dates */
  dates?: boolean;
}
/**
 * yt-dlp as a process behind the egress proxy, JSON on a bounded stdout. Faults by the table of its
 * error sentences.
 */
export interface YtDlp {
  readonly path: string | undefined;
  /** `-J` of one page */
  info(url: string, options: InfoOptions): Promise<unknown>;
  version(): Promise<string>;
}

/** A word or several words, in seconds from the beginning of the piece. */
export interface TranscribedSpan {
  text: string;
  startS: number;
  endS: number;
}
/** Speech to text; only if a model is set. */
export interface SpeechToText {
  readonly model: string;
  /** what is missing for it to work, as text */
  readonly lacks?: string;
  /**
   * Downloads the audio of a page's video and yields pieces of `PIECE_S` that overlap by
   * `OVERLAP_S`. Faults: those of yt-dlp; `no_transcript` without audio or ffmpeg.
   */
  record(
    url: string,
    options: { signal?: AbortSignal; keep(piece: number, bytes: Uint8Array): Promise<void> },
  ): Promise<{ pieces: number }>;
  /**
   * Faults: `rate_limited` (with `retryAfterS`), `timed_out`, `provider_failed`. `words` is false
   * if the model returned only longer segments.
   */
  transcribe(
    piece: Uint8Array,
    options: { signal?: AbortSignal; language?: string },
  ): Promise<{ heard: TranscribedSpan[]; words: boolean; language?: string }>;
}

export interface VideoFrame {
  jpeg: Uint8Array;
  /** its actual time, which may only be near the requested one */
  atS: number;
  /** false if it is from the site's storyboard pictures */
  isOfFilm: boolean;
}
/** Frames of a page's video. Faults: those of yt-dlp; `absent` if there are none. */
export interface VideoFrames {
  frame(url: string, options: { atS: number; signal?: AbortSignal }): Promise<VideoFrame>;
}

export interface MediaOptions {
  method: 'GET' | 'HEAD';
  /** as in HTTP */
  range?: string | undefined;
  ifRange?: string | undefined;
  /** Ends the request, and the body too. */
  signal: AbortSignal;
}
export interface MediaResponse {
  /** after redirects */
  url: string;
  /** 200–299, or 416 */
  status: number;
  /** lower-case names */
  headers: Record<string, string>;
  /** the stream; the caller must read it to its end or destroy it */
  body: Readable;
}
/**
 * A file as a stream. Every hop passes the gate (at most 5 redirects); sends no cookies or
 * referrer. Faults as of `GuardedFetch`, except `paced` and `too_large`. `timed_out` after 15 s
 * without headers; a body without data for 30 s fails.
 */
export interface MediaStreams {
  open(url: string, options: MediaOptions): Promise<MediaResponse>;
}

export interface Net {
  fetch: GuardedFetch;
  media: MediaStreams;
  browser: Browser;
  ytdlp: YtDlp;
  frames: VideoFrames;
  /** undefined without a model; read for each use, because Settings may change it */
  readonly speech?: SpeechToText | undefined;
  /** public hosts in use or on hold */
  lanes(): LaneState[];
  close(): Promise<void>;
}
