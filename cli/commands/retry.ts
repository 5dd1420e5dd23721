import { Source } from '#core/contract/source.ts';
import type { CliCommand } from '../command.ts';
import { forEachSource } from '../for-each-source.ts';
import { allSources } from '../library-pages.ts';
import { QUEUED_WITHOUT_SERVER } from '../queued-note.ts';
import { sourceLine } from '../render/source-line.ts';

export const retry: CliCommand = {
  describe: (program) =>
    program
      .command('retry')
      .argument('[id...]', 'sources')
      .description('Retry failed sources')
      .option('--failed', 'all failed sources'),
  async run(context, args, options) {
    const { out } = context;
    if (args.length === 0 && !options['failed']) {
      out.problem('Name a source, or use --failed for all failed sources.');
      return 2;
    }
    const api = await context.api();
    const ids = options['failed']
      ? (await allSources(api, { status: 'failed' })).map((source) => source._id)
      : args;
    if (ids.length === 0) out.note('No failed sources.');
    const code = await forEachSource(context, ids, async (id) => {
      const source = await api.send('POST', `sources/${encodeURIComponent(id)}/retry`, {}, Source);
      out.record(source);
      out.line(sourceLine(source, out.columns));
    });
    if (api.hosted && ids.length > 0) out.note(QUEUED_WITHOUT_SERVER);
    return code;
  },
};
