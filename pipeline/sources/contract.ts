/**
 * What one kind of source knows: how to claim an address, fetch its bytes and extract its text.
 * Adding a kind is a folder here and a line in `registry.ts`. The host switches on the medium, never on the kind.
 */
import type { Medium } from '#core/contract/locator.ts';
import type { Snapshot } from '#core/contract/snapshot.ts';
import type { SourceType } from '#core/contract/source.ts';
import type { FetchedResponse, Net } from '#pipeline/net/contract.ts';

export interface Claim {
  /** one address per source: tracking parameters, fragments and aliases gone */ canonicalUrl: string;
  /** 0..1; the highest wins */ confidence: number;
  /** 1 is YouTube itself */ provider?: number;
}
/** A file that fetching kept: `name` is its role (`page.html`, `document.pdf`, `captions.vtt`, `info.json`), never a name from outside. */
export interface Part { name: string; contentType: string; bytes: Uint8Array }

/** What is known at once, before the text is read. Everything optional but the title. Image addresses are as found; the host keeps copies. */
export interface SourceFacts {
  title: string;
  language?: string; author?: string; publishedAt?: string; durationS?: number; pages?: number;
  siteName?: string; iconUrl?: string; previewImageUrl?: string;
  channelTitle?: string; channelIconUrl?: string; videoId?: string; provider?: number; mediaUrl?: string;
  /** canonical address found in the answer (redirect, rel=canonical) */ canonicalUrl?: string;
}
export interface Fetched { finalUrl: string; facts: SourceFacts; parts: Part[]; /** small JSON for `extract` */ notes: Record<string, unknown> }

export interface FetchInput {
  url: string;
  /** what the host already fetched while telling the kind, to be used instead of asking twice */ response?: FetchedResponse;
  /** an uploaded file instead of an address */ upload?: { bytes: Uint8Array; name: string };
  signal: AbortSignal;
  limits: { maxPageBytes: number; maxPdfBytes: number };
  net: Net;
  report(done: number, total: number): void;
}

export interface ExtractInput {
  url: string;
  facts: SourceFacts;
  notes: Record<string, unknown>;
  /** Bytes of a part; undefined when it was not kept. */ part(name: string): Uint8Array | undefined;
  report(done: number, total: number): void;
}
/** `images.thumbnail` is a small JPEG or PNG made from the source (a PDF's first page). */
export interface Extracted { snapshot: Snapshot; images: { thumbnail?: Uint8Array } }

export interface SourceKind {
  readonly name: SourceType;
  readonly medium: Medium;
  /** Pure and instant. Undefined: not mine by its address. */
  claim(url: URL): Claim | undefined;
  /** How sure this kind is that the answer is its own, 0..1, told from content type and first bytes. */
  recognise(response: FetchedResponse): number;
  /** Gets the bytes. Faults as in `core/contract/faults.ts`. */
  fetch(input: FetchInput): Promise<Fetched>;
  /** Pure; runs in a child process under a heap cap and a deadline, since the bytes are foreign. */
  extract(input: ExtractInput): Promise<Extracted>;
}
