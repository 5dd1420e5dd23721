import { resolve } from 'node:path';
import { Fault } from '#core/contract/faults.ts';
import type { CliCommand } from '../command.ts';
import { refuseServer, progressLine, totalsText } from '../render/backup-lines.ts';
import { oneLine, paint, type Output } from '../render/output.ts';
import { checkBackup } from './backup.ts';

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

function sayWhatNext(out: Output, dataDir: string, aside: string | undefined): void {
  if (aside !== undefined) out.note(`The previous data is in ${oneLine(aside)}.`);
  out.remark(`Start it: GLOSS_DATA_DIR=${oneLine(dataDir)} gloss serve`);
}

export const restore: CliCommand = {
  describe: (program) =>
    program
      .command('restore')
      .argument('<file>', 'a backup, or a copy of the database from backups/')
      .description('Restore a backup, completely or not at all')
      .option('--to <folder>', 'the data folder to create (default: GLOSS_DATA_DIR)')
      .option('--replace', 'move existing data aside and restore in its place')
      .option('--check', 'only check that the backup is complete')
      .addHelpText(
        'after',
        `
The backup is read whole before anything is written; a damaged one changes nothing.
Every table is counted and compared when it is in. With GLOSS_DATABASE_URL the rows
go to PostgreSQL, also those that come from SQLite, and the other way round.

Examples:
  gloss restore gloss-2026-01-31.backup --to ~/gloss-elsewhere
  gloss restore gloss-2026-01-31.backup --replace`,
      ),
  async run(context, [named = ''], options) {
    const { settings, out } = context;
    refuseServer(settings, options['server']);
    const path = resolve(named);
    if (options['check'] === true) return checkBackup(context, path);
    const dataDir = typeof options['to'] === 'string' ? resolve(options['to']) : settings.dataDir;
    const [
      { restoreBackup },
      { readNote },
      { isDatabaseCopy, restoreCopy, totalsOf },
      { createLog },
    ] = await Promise.all([
      import('#api/compose/backup.ts'),
      import('#api/compose/data-dir.ts'),
      import('#api/features/backup/index.ts'),
      import('#config/log.ts'),
    ]);
    const note = await readNote(dataDir).catch(() => undefined);
    if (note && isAlive(note.pid))
      throw new Fault('conflict', {
        message: `A server runs on ${dataDir} (process ${note.pid}). Stop it first.`,
      });
    const replace = options['replace'] === true;
    if (settings.databaseUrl === undefined && (await isDatabaseCopy(path))) {
      const { aside } = await restoreCopy({ path, dataDir, replace, now: new Date() });
      out.record({ file: path, dataDir, ...(aside === undefined ? {} : { aside }) });
      out.line(dataDir);
      sayWhatNext(out, dataDir, aside);
      return 0;
    }
    const telling = progressLine(out, 'Restoring');
    try {
      const { manifest, aside } = await restoreBackup(
        { ...settings, dataDir },
        createLog(settings.logLevel === 'info' ? 'error' : settings.logLevel),
        path,
        { replace, tell: telling.tell },
      );
      telling.end();
      const totals = totalsOf(manifest);
      out.record({ file: path, dataDir, ...totals, ...(aside === undefined ? {} : { aside }) });
      out.line(
        out.live ? `${paint('green', '✓')} ${oneLine(dataDir)}  ${totalsText(totals)}` : dataDir,
      );
      sayWhatNext(out, dataDir, aside);
      return 0;
    } finally {
      telling.end();
    }
  },
};
