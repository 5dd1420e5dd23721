/**
 * A kind of source: claims an address, fetches its bytes and extracts its text. Adding a kind takes
 * an entry in `core/kinds.ts`, a folder here, a line in `registry.ts` and one in `extractors.ts`.
 * The host switches on the medium, never on the kind.
 */
import type { Fault } from '#core/contract/faults.ts';
import { z } from 'zod';
import { OutlineEntry, PageLink, Segment, type Snapshot } from '#core/contract/snapshot.ts';
import type { SourceType } from '#core/contract/source.ts';
import type { FetchedResponse, Net } from '#pipeline/net/contract.ts';

export interface Claim {
  /** one address per source, without tracking parameters, fragments and aliases */
  canonicalUrl: string;
  /** 0..1; the highest wins */
  confidence: number;
  /** 1 is YouTube itself */
  provider?: number;
}
/**
 * A file stored by the fetch stage. `name` is its role (`page.html`, `document.pdf`,
 * `captions.vtt`, `info.json`), never a name from outside.
 */
export interface Part {
  name: string;
  contentType: string;
  bytes: Uint8Array;
}

/** about 120, 320, 480, 640 and 1280 pixels wide */
export type ThumbnailSize = 'default' | 'medium' | 'high' | 'standard' | 'maxres';

/**
 * Facts known before the text is read. All are optional except the title. Image addresses are as
 * found; the host stores copies.
 */
export interface SourceFacts {
  title: string;
  language?: string;
  author?: string;
  publishedAt?: string;
  durationS?: number;
  pages?: number;
  siteName?: string;
  iconUrl?: string;
  previewImageUrl?: string;
  channelTitle?: string;
  channelIconUrl?: string;
  channelUrl?: string;
  videoId?: string;
  provider?: number;
  mediaUrl?: string;
  /** of a video, truncated to a few thousand characters */
  description?: string;
  /** for videos, by size name; addresses as found */
  thumbnails?: Partial<Record<ThumbnailSize, { url: string; width?: number; height?: number }>>;
  /** canonical address found in the response (redirect, rel=canonical) */
  canonicalUrl?: string;
}
export interface Fetched {
  finalUrl: string;
  facts: SourceFacts;
  parts: Part[];
  /** small JSON for `extract` */
  notes: Record<string, unknown>;
  /** Set when the result is incomplete: fetch again at once (`more`), or when the fault says. */
  later?: 'more' | Fault;
}

/**
 * Intermediate results of long work, by name. They survive the process and are deleted once the
 * source is fetched.
 */
export interface Checkpoints {
  read(name: string): Promise<Uint8Array | undefined>;
  keep(name: string, bytes: Uint8Array): Promise<void>;
}

/**
 * A list of sources: the videos of a playlist or channel, newest or first as the site lists them.
 */
export interface Listing {
  title: string;
  entries: { url: string; title?: string; publishedAt?: string; durationS?: number }[];
}
export interface ListOptions {
  net: Net;
  signal: AbortSignal;
  /** ISO date; entries known to be older are omitted */
  since?: string;
  /** default and most 5,000 */
  max?: number;
}

export interface FetchInput {
  url: string;
  /** the response that the host fetched to detect the kind, so that it isn't requested twice */
  response?: FetchedResponse;
  /** an uploaded file instead of an address */
  upload?: { bytes: Uint8Array; name: string; type?: string | undefined };
  signal: AbortSignal;
  limits: { maxPageBytes: number; maxPdfBytes: number };
  net: Net;
  readBytes: ReadBytes;
  /** the owner supplied a transcript, so that no other is fetched */
  hasTranscript?: boolean;
  /** without checkpoints, long work is done in one run or not at all */
  checkpoints?: Checkpoints;
  report(done: number, total: number): void;
}

/** `notes`: those of the fetch. */
export interface AssetsInput extends Pick<FetchInput, 'net' | 'readBytes' | 'signal'> {
  notes: Record<string, unknown>;
}
/** `notes` are added to those of the fetch, for `archive`. */
export type FetchedAssets = Pick<Fetched, 'parts' | 'notes'>;

export interface ExtractInput {
  url: string;
  facts: SourceFacts;
  notes: Record<string, unknown>;
  /** Returns the bytes of a part, or undefined if it was not stored. */
  part(name: string): Uint8Array | undefined;
  /** identifies the current parts: while it is the same, so are they; undefined if unknown */
  file?: string | undefined;
  report(done: number, total: number): void;
}
/**
 * `images.thumbnail` is a small JPEG or PNG made from the source (a PDF's first page). `notes` are
 * added to those of the fetch, for `archive`.
 */
export interface Extracted {
  snapshot: Snapshot;
  images: { thumbnail?: Uint8Array };
  notes?: Record<string, unknown> | undefined;
}

/** Facts about a whole paged file, found by opening it. */
export const PagePlan = z.object({
  total: z.int().min(1),
  title: z.string().optional(),
  author: z.string().optional(),
  publishedAt: z.string().optional(),
  outline: z.array(OutlineEntry).optional(),
  /** one per page, if they aren't 1, 2, 3 … */
  pageLabels: z.array(z.string()).optional(),
});
export type PagePlan = z.infer<typeof PagePlan>;

