/** Texts of the web page viewer. */
export const pageTexts = {
  views: { label: 'View', web: 'Web', reader: 'Reader' },
  frame: 'Web page',
  loading: 'Loading',
  saving: "Saving this page's images and styles. It will appear here when that's done.",
  find: 'Find in page',
  outline: 'Contents',
  image: 'Image',
  notEmbeddable: "This page can't be embedded",
  silent: "Couldn't open the page",
  silentWhy: 'The link may have expired.',
} as const;
