import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import { Source } from '#core/contract/source.ts';
import type { CliCommand, Context, ExitCode } from '../command.ts';
import { paint } from '../render/output.ts';
import { sourceLine } from '../render/source-line.ts';
import { allSources } from './status.ts';

/** Does `one` for each id; those that fail are named, and the rest goes on. */
async function each({ out }: Context, ids: readonly string[], one: (id: string) => Promise<void>): Promise<ExitCode> {
  let failures = 0;
  for (const id of ids) {
    try { await one(id); } catch (error) {
      if (!(error instanceof Fault) || error.code === 'unreachable') throw error;
      failures += 1;
      out.record({ id, error: { code: error.code, message: error.message } });
      out.note(`${paint('red', '✗')} ${id}\n    ${error.message}`);
    }
  }
  return failures > 0 ? 1 : 0;
}

export const rm: CliCommand = {
  describe: (program) => program.command('rm').argument('<id...>', 'sources').description('Delete sources everywhere: bytes, passages, index'),
  async run(context, ids) {
    const api = await context.api();
    return each(context, ids, async (id) => {
      await api.send('DELETE', `sources/${encodeURIComponent(id)}`, {}, z.unknown());
      context.out.record({ id, deleted: true });
      context.out.line(`deleted ${id}`);
    });
  },
};

export const retry: CliCommand = {
  describe: (program) => program.command('retry').argument('[id...]', 'sources').description('Read sources again that failed')
    .option('--failed', 'all that failed'),
  async run(context, args, options) {
    const api = await context.api();
    const ids = options['failed'] ? (await allSources(api, { status: 'failed' })).map((source) => source._id) : args;
    if (ids.length === 0) {
      context.out.note(options['failed'] ? 'Nothing failed.' : 'Name a source, or use --failed.');
      return options['failed'] ? 0 : 2;
    }
    return each(context, ids, async (id) => {
      const source = await api.send('POST', `sources/${encodeURIComponent(id)}/retry`, {}, Source);
      context.out.record(source);
      context.out.line(sourceLine(source));
    });
  },
};
