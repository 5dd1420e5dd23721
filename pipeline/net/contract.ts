/**
 * The ports of the one way out. Every outbound byte passes the gate: name resolved once, every
 * address checked, the socket pinned to a checked one, at every hop.
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
  /** after decompression; over it `too_large` */
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
  /** essence of content-type, lower case, '' when none */
  contentType: string;
  bytes: Uint8Array;
}
/**
 * Faults: `unsupported_url`, `blocked_address`, `no_such_host`, `not_found` (404, 410),
 * `rate_limited` (429, or a host that is down, with `retryAfterS`), `paced` (its turn comes later:
 * `retryAfterS`), `not_allowed`→`private_or_removed` (401, 403, 451), `provider_failed` (5xx),
 * `too_large`, `timed_out` (`details.waitedFor` is `headers` or `body`), `offline` (this machine has
 * no network: `retryAfterS`). At most 10 redirects; no credentials cross origins.
 */
export type GuardedFetch = (url: string, options: FetchOptions) => Promise<FetchedResponse>;

export interface RenderedPage {
  url: string;
  status: number;
  html: string;
  title: string;
}
/**
 * System Chromium behind the egress proxy. Fault `browser_missing` when none is found; `timed_out`
 * after 45 s in every case.
 */
export interface Browser {
  /** undefined if not installed */
  readonly path: string | undefined;
  render(url: string, options: { signal?: AbortSignal; maxBytes: number }): Promise<RenderedPage>;
  version(): Promise<string>;
  /** Pages that are rendered, and those that wait. */
  counts(): PoolCounts;
  close(): Promise<void>;
}

export interface InfoOptions {
  signal?: AbortSignal;
  /** part of what was just read, as the picture of its channel: asked for at once */
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
/** Speech to text; only where a model is set. */
export interface SpeechToText {
  readonly model: string;
  /** what it lacks to be of use, in words */
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
   * where the model gave whole stretches alone.
   */
  transcribe(
    piece: Uint8Array,
    options: { signal?: AbortSignal; language?: string },
  ): Promise<{ heard: TranscribedSpan[]; words: boolean; language?: string }>;
}

export interface VideoFrame {
  jpeg: Uint8Array;
  /** its actual position, which may only be near the requested moment */
  atS: number;
  /** else of the small pictures that the site shows */
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
  /** 200 to 299, or 416 */
  status: number;
  /** lower-case names */
  headers: Record<string, string>;
  /** the stream; the caller must read it to its end or destroy it */
  body: Readable;
}
/**
 * A file as a stream. Every hop passes the gate (at most 5 redirects); no cookie and no referrer is
 * sent. Faults as of `GuardedFetch`, `paced` and `too_large` left out. `timed_out` after 15 s
 * without headers; a body that brings nothing for 30 s fails.
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
