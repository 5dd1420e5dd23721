/** Texts of the frame around every screen, part of the first load. */
export const frameTexts = {
  name: 'Gloss',
  main: 'Main',
  skip: 'To the content',
  offline: "You're offline. Showing what's saved on this device.",
  jump: 'Jump to',
  jumpAll: ' anything',
  jumpTo: 'Jump to anything',
  nothing: 'There is nothing at this address',
  nothingText: 'It may have been deleted, or the link is not whole.',
  toThreads: 'To your threads',
  broke: 'This screen broke',
  brokeText: (why: string) => `${why} Your notes and sources are safe on the server.`,
  reload: 'Reload',
  notFetched: 'It could not be fetched from the server. Check your network, then try again.',
} as const;
