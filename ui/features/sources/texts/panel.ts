export const panelTexts = {
  title: 'Thread sources',
  add: 'Add sources',
  kinds: 'Kinds of source',
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
    `“${title}” leaves this thread. It stays in your library, and your notes keep their quotes.`,
  removeAction: 'Delete',
  addOf: (type: string) => `Add a ${type} source`,
} as const;
