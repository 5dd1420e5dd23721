export const exportTexts = {
  title: (thread: string) => `Export “${thread}”`,
  formats: {
    md: {
      name: 'Markdown',
      about:
        'For Obsidian and other vaults: front matter, pictures beside it, links to the moment or page',
    },
    html: { name: 'Web page', about: 'One file to read and print anywhere, pictures in it' },
    json: { name: 'JSON', about: 'All of it, with answers; Gloss takes it back as it was' },
    anki: {
      name: 'Anki cards',
      about: 'Of questions, quotes and insights; a second import changes the cards you have',
    },
  },
  saving: 'Preparing…',
  saved: (name: string) => `${name} is downloaded.`,
  failed: (why: string) => `Nothing was exported: ${why}`,
  again: 'Markdown and JSON come back with gloss import.',
  download: (format: string) => `Download as ${format}`,
} as const;
