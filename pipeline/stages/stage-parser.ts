/** What stages ask of the parsing children. `pipeline/run` implements it. */
import type { SourceType } from '#core/contract/source.ts';
import type { Shingles } from '#core/text/similarity.ts';
import type { CompareOptions, Comparison } from '#pipeline/refresh/compare-versions.ts';
import type {
  Extracted,
  PagePiece,
  PagePlan,
  PageRange,
  ReadBytes,
  RecognisedLine,
  SourceFacts,
} from '#pipeline/sources/contract.ts';
import type { Rank } from '#pipeline/queue/contract.ts';
import type { SplitOptions, SplitText } from './split-text.ts';

/** Paths are in the system's temporary folder; children can read nothing else. */
type ParserPart = { name: string } & ({ path: string } | { bytes: Uint8Array });

export interface ParserInput {
  url: string;
  facts: SourceFacts;
  notes: Record<string, unknown>;
  parts: ParserPart[];
}

export interface ParseHooks {
  signal: AbortSignal;
  report(done: number, total: number): void;
}

/**
 * Faults: those of the kind; `timed_out` after the deadline, with the child's whole process group
 * killed; `corrupt_file` when the memory cap is hit; `internal` when a child crashed. An abort
 * kills the child and rejects with the signal's reason.
 */
export interface StageParser {
  /** A kind's `extract`; the Reader view is sanitised. */
  extract(kindName: SourceType, input: ParserInput, hooks: ParseHooks): Promise<Extracted>;
  /** A kind's `archive`, sanitised. Faults also: `internal` if the kind has none. */
  archive(kindName: SourceType, input: ParserInput, hooks: ParseHooks): Promise<string>;
  /**
   * The calls of a kind's `PagedReading` that run here. Each page has a separate deadline; the
   * child has 512 MB.
   */
  planPages(
    kindName: SourceType,
    input: ParserInput,
    hooks: Pick<ParseHooks, 'signal'>,
  ): Promise<PagePlan>;
  /** A page that crashes the child is skipped and listed in `failed`. */
  readPages(
    kindName: SourceType,
    input: ParserInput,
    range: PageRange,
    hooks: ParseHooks,
  ): Promise<PagePiece>;
  drawPage(
    kindName: SourceType,
    input: ParserInput,
    page: number,
    as: 'reading' | 'thumbnail',
    hooks: Pick<ParseHooks, 'signal'>,
  ): Promise<Uint8Array>;
  /** Sanitises a Reader view that an earlier version of Gloss extracted. */
  sanitise(
    input: { readerHtml: string; baseUrl: string },
    hooks?: { signal: AbortSignal },
  ): Promise<string>;
  /** Runs byte readings for the fetch stage; each call may take 10 s. */
  readBytes: ReadBytes;
  /**
   * `splitText` of the snapshot at a path in the system's temporary folder. Faults also: those of
   * `splitText`.
   */
  splitText(path: string, options: SplitOptions, hooks: ParseHooks): Promise<SplitText>;
  /** `shinglesOfSnapshot` of the snapshot at a path. */
  shingles(path: string, hooks: Pick<ParseHooks, 'signal'>): Promise<Shingles>;
  /** `compareVersions` of the snapshots at their paths. The deadline is for each anchor. */
  compareVersions(
    snapshots: readonly { version: number; path: string }[],
    options: CompareOptions,
    hooks: ParseHooks,
  ): Promise<Comparison>;
}

/** A parser whose tasks begin in the order of the ranks of their jobs. */
export interface RankedParser extends StageParser {
  /** Returns the parser for a job of this rank; the default rank is `normal`. */
  atRank(rank: Rank): StageParser;
}

/** Reads the text on the image of a page. */
export interface PageRecogniser {
  /** Faults: `timed_out`, `corrupt_file` when the image is refused. */
  lines(png: Uint8Array, options: { signal: AbortSignal }): Promise<RecognisedLine[]>;
}
