export const dataTexts = {
  list: 'The list of your library',
  listText:
    'Titles, addresses, tags, folders and notes of every source. Gloss imports it again, and so do other programs.',
  threads: 'All your threads',
  threadsText:
    'Notes with their pictures and documents, a folder for each thread, in one zip. Gloss takes Markdown and JSON back with gloss import.',
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
