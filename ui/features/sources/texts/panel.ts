export const panelTexts = {
  title: 'Thread sources',
  add: 'Add sources',
  kinds: 'Source types',
  all: 'All',
  current: 'Current',
  join: '·',
  view: 'View source',
  remove: 'Remove source',
  editLink: 'Edit link',
  options: 'Options',
  optionsOf: (title: string) => `Options for ${title}`,
  removeTitle: 'Are you sure you want to delete the source?',
  removeText: (title: string) =>
    `This removes “${title}” from this thread. It stays in your library, and quotes in your notes don't change.`,
  removeAction: 'Delete',
  addOf: (type: string) => `Add a ${type} source`,
} as const;
