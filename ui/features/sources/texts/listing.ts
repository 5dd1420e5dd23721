import { counted, numberText } from '#ui/kit/format.ts';

/** Of a playlist or a channel, before its videos are added. */
export const listingTexts = {
  opening: 'Looking into the playlist…',
  failed: 'The playlist could not be opened.',
  retry: 'Retry',
  holds: (count: number) => counted(count, { one: '# video', other: '# videos' }),
  chosen: (count: number, of: number) =>
    `${numberText(count)} of ${counted(of, { one: '# video', other: '# videos' })}`,
  show: (title: string) => `Show the videos of ${title}`,
  hide: (title: string) => `Hide the videos of ${title}`,
  all: 'Select All',
  none: 'Unselect All',
  use: (title: string) => `Add ${title}`,
  known: 'In your library',
  list: (title: string) => `Videos of ${title}`,
} as const;
