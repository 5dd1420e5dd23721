import { Option } from 'commander';
import type { SourceId } from '#core/contract/id.ts';
import { Source, SourceType } from '#core/contract/source.ts';
import type { CliCommand, Context, ExitCode } from '../command.ts';
import { follow } from '../follow.ts';
import { allSources } from '../library-pages.ts';
import { paint } from '../render/output.ts';
import { sourceLine, sourceState, totals } from '../render/source-line.ts';
import { threadCalled } from '#api/client/thread-called.ts';

function show({ out }: Context, sources: readonly Source[]): void {
  for (const source of sources) {
    out.record(source);
    out.line(sourceLine(source, out.columns));
  }
  if (!out.json)
    out.remark(paint('bold', totals(sources), out.live ? process.stdout : process.stderr));
}

/** The named sources, or all that are in progress or failed. */
async function look(context: Context, ids: readonly string[]): Promise<Source[]> {
  const api = await context.api();
  if (ids.length > 0)
    return Promise.all(ids.map((id) => api.get(`sources/${encodeURIComponent(id)}`, Source)));
  const [working, failed] = await Promise.all([
    allSources(api, { status: 'processing' }),
    allSources(api, { status: 'failed' }),
  ]);
  return [...new Map([...working, ...failed].map((source) => [source._id, source])).values()];
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
    context.out.note('Interrupted. What is queued stays queued.');
    return 130;
  }
  if (!context.out.live) context.out.note(totals(following.sources));
  return following.sources.some((source) => sourceState(source) === 'failed') ? 1 : 0;
}

export const status: CliCommand = {
  describe: (program) =>
    program
      .command('status')
      .argument('[id...]', 'sources; all that are being read or failed without one')
      .description('How sources are doing')
      .option('-w, --watch', 'follow until nothing is being read any more'),
  async run(context, ids, options) {
    await context.api({ work: options['watch'] === true });
    const sources = await look(context, ids);
    if (sources.length === 0) {
      context.out.remark(
        'Nothing is being read, and nothing failed. `gloss list` shows the library.',
      );
      return 0;
    }
    if (options['watch'] && sources.some((source) => sourceState(source) === 'working')) {
      return watch(
        context,
        ids.length > 0 ? sources : sources.filter((source) => sourceState(source) === 'working'),
      );
    }
    show(context, sources);
    return ids.length > 0 && sources.some((source) => sourceState(source) === 'failed') ? 1 : 0;
  },
};

export const list: CliCommand = {
  describe: (program) =>
    program
      .command('list')
      .description('Sources of the library, newest first')
      .addOption(new Option('--type <type>', 'of one type').choices(SourceType.options))
      .option('-t, --thread <thread>', 'of one thread, by title, address or id'),
  async run(context, _args, options) {
    const api = await context.api();
    let sources = await allSources(
      api,
      typeof options['type'] === 'string' ? { type: options['type'] } : {},
    );
    if (typeof options['thread'] === 'string') {
      const sourceIds = new Set<SourceId>(
        (await threadCalled(api, options['thread'])).thread_sources.map((it) => it.source),
      );
      sources = sources.filter((source) => sourceIds.has(source._id));
    }
    if (sources.length === 0)
      context.out.remark('There is nothing here yet. Add a source: gloss add URL');
    else show(context, sources);
    return 0;
  },
};
