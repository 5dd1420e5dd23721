import type { Transaction } from 'sequelize';
import type { ThreadId } from '#core/contract/id.ts';
import type { AnchorMark, Locator, Relocation } from '#core/contract/locator.ts';
import type { AnchorOutcome, AnchorReport } from '#core/contract/version.ts';
import type { SourceRow } from '#pipeline/library/index.ts';

/**
 * A position that something refers to in a source's text: a clip or a citation in the notes, a
 * citation of an answer, an imported highlight.
 */
export interface Anchor {
  what: AnchorReport['what'];
  locator: Locator;
  /** flow: number of the occurrence within the paragraph, from 0 */
  occurrence?: number | undefined;
  /** its outcome at earlier refreshes */
  mark: AnchorMark | null;
  threadId?: ThreadId;
  threadTitle?: string;
  nodeId?: string;
}

/** The outcome of one anchor; `now` is the new text if it changed. */
export interface Anchored<A extends Anchor = Anchor> {
  anchor: A;
  outcome: AnchorOutcome;
  to: Relocation;
  now?: string;
}

/** A store of anchors, which may add fields of its own. */
export interface AnchorPort<A extends Anchor = Anchor> {
  /** Returns all anchors of the source, with pending changes applied. */
  list(source: SourceRow): Promise<A[]>;
  /** Stores the new position of each. Idempotent. */
  move(source: SourceRow, results: readonly Anchored<A>[], transaction: Transaction): Promise<void>;
}
