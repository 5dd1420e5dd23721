import { InvalidArgumentError, Option } from 'commander';
import { LibrarySort } from '#core/contract/library.ts';
import { SourceFlag, SourceState, SourceType } from '#core/contract/source.ts';
import { findThread } from '#api/client/find-thread.ts';
import type { CliCommand } from '../command.ts';
import { allSources } from '../library-pages.ts';
import { showSources, SOURCE_COLUMNS } from '../show-sources.ts';

function parseLimit(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1)
    throw new InvalidArgumentError('It must be a number from 1.');
  return limit;
}

/** Options of the command with the API's names for them. */
const FILTERS = {
  type: 'type',
  tag: 'tag',
  folder: 'folder',
  state: 'state',
  flag: 'flag',
  site: 'channel',
} as const;

export const list: CliCommand = {
  describe: (program) =>
    program
      .command('list')
      .description('List sources of the library')
      .addOption(new Option('--type <type>', 'of one type').choices(SourceType.options))
      .addOption(
        new Option(
          '--state <state>',
          'in this state; gone includes pages that never existed, failed includes bookmarks',
        ).choices(SourceState.options),
      )
      .option('--tag <tag>', 'with this tag')
      .option('--folder <folder>', 'in this folder or a subfolder, like Work/Papers')
      .addOption(new Option('--flag <flag>', 'marked so').choices(SourceFlag.options))
      .option('--site <site>', 'from this site or channel: its name, or a host like example.org')
      .option('-t, --thread <thread>', 'in this thread, by title, address or id')
      .addOption(
        new Option('--sort <order>', 'checked: last refreshed first')
          .choices(LibrarySort.options)
          .default('newest'),
      )
      .option('-n, --limit <n>', 'maximum number of sources', parseLimit)
      .addHelpText(
        'after',
        `${SOURCE_COLUMNS}

Examples:
  gloss list --tag memory --state ready --limit 20
  gloss list --state gone                          dead links
  gloss list --folder Work/Papers --json | jq -r .canonicalUrl`,
      ),
  async run(context, _args, options) {
    const { out } = context;
    const api = await context.api();
    const filter = Object.fromEntries(
      Object.entries(FILTERS).flatMap(([option, name]) => {
        const value = options[option];
        return typeof value === 'string' ? [[name, value]] : [];
      }),
    );
    if (typeof options['thread'] === 'string')
      filter['threadId'] = (await findThread(api, options['thread']))._id;
    const limit = typeof options['limit'] === 'number' ? options['limit'] : undefined;
    const sources = await allSources(api, { ...filter, sort: String(options['sort']) }, limit);
    if (sources.length > 0) showSources(context, sources);
    else
      out.remark(
        Object.keys(filter).length > 0
          ? 'No matching sources.'
          : 'The library is empty. Add a source: gloss add URL',
      );
    return 0;
  },
};
