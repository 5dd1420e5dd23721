import type { Source } from '#core/contract/source.ts';
import { numberText, percentText } from '#ui/kit/format.ts';

const steps = {
  processing: 'Processing',
  fetch: 'Fetching',
  fetchVideo: 'Fetching video details',
  extract: {
    timed: 'Processing transcript',
    paged: 'Processing pages',
    flow: 'Processing page',
  },
  extractPage: (page: number, of: number) =>
    `Processing page ${numberText(page)} of ${numberText(of)}`,
  readableThrough: (page: number, share: number) =>
    `Readable up to page ${numberText(page)} · ${percentText(share)}`,
  snapshot: 'Saving a copy',
  chunk: 'Splitting into passages',
  embed: 'Preparing search',
  embedOf: (at: number, of: number) =>
    `Preparing search: passage ${numberText(at)} of ${numberText(of)}`,
  index: 'Indexing',
  indexOf: (at: number, of: number) => `Indexing passage ${numberText(at)} of ${numberText(of)}`,
  refresh: 'Updating clips and citations',
} as const;

/** Shown for a ready source whose images are still being saved. */
export const savingText = 'Saving images…';

/** "Processing page 41 of 212": the current step of a source and its progress. */
export function progressText({ progress, medium }: Pick<Source, 'progress' | 'medium'>): string {
  if (!progress) return steps.processing;
  const { stage, done, total, readyThrough } = progress;
  const counts = total > 1;
  const at = Math.min(done + 1, total);
  switch (stage) {
    case 'fetch':
      return medium === 'timed' ? steps.fetchVideo : steps.fetch;
    case 'extract':
      if (medium !== 'paged' || !counts) return steps.extract[medium];
      return readyThrough
        ? steps.readableThrough(readyThrough, done / total)
        : steps.extractPage(at, total);
    case 'snapshot':
      return steps.snapshot;
    case 'chunk':
      return steps.chunk;
    case 'embed':
      return counts ? steps.embedOf(at, total) : steps.embed;
    case 'index':
      return counts ? steps.indexOf(at, total) : steps.index;
    case 'refresh':
      return steps.refresh;
    case 'assets':
      return savingText;
  }
}
