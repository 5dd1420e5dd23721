import type { Source } from '#core/contract/source.ts';
import { numberText } from '#ui/kit/format.ts';

const steps = {
  processing: 'Processing',
  fetch: 'Fetching',
  fetchVideo: 'Fetching the video’s details',
  read: { timed: 'Reading the transcript', paged: 'Reading the pages', flow: 'Reading the page' },
  readPage: (page: number, of: number) => `Reading page ${numberText(page)} of ${numberText(of)}`,
  readyThrough: (page: number) => `, ready up to page ${numberText(page)}`,
  keep: 'Keeping a copy',
  split: 'Finding its passages',
  embed: 'Preparing its passages',
  embedOf: (at: number, of: number) => `Preparing passage ${numberText(at)} of ${numberText(of)}`,
  index: 'Indexing',
  indexOf: (at: number, of: number) => `Indexing passage ${numberText(at)} of ${numberText(of)}`,
  refresh: 'Finding your notes in it again',
} as const;

/** What is still done with a source that is ready. */
export const savingText = 'Saving images…';

/** "Reading page 41 of 212": what is being done with a source, and how far it is. */
export function progressText({ progress, medium }: Pick<Source, 'progress' | 'medium'>): string {
  if (!progress) return steps.processing;
  const { stage, done, total, readyThrough } = progress;
  const counts = total > 1;
  const at = Math.min(done + 1, total);
  switch (stage) {
    case 'fetch':
      return medium === 'timed' ? steps.fetchVideo : steps.fetch;
    case 'extract':
      return medium === 'paged' && counts
        ? steps.readPage(at, total) + (readyThrough ? steps.readyThrough(readyThrough) : '')
        : steps.read[medium];
    case 'snapshot':
      return steps.keep;
    case 'chunk':
      return steps.split;
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