/** The result for a batch of consecutive pages. Lists of pages are ordered and count from 1. */
export const PagePiece = z.object({
  from: z.int(),
  to: z.int(),
  segments: z.array(Segment),
  language: z.string(),
  links: z.array(PageLink),
  /** pages that show something but contain almost no text */
  bare: z.array(z.int()),
  /** pages whose text was recognised from an image */
  recognised: z.array(z.int()),
  /** pages that could not be read */
  failed: z.array(z.int()),
});
export type PagePiece = z.infer<typeof PagePiece>;

/**
 * A line of text recognised on a drawn page. Boxes are fractions of the drawing, 0..1, from its top
 * left.
 */
export const RecognisedLine = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  words: z.array(
    z.object({
      text: z.string(),
      x: z.number(),
      y: z.number(),
      width: z.number(),
      height: z.number(),
    }),
  ),
});
export type RecognisedLine = z.infer<typeof RecognisedLine>;

/**
 * Pages `from` to `to`, counted from 1 and both included, except those in `skip`. `alone`: each
 * page starts only after the previous one has ended. `recognised`: recognised lines by page.
 */
export interface PageRange {
  from: number;
  to: number;
  skip?: readonly number[];
  alone?: boolean;
  recognised?: Readonly<Record<string, readonly RecognisedLine[]>>;
}

/**
 * Reads long files in batches of pages, independently, in any order and concurrently, in child
 * processes. `report` names the page that starts, so that a page that never ends can be skipped.
 */
export interface PagedReading {
  /** Faults: as for opening the file. */
  plan(input: ExtractInput): Promise<PagePlan>;
  read(input: ExtractInput, range: PageRange): Promise<PagePiece>;
  /** Draws the page: a PNG suited to text recognition, or the thumbnail of the source. */
  draw(input: ExtractInput, page: number, as: 'reading' | 'thumbnail'): Promise<Uint8Array>;
}

/**
 * Joins the pieces, in order. Pure. `canRecognise`: whether text recognition was available for bare
 * pages. Faults: `corrupt_file` when no page could be read.
 */
export type JoinPages = (
  plan: PagePlan,
  pieces: readonly PagePiece[],
  about: Pick<ExtractInput, 'facts' | 'notes'> & { canRecognise: boolean },
) => Snapshot;

/**
 * A function that the fetch stage runs over untrusted bytes in a child. Both ends validate: the
 * child its input, the server its output.
 */
export interface ByteReading<I, O> {
  readonly kind: SourceType;
  readonly name: string;
  readonly input: z.ZodType<I>;
  readonly output: z.ZodType<O>;
}
/**
 * Runs the reading in a parsing child, through the kind's `Extractor`. Faults: `timed_out` after 10
 * s, `corrupt_file` at the memory cap, `internal` where the child crashed. An abort rejects with
 * the signal's reason.
 */
export type ReadBytes = <I, O>(
  reading: ByteReading<I, O>,
  input: I,
  options: { signal: AbortSignal },
) => Promise<O>;

/** The part of a kind that the server loads: it fetches bytes, and never parses them. */
export interface SourceKind {
  readonly name: SourceType;
  /** Pure and fast. Returns undefined if the address does not belong to this kind. */
  claim(url: URL): Claim | undefined;
  /**
   * The confidence, 0..1, that a response belongs to this kind, from its content type and first
   * bytes, or as reported by a child.
   */
  recognise(
    response: FetchedResponse,
    ask: Pick<FetchInput, 'readBytes' | 'signal'>,
  ): number | Promise<number>;
  /** Fetches the bytes. Faults as in `core/contract/faults.ts`. */
  fetch(input: FetchInput): Promise<Fetched>;
  /**
   * Fetches what a source needs to look as it did at its site, such as style sheets and images,
   * once its text is ready. Skips what is unavailable. Rejects only when `signal` is aborted.
   */
  fetchAssets?(input: AssetsInput): Promise<FetchedAssets>;
  /** Returns the entries of an address that lists sources of this kind; undefined for other addresses. */
  list?(url: URL, options: ListOptions): Promise<Listing> | undefined;
  /** If defined, the host reads by pages (`Extractor.pages`) and joins the pieces with this. */
  readonly joinPages?: JoinPages;
}

/**
 * The part of a kind that parses bytes. Only parsing children load it, with limits on heap and
 * time.
 */
export interface Extractor {
  readonly name: SourceType;
  /** Pure. */
  extract(input: ExtractInput): Promise<Extracted>;
  /**
   * If the kind has a Web view: returns the source as HTML that looks as it did at its site, from
   * the parts of the fetch and its assets; text blocks carry the `data-p` of their segments where
   * they could be carried over. Not yet sanitised. Pure.
   */
  archive?(input: ExtractInput): string;
  /** If defined, the host uses it instead of `extract`. */
  readonly pages?: PagedReading;
  /** Implementations of this kind's `ByteReading`s, by name. */
  readonly reads?: Readonly<Record<string, (input: unknown) => unknown>>;
}
