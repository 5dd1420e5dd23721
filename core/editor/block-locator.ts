import type { AnchorMark, Locator, PageArea } from '../contract/locator.ts';

/** A position in a source that a block refers to. */
export interface BlockLocator {
  sourceId: string;
  locator: Locator;
  /** flow: index among equal quotes in the paragraph, from 0 */
  occurrence?: number;
  /** paged: its lines, on every page that it covers */
  areas?: readonly PageArea[];
  anchor?: AnchorMark | null | undefined;
}
