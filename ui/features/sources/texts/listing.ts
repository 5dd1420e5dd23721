import { counted, numberText } from '#ui/kit/format.ts';

/** Texts of a playlist or channel whose videos can be added. */
export const listingTexts = {
  loading: 'Loading playlist…',
  failed: "Couldn't load the playlist",
  retry: 'Retry',
  size: (count: number) => counted(count, { one: '# video', other: '# videos' }),
  chosen: (count: number, of: number) =>
    `${numberText(count)} of ${counted(of, { one: '# video', other: '# videos' })}`,
  show: (title: string) => `Show videos in ${title}`,
  hide: (title: string) => `Hide videos in ${title}`,
  all: 'Select All',
  none: 'Unselect All',
  use: (title: string) => `Add ${title}`,
  known: 'In your library',
  list: (title: string) => `Videos in ${title}`,
} as const;
