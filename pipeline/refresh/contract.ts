import type { Transaction } from 'sequelize';
import type { ThreadId } from '#core/contract/id.ts';
import type { AnchorMark, Locator, Relocation } from '#core/contract/locator.ts';
import type { AnchorOutcome, AnchorReport } from '#core/contract/version.ts';
import type { SourceRow } from '#pipeline/library/index.ts';

/**
 * A place that rests on a source's text: of a clip or a chip of the notes, of a citation, of an
 * imported highlight.
 */
export interface Anchor {
  what: AnchorReport['what'];
  locator: Locator;
  /** flow: which of its like in the paragraph, from 0 */
  occurrence?: number | undefined;
  /** what became of it at earlier refreshes */
  mark: AnchorMark | null;
  threadId?: ThreadId;
  threadTitle?: string;
  nodeId?: string;
}

/** What became of one anchor; `now` is how it reads where it changed. */
export interface Anchored<A extends Anchor = Anchor> {
  anchor: A;
  outcome: AnchorOutcome;
  to: Relocation;
  now?: string;
}

/** Where anchors are kept; what else they hold is the keeper's own. */
export interface AnchorPort<A extends Anchor = Anchor> {
  /** All anchors of the source, with pending changes applied. */
  list(source: SourceRow): Promise<A[]>;
  /** Puts each where it is now. Twice changes nothing. */
  move(source: SourceRow, results: readonly Anchored<A>[], transaction: Transaction): Promise<void>;
}
