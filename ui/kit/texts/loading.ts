/** Shown if something takes long to load. */
export const loadingTexts = {
  slow: 'Still loading…',
  slowText: "The server hasn't answered yet. Check your connection.",
} as const;
