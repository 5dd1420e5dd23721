export const editLinkTexts = {
  title: 'Edit link',
  text: (title: string) =>
    `Gloss reads “${title}” again from the new link. Its notes, tags and position stay.`,
  field: 'Link',
  save: 'Save link',
  open: 'Open it',
  addHere: 'Add it to this thread',
} as const;
