import { Fault, FAULTS } from '#core/contract/faults.ts';
import { COMPONENTS, SIGN_IN_PARTS } from '#core/contract/health.ts';
import type { Api } from '#api/client/client.ts';
import type { CliCommand } from '../command.ts';
import { wrapAndIndent } from '../render/terminal-cells.ts';
import { oneLine, paint } from '../render/output.ts';

const MARK = { ok: ['green', '✓'], missing: ['yellow', '○'], failed: ['red', '✗'] } as const;
const MARGIN = 13;

export const doctor: CliCommand = {
  describe: (program) =>
    program.command('doctor').description('Check every part, and say how to fix what fails'),
  async run({ out, api, settings }, _args, options) {
    const tell = (mark: keyof typeof MARK, name: string, detail: string, mend?: string): void => {
      const [color, sign] = MARK[mark];
      const [first = '', ...more] = wrapAndIndent(oneLine(detail), MARGIN, out.columns);
      out.line(`${paint(color, sign)} ${name.padEnd(MARGIN - 2)}${first.trimStart()}`);
      for (const line of more) out.line(line);
      for (const line of mend === undefined
        ? []
        : wrapAndIndent(oneLine(mend), MARGIN, out.columns))
        out.line(paint('dim', line));
    };
    const isHere = settings.server === undefined && options['server'] === undefined;
    const files = isHere
      ? await (await import('#api/compose/check-files.ts')).checkFiles(settings)
      : { damaged: [], copies: [] };
    for (const { name, detail, mend } of files.damaged) tell('failed', name, detail, mend);
    if (files.damaged.some(({ name }) => name === 'database')) {
      out.record({ status: 'failed', ...files });
      return 1;
    }
    let server: Api;
    try {
      server = await api();
    } catch (error) {
      // Gloss doesn't start without its database, so this is the result of the check.
      const fault = error instanceof Fault ? error : undefined;
      const message = fault?.message ?? (error instanceof Error ? error.message : String(error));
      out.record({ status: 'failed', error: { code: fault?.code ?? 'internal', message } });
      tell(
        'failed',
        'start',
        `Gloss does not start here: ${message}`,
        settings.databaseUrl
          ? 'Check GLOSS_DATABASE_URL.'
          : `Check GLOSS_DATA_DIR (${settings.dataDir}).`,
      );
      return fault ? FAULTS[fault.code].exit : 1;
    }
    const health = await server.health();
    out.record({ ...health, ...files });
    out.line(
      `Gloss ${health.version} · Node ${process.versions.node} · ${server.hosted ? 'no server runs; checked in this process' : server.url}`,
    );
    for (const name of COMPONENTS) {
      const part = health.components[name];
      tell(part.status, name, part.detail, part.status === 'ok' ? undefined : part.mend);
    }
    for (const name of SIGN_IN_PARTS) {
      const part = health.signIn[name];
      if (part) tell(part.status, name, part.detail, part.status === 'ok' ? undefined : part.mend);
    }
    const [newest] = files.copies;
    if (newest !== undefined)
      tell(
        'ok',
        'backups',
        `${files.copies.length} ${files.copies.length === 1 ? 'copy' : 'copies'} of the database from before updates; the newest is ${newest}`,
      );
    return health.status === 'ok' && files.damaged.length === 0 ? 0 : 1;
  },
};
