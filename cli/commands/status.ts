import { Source } from '#core/contract/source.ts';
import type { CliCommand, Context, ExitCode } from '../command.ts';
import { follow } from '../follow.ts';
import { eachImport, isOpen } from '../import/known-imports.ts';
import { allSources } from '../library-pages.ts';
import { waitText } from '../render/import-line.ts';
import { oneLine } from '../render/output.ts';
import { isUnreadable, isWorking, totals } from '../render/source-line.ts';
import { showSources, SOURCE_COLUMNS } from '../show-sources.ts';

/** The named sources, or all in progress or failed. */
async function look(context: Context, ids: readonly string[]): Promise<Source[]> {
  const api = await context.api();
  if (ids.length > 0)
    return Promise.all(ids.map((id) => api.get(`sources/${encodeURIComponent(id)}`, Source)));
  const [working, failed] = await Promise.all([
    allSources(api, { status: 'processing' }),
    allSources(api, { status: 'failed' }),
  ]);
  // A bookmark that can't be read needs no action.

  return [
    ...new Map([...working, ...failed].map((source) => [source._id, source])).values(),
  ].filter(({ state }) => state !== 'bookmark');
}

async function watch(context: Context, sources: readonly Source[]): Promise<ExitCode> {
  const following = await follow(context);
  try {
    sources.forEach(following.see);
    await following.untilSettled();
  } finally {
    following.close();
  }
  if (context.signal.aborted) {
    context.out.note('Interrupted. Queued sources stay queued.');
    return 130;
  }
  if (!context.out.live) context.out.note(totals(following.sources));
  return following.sources.some(isUnreadable) ? 1 : 0;
}

/** Names the imports that are paused or waiting, and why. */
async function tellHeldImports({ api, out }: Context): Promise<void> {
  for await (const it of eachImport(await api())) {
    if (!isOpen(it)) continue;
    const name = oneLine(it.name);
    if (it.state === 'paused')
      out.note(`${name}: paused. Resume it: gloss imports resume ${it._id}`);
    else if (it.waitsFor) out.note(`${name}: ${waitText(it)}`);
  }
}

export const status: CliCommand = {
  describe: (program) =>
    program
      .command('status')
      .argument('[id...]', 'sources (default: all that are in progress or failed)')
      .description('Show which sources are in progress or failed')
      .option('-w, --watch', 'follow until nothing is in progress')
      .addHelpText('after', SOURCE_COLUMNS),
  async run(context, ids, options) {
    await context.api({ work: options['watch'] === true });
    const sources = await look(context, ids);
    if (ids.length === 0) await tellHeldImports(context);
    if (sources.length === 0) {
      context.out.remark(
        'Nothing is in progress, and nothing failed. `gloss list` shows the library.',
      );
      return 0;
    }
    if (options['watch'] && sources.some(isWorking)) {
      return watch(context, ids.length > 0 ? sources : sources.filter(isWorking));
    }
    showSources(context, sources);
    return ids.length > 0 && sources.some(isUnreadable) ? 1 : 0;
  },
};
