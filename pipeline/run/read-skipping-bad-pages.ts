/** Reads a batch of pages although some of them end the child that reads them. */
import { ChildEnded } from './task-process.ts';
import type { PagePiece, PageRange } from '#pipeline/sources/contract.ts';

/** After this many bad pages, the rest of the batch is skipped. */
const MAX_BAD = 5;

/**
 * `read` reports which page it has `begun`. Pages overlap, so after the first crash they are read
 * again one at a time: then the last page begun is the bad one.
 */
export async function readSkippingBadPages(
  range: PageRange,
  read: (range: PageRange, begun: (page: number) => void) => Promise<PagePiece>,
): Promise<PagePiece> {
  const skip = [...(range.skip ?? [])];
  for (let alone = range.alone ?? false, bad = 0; ; alone = true) {
    let last: number | undefined;
    try {
      return await read({ ...range, skip, alone }, (page) => {
        last = page;
      });
    } catch (error) {
      // If no page was begun, the file itself can't be read.
      if (!(error instanceof ChildEnded) || last === undefined) throw error;
      if (!alone) continue;
      bad += 1;
      const until = bad < MAX_BAD ? last : range.to;
      for (let page = last; page <= until; page += 1) skip.push(page);
    }
  }
}
