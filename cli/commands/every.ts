import { Source } from '#core/contract/source.ts';
import { intervalLabel, parseInterval } from '#core/text/interval.ts';
import type { CliCommand } from '../command.ts';
import { shownTitle } from '../render/source-line.ts';

export const every: CliCommand = {
  describe: (program) =>
    program
      .command('every')
      .argument('<id>', 'source')
      .argument('<interval...>', '12h, 1d, 2 weeks, monthly, P1D; or never')
      .description('Set how often a source is refreshed'),
  async run({ out, api }, [id = '', ...words]) {
    const text = words.join(' ');
    const interval = text === 'never' ? null : parseInterval(text);
    if (interval === undefined) {
      out.problem(
        `“${text}” is not an interval from 15 minutes to a year. Write 12h, 1d, "2 weeks", monthly, P1D or never.`,
      );
      return 2;
    }
    const server = await api();
    const source = await server.send(
      'PUT',
      `sources/${encodeURIComponent(id)}/schedule`,
      { every: interval },
      Source,
    );
    out.record({ _id: source._id, every: source.refreshEvery });
    out.line(
      `${shownTitle(source)}: ${source.refreshEvery === null ? 'never' : intervalLabel(source.refreshEvery)}`,
    );
    if (server.hosted && source.refreshEvery !== null)
      out.note(
        'No server is running. Start one to refresh it: gloss start, or gloss schedule with gloss worker',
      );
    return 0;
  },
};
