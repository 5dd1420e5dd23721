/**
 * What every viewer says, whatever it shows. The sentences of source states are the product's own,
 * to the letter.
 */
import { numberText } from '#ui/kit/format.ts';

export const viewerTexts = {
  settingUp: 'Setting up your source',
  retry: 'Retry',
  editLink: 'Edit link',
  remove: 'Remove',
  openOriginal: 'Open the original',
  lastReadingFailed: 'The last reading did not succeed, and this version stays.',
  foundCount: (current: number, total: number) => `${numberText(current)} of ${numberText(total)}`,
  nothingFound: 'Nothing found',
  searching: 'Searching…',
  previousMatch: 'Previous match',
  nextMatch: 'Next match',
  close: 'Close',
} as const;
