/** Texts of the notice about an upgrade, which comes after the first load. */
export const updateTexts = {
  updated: 'Gloss was updated. Reload to continue.',
  reload: 'Reload',
} as const;
