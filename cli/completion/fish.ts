import { quoted, steps, type DescribedCommand, type DescribedOption } from './described-command.ts';

const at = (path: string): string => `complete -c gloss -n ${quoted(`__gloss_at "${path}"`)}`;

function optionLine(path: string, { flags, takesValue, choices, about }: DescribedOption): string {
  const names = flags.map((flag) =>
    flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`,
  );
  const value =
    choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : takesValue ? ' -r' : '';
  return `${at(path)} ${names.join(' ')}${value} -d ${quoted(about)}`;
}

export function fishScript(commands: readonly DescribedCommand[]): string {
  const lines = commands.flatMap(({ path, options, subcommands, choices }) => [
    ...subcommands.map(
      ({ name, about }) => `${at(path)} -f -a ${quoted(name)} -d ${quoted(about)}`,
    ),
    ...(choices.length > 0 ? [`${at(path)} -f -a ${quoted(choices.join(' '))}`] : []),
    ...options.map((option) => optionLine(path, option)),
  ]);
  return `# Completion of gloss for fish. In ~/.config/fish/config.fish: gloss completion fish | source
function __gloss_at
  set -l location ""
  for word in (commandline -opc)[2..-1]
    switch "$location $word"
      case ${steps(commands).map(quoted).join(' ')}
        set location (string trim -- "$location $word")
    end
  end
  test "$location" = "$argv[1]"
end
${lines.join('\n')}
`;
}
