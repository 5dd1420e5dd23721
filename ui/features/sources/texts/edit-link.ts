export const editLinkTexts = {
  title: 'Edit link',
  text: (title: string) =>
    `Gloss refreshes “${title}” from the new link. Its clips and tags stay with it.`,
  field: 'Link',
  save: 'Save link',
  open: 'Open source',
  addHere: 'Add to this thread',
} as const;
