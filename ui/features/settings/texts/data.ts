export const dataTexts = {
  list: 'Library list',
  listText:
    'Title, address, tags, folder and notes of every source. Gloss and other apps can import it.',
  threads: 'All threads',
  threadsText:
    'One zip with a folder per thread: notes, images and documents. Import Markdown and JSON with gloss import.',
  backup: 'Full backup',
  backupText:
    'Threads, sources, files and accounts in one file. Gloss keeps running meanwhile. Store it safely: anyone who has the file can read everything.',
  backupDownload: 'Download backup',
  backupByCommand: 'Or run this in the terminal, for example from a nightly job:',
  backupCommand: 'gloss backup gloss.backup',
  backupBack: 'To restore it, choose an empty folder and start Gloss there:',
  restoreCommand: 'gloss restore gloss.backup --to ~/gloss-restored',
  copy: 'Copy command',
  copied: 'copied',
  copyFailed: 'Couldn’t copy it. Select it and copy it yourself.',
} as const;
