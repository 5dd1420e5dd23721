/** Texts about a version that is held for review. */
export const heldVersionTexts = {
  changed: {
    flow: 'This page changed completely.',
    paged: 'This PDF changed completely.',
    timed: 'This transcript changed completely.',
  },
  stays: "You'll see the old version until you review the new one.",
  review: 'Compare versions',
  keep: 'Keep old version',
  use: 'Use new version',
} as const;
