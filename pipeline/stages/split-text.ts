/**
 * The work of the chunk stage on a text. It runs in the server for a small text and in a parsing
 * child for a large one. Pure.
 */
import { Fault } from '#core/contract/faults.ts';
import type { SourceId } from '#core/contract/id.ts';
import type { Snapshot } from '#core/contract/snapshot.ts';
import type { Chunk } from '#pipeline/search/contract.ts';
import { chunkSnapshot } from './chunker.ts';
import { textIdentityOf, type TextIdentity } from './text-identity.ts';

export interface SplitOptions {
  sourceId: SourceId;
  version: number;
  /** texts of the previous version's chunks */
  before: readonly string[];
}
export interface SplitText {
  chunks: Chunk[];
  identity: TextIdentity;
}

/** Faults: `no_transcript` or `no_text` if there is no text. */
export function splitText(snapshot: Snapshot, options: SplitOptions): SplitText {
  if (snapshot.segments.length === 0) {
    throw new Fault(
      snapshot.medium === 'timed' ? 'no_transcript' : 'no_text',
      snapshot.silence === undefined ? {} : { message: snapshot.silence },
    );
  }
  return { chunks: chunkSnapshot(snapshot, options), identity: textIdentityOf(snapshot) };
}
