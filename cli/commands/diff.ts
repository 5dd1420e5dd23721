import { SourceDiff } from '#core/contract/version.ts';
import type { CliCommand } from '../command.ts';
import { diffLines } from '../render/diff-lines.ts';

export const diff: CliCommand = {
  describe: (program) =>
    program
      .command('diff')
      .argument('<id>', 'source')
      .argument('[from]', 'a version')
      .argument('[to]', 'a later one')
      .description('Show what changed between two versions of a source, by default the last two'),
  async run({ out, api }, [id = '', from, to]) {
    if ([from, to].some((version) => version !== undefined && !/^[1-9]\d*$/.test(version))) {
      out.problem('A version is a number from 1.');
      return 2;
    }
    const query = new URLSearchParams(
      Object.entries({ from, to }).flatMap(([name, version]) =>
        version === undefined ? [] : [[name, version]],
      ),
    );
    const found = await (await api()).get(
      `sources/${encodeURIComponent(id)}/diff?${query}`,
      SourceDiff,
    );
    out.record(found);
    for (const line of diffLines(found, out.columns)) out.line(line);
    out.remark(
      found.added + found.removed + found.changed === 0
        ? `Versions ${found.from} and ${found.to} have no differences.`
        : `Version ${found.from} to ${found.to}: ${found.changed} edited, ${found.added} added, ${found.removed} removed.`,
    );
    return 0;
  },
};
