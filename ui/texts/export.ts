export const exportTexts = {
  open: 'Export …',
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
} as const;

export const dataTexts = {
  list: 'The list of your library',
  listText:
    'Titles, addresses, tags, folders and notes of every source. Gloss imports it again, and so do other programs.',
  threads: 'All your threads',
  threadsText:
    'Notes with their pictures and documents, a folder for each thread, in one zip. Gloss takes Markdown and JSON back with gloss import.',
  download: (format: string) => `Download as ${format}`,
  backup: 'A backup of everything',
  backupText:
    'Threads, sources, files and accounts in one file, taken while Gloss goes on. Keep it safe: who has it can read all of it.',
  backupDownload: 'Download a backup',
  backupByCommand: 'Or in the terminal, as from a nightly job:',
  backupCommand: 'gloss backup gloss.backup',
  backupBack: 'Put it back in an empty folder, and start Gloss there:',
  restoreCommand: 'gloss restore gloss.backup --to ~/gloss-restored',
  copy: 'Copy the command',
  copied: 'copied',
  copyFailed: 'It could not be copied. Select it and copy it by hand.',
} as const;
