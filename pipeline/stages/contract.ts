import type { Transaction } from 'sequelize';
import { z } from 'zod';
import type { Fault } from '#core/contract/faults.ts';
import type { SourceId } from '#core/contract/id.ts';
import type { Stage } from '#core/contract/source.ts';
import type { Log } from '#config/log.ts';
import type {
  FileStore,
  Library,
  SourcePatch,
  SourceRow,
  StoredImages,
} from '#pipeline/library/index.ts';
import type { FetchOptions, Net } from '#pipeline/net/contract.ts';
import type { VirusScanner } from '#pipeline/net/virus-scanner.ts';
import type { AnchorPort } from '#pipeline/refresh/contract.ts';
import type { Embedder, SearchIndex } from '#pipeline/search/index.ts';
import type { SourceFacts } from '#pipeline/sources/contract.ts';
import type { PageRecogniser, StageParser } from './stage-parser.ts';

export interface StagePorts {
  library: Library;
  files: FileStore;
  net: Net;
  parser: StageParser;
  index: SearchIndex;
  anchors: AnchorPort;
  /** set if tesseract is installed */
  recogniser?: PageRecogniser;
  /** set if configured */
  scanner?: VirusScanner;
  /** set if a model is configured; read for each use, because the settings may change */
  readonly embedder?: Embedder | undefined;
  limits: { maxPageBytes: number; maxPdfBytes: number };
}
/** Replaces some ports. Getters are still evaluated at each use. */
export const withPorts = (ports: StagePorts, replaced: Partial<StagePorts>): StagePorts =>
  Object.defineProperties({} as StagePorts, {
    ...Object.getOwnPropertyDescriptors(ports),
    ...Object.getOwnPropertyDescriptors(replaced),
  });

/**
 * `source` is the row for the version being processed: `source.version` is that version, even while
 * an older one is still in use.
 */
export interface StageInput {
  source: SourceRow;
  ports: StagePorts;
  signal: AbortSignal;
  log: Log;
  report(done: number, total: number): void;
  /**
   * Limits for the requests of a fetch; default none. Fault `timed_out` if its host was silent just
   * before.
   */
  requestLimits?(): Pick<FetchOptions, 'firstByteMs' | 'slow'>;
}

/**
 * `unchanged`: a refresh found no change; `movedTo` as in a FetchArtifact. `held`: nearly all of the
 * text changed, so its owner decides whether the new version is used. `duplicate`: the source equals
 * another one of the same library and is merged into it.
 */
export type EarlyEnd =
  | { kind: 'unchanged'; movedTo?: string | undefined }
  | { kind: 'held' }
  | { kind: 'duplicate'; of: SourceId };
/**
 * What the runner commits in one transaction: the artifact, the change to the source, and writes in
 * `also`; then the next stage, unless processing `ends` here. If `ends` is a function, it is called
 * first within the transaction, for conditions that only hold there.
 */
export interface StageOutput {
  artifact: unknown;
  patch?: SourcePatch;
  /**
   * The stage is incomplete and runs again, at once (`more`) or when the fault says. The patch is
   * committed, the artifact is not.
   */
  later?: 'more' | Fault;
  /** The stage to go on with, if those between have nothing to do; default the next one. */
  next?: Stage;
  ends?: EarlyEnd | ((transaction: Transaction) => Promise<EarlyEnd | undefined>);
  also?(transaction: Transaction): Promise<void>;
}

/**
 * Maps artifacts to an artifact. May run twice and be interrupted anywhere, so its side effects
 * before it returns must be harmless. Throws Faults.
 */
export type StageRunner = (input: StageInput) => Promise<StageOutput>;

/** HTTP validators of the response for the source's address; `hash`: SHA-256 of its body. */
export const CacheValidators = z.object({
  hash: z.string(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
});
export type CacheValidators = z.infer<typeof CacheValidators>;

export const FetchArtifact = z.object({
  finalUrl: z.string(),
  /** the new address, if it has moved permanently */
  movedTo: z.string().optional(),
  facts: z.custom<SourceFacts>(
    (value) => typeof value === 'object' && value !== null && 'title' in value,
  ),
  notes: z.record(z.string(), z.unknown()),
  parts: z.array(
    z.object({ name: z.string(), contentType: z.string(), key: z.string(), size: z.int() }),
  ),
  seen: CacheValidators.optional(),
});
export type FetchArtifact = z.infer<typeof FetchArtifact>;
/**
 * The extracted snapshot without HTML, and separately the sanitised Reader view. Earlier versions
 * of Gloss stored the HTML in the snapshot, not sanitised.
 */
export const ExtractArtifact = z.object({
  snapshotKey: z.string(),
  readerKey: z.string().optional(),
  notes: z.record(z.string(), z.unknown()).optional(),
});
export type ExtractArtifact = z.infer<typeof ExtractArtifact>;
/** Adds the transcript. Sources read by earlier versions of Gloss have their web view here too. */
export const SnapshotArtifact = z.object({
  snapshotKey: z.string(),
  readerKey: z.string().optional(),
  webKey: z.string().optional(),
  transcriptKey: z.string().optional(),
});
export type SnapshotArtifact = z.infer<typeof SnapshotArtifact>;
/**
 * Files that a source needs to look as it did at its site, and the Web view created from them when
 * it is first opened.
 */
export const AssetsArtifact = z.object({
  images: z.custom<StoredImages>((value) => typeof value === 'object' && value !== null),
  notes: z.record(z.string(), z.unknown()),
  parts: FetchArtifact.shape.parts,
  webKey: z.string().optional(),
});
export type AssetsArtifact = z.infer<typeof AssetsArtifact>;
