import { z } from 'zod';
import { Source } from '#core/contract/source.ts';
import type { CliCommand, Context, ExitCode } from '../command.ts';
import { allSources } from '../library-pages.ts';
import { reportSourceFault } from '../report-source-fault.ts';
import { sourceLine } from '../render/source-line.ts';

/** Runs `one` for each id. Reports failures by name and continues with the rest. */
async function each(
  context: Context,
  ids: readonly string[],
  one: (id: string) => Promise<void>,
): Promise<ExitCode> {
  let failures = 0;
  for (const id of ids) {
    try {
      await one(id);
    } catch (error) {
      reportSourceFault(context, id, error, { id });
      failures += 1;
    }
  }
  return failures > 0 ? 1 : 0;
}

export const rm: CliCommand = {
  describe: (program) =>
    program.command('rm').argument('<id...>', 'sources').description('Delete sources everywhere'),
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
  describe: (program) =>
    program
      .command('retry')
      .argument('[id...]', 'sources')
      .description('Read sources again that failed')
      .option('--failed', 'all that failed'),
  async run(context, args, options) {
    const { out } = context;
    if (args.length === 0 && !options['failed']) {
      out.problem('Name a source, or use --failed for all that failed.');
      return 2;
    }
    const api = await context.api();
    const ids = options['failed']
      ? (await allSources(api, { status: 'failed' })).map((source) => source._id)
      : args;
    if (ids.length === 0) out.note('Nothing failed.');
    const code = await each(context, ids, async (id) => {
      const source = await api.send('POST', `sources/${encodeURIComponent(id)}/retry`, {}, Source);
      out.record(source);
      out.line(sourceLine(source, out.columns));
    });
    if (api.hosted && ids.length > 0)
      out.note(
        'Queued. No server runs: they are read once one does (scripts/start), or now by gloss status --watch.',
      );
    return code;
  },
};
