import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Fault } from '#core/contract/faults.ts';
import type { CliCommand, Context, ExitCode } from '../command.ts';
import { oneLine, paint } from '../render/output.ts';
import { refuseServer, progressLine, totalsText } from '../render/backup-lines.ts';

const UNWRITABLE: Record<string, string> = {
  ENOENT: "the folder doesn't exist.",
  EACCES: 'you may not write there.',
  EPERM: 'you may not write there.',
  ENOSPC: 'the disk is full.',
  EROFS: 'nothing can be written there.',
};

/** Writes the backup atomically: the file gets its name once all of it is on disk. */
async function take(context: Context, path: string, index: boolean): Promise<ExitCode> {
  const { settings, out, signal } = context;
  const [{ beginBackup }, { totalsOf }, { createLog }] = await Promise.all([
    import('#api/compose/backup.ts'),
    import('#api/features/backup/index.ts'),
    import('#config/log.ts'),
  ]);
  const log = createLog(settings.logLevel === 'info' ? 'error' : settings.logLevel);
  const part = `${path}.part`;
  const telling = progressLine(out, 'Backing up');
  try {
    const { output, done } = await beginBackup(settings, log, { index, tell: telling.tell });
    const [manifest] = await Promise.all([
      done,
      pipeline(output, createWriteStream(part, { mode: 0o600 }), { signal }),
    ]);
    await using file = await open(part, 'r+');
    await file.sync();
    await rename(part, path);
    telling.end();
    const { size } = await stat(path);
    const totals = totalsOf(manifest);
    out.record({ file: path, packed: size, ...totals, gone: manifest.gone.length });
    out.line(out.live ? `${paint('bold', oneLine(path))}  ${totalsText(totals, size)}` : path);
    out.remark(`Restore it: gloss restore ${oneLine(basename(path))} --to FOLDER`);
    return 0;
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    const { code = '' } = error as NodeJS.ErrnoException;
    const why = UNWRITABLE[code];
    if (why !== undefined)
      throw new Fault(code === 'ENOSPC' ? 'storage_full' : 'bad_request', {
        message: `Couldn't write ${path}: ${why}`,
        cause: error,
      });
    throw error;
  } finally {
    telling.end();
  }
}

/** Reads the entire backup and reports whether it is complete. */
export async function checkBackup({ out }: Context, path: string): Promise<ExitCode> {
  const { openBackup, totalsOf } = await import('#api/features/backup/index.ts');
  const opened = await openBackup(path);
  const telling = progressLine(out, 'Checking');
  try {
    await opened.check(telling.tell);
    telling.end();
    const { version, createdAt, dialect } = opened.manifest;
    const totals = totalsOf(opened.manifest);
    out.record({ file: path, whole: true, version, createdAt, dialect, ...totals });
    out.line(
      out.live
        ? `${paint('green', '✓')} ${oneLine(basename(path))} is complete: ${totalsText(totals)}, created ${createdAt}`
        : `${path}\twhole\t${createdAt}`,
    );
    return 0;
  } finally {
    telling.end();
    opened.close();
  }
}

export const backup: CliCommand = {
  describe: (program) =>
    program
      .command('backup')
      .argument('<file>', 'where to')
      .description('Write the database and files to one file')
      .option('--index', 'include the search index; without it, a restore rebuilds the index')
      .option('--check', 'only check that a backup is complete')
      .option('--force', 'overwrite an existing file')
      .addHelpText(
        'after',
        `
It reads beside a server that runs, at one moment of the database, and needs no
stop. Of the settings it takes GLOSS_DATA_DIR, GLOSS_DATABASE_URL and GLOSS_S3_*.
The file holds everybody's notes, sources, addresses and hashes of passwords and
tokens; it holds no key of a provider and not the secret of the data folder.

Examples:
  gloss backup gloss-$(date +%F).backup
  gloss backup --check gloss-2026-01-31.backup`,
      ),
  async run(context, [named = ''], options) {
    refuseServer(context.settings, options['server']);
    const path = resolve(named);
    if (options['check'] === true) return checkBackup(context, path);
    if (
      options['force'] !== true &&
      (await stat(path).then(
        () => true,
        () => false,
      ))
    )
      throw new Fault('conflict', {
        message: `${path} already exists. Choose another name, or use --force.`,
      });
    return take(context, path, options['index'] === true);
  },
};
