/** Texts of the frame around every screen, part of the first load. */
export const frameTexts = {
  name: 'Gloss',
  main: 'Main',
  skip: 'Skip to content',
  offline: "You're offline. Showing what's saved on this device.",
  jump: 'Search or jump to…',
  nothing: 'Page not found',
  nothingText: 'It may have been deleted, or the link is incomplete.',
  toThreads: 'Go to your threads',
  broke: 'Something went wrong',
  brokeText: (why: string) => `${why} Your notes and sources are safe on the server.`,
  reload: 'Reload',
  notFetched: 'Couldn’t load it from the server. Check your connection and try again.',
} as const;
