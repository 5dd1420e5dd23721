export const exportTexts = {
  title: (thread: string) => `Export “${thread}”`,
  formats: {
    md: {
      name: 'Markdown',
      about:
        'For Obsidian and other apps. Includes front matter, images and links to the exact second or page.',
    },
    html: { name: 'Web page', about: 'One file with images, for reading and printing' },
    json: { name: 'JSON', about: 'Everything, including answers. Gloss can import it.' },
    anki: {
      name: 'Anki cards',
      about: 'Cards from questions, quotes and insights. Importing again updates existing cards.',
    },
  },
  saving: 'Preparing…',
  saved: (name: string) => `Downloaded ${name}`,
  failed: (why: string) => `Couldn’t export: ${why}`,
  again: 'Import Markdown and JSON with gloss import.',
  download: (format: string) => `Download as ${format}`,
} as const;
