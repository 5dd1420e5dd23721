/** What the viewer of web pages says. */
export const pageTexts = {
  views: { label: 'View', web: 'Web', reader: 'Reader' },
  frame: 'Web page',
  loading: 'Loading',
  saving: 'Saving the images and styles of this page. It will appear here when done.',
  find: 'Find in page',
  strays: 'This page does not stay in its frame.',
  silent: 'The page did not open.',
  silentWhy: 'Its link may have run out.',
} as const;
