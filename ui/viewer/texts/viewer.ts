/** Texts that all viewers share. The spec gives the sentences of source states. */
import { numberText } from '#ui/kit/format.ts';

export const viewerTexts = {
  settingUp: 'Setting up your source',
  retry: 'Retry',
  editLink: 'Edit link',
  remove: 'Remove',
  openOriginal: 'Open original',
  lastRefreshFailed: (why: string) =>
    `The last refresh failed; showing the previous version. ${why}`,
  foundCount: (current: number, total: number) => `${numberText(current)} of ${numberText(total)}`,
  noResults: 'No results',
  searching: 'Searching…',
  previousMatch: 'Previous match',
  nextMatch: 'Next match',
  close: 'Close',
} as const;
