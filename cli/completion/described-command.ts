/**
 * Describes the commands of the program and their arguments for the completion scripts of all
 * shells.
 */
import type { Command, Option } from 'commander';

export interface DescribedOption {
  /** `--type`, `-t` */
  flags: string[];
  takesValue: boolean;
  choices: readonly string[];
  about: string;
}
export interface DescribedCommand {
  /** names after `gloss`, separated by spaces; empty for `gloss` itself */
  path: string;
  options: DescribedOption[];
  subcommands: { name: string; about: string }[];
  /** of its arguments */
  choices: readonly string[];
}

const describeOption = (option: Option): DescribedOption => ({
  flags: [option.long, option.short].filter((flag) => flag !== undefined),
  takesValue: option.required || option.optional,
  choices: option.argChoices ?? [],
  about: option.description,
});

/** A command and its subcommands. `siblings`: the commands that `help` explains. */
export function describeCommands(
  command: Command,
  path = '',
  siblings: readonly string[] = [],
): DescribedCommand[] {
  const help = command.createHelp();
  const subcommands = help.visibleCommands(command);
  const names = subcommands.map((inner) => inner.name());
  return [
    {
      path,
      options: help.visibleOptions(command).map(describeOption),
      subcommands: subcommands.map((inner) => ({
        name: inner.name(),
        about: inner.description(),
      })),
      choices:
        command.name() === 'help'
          ? siblings
          : command.registeredArguments.flatMap((argument) => argument.argChoices ?? []),
    },
    ...subcommands.flatMap((inner) =>
      describeCommands(inner, path === '' ? inner.name() : `${path} ${inner.name()}`, names),
    ),
  ];
}

/** Prefixes such as `imports show` by which the scripts look up the next word. */
export const steps = (commands: readonly DescribedCommand[]): string[] =>
  commands.flatMap(({ path, subcommands }) => subcommands.map(({ name }) => `${path} ${name}`));

export interface OptionValue {
  /** the command and a flag, separated by a space */
  after: string;
  choices: readonly string[];
}
/** The values of each option; without choices, any value. */
export const optionValues = (commands: readonly DescribedCommand[]): OptionValue[] =>
  commands.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .flatMap(({ flags, choices }) =>
        flags.map((flag) => ({ after: `${path} ${flag}`, choices })),
      ),
  );

/** Quotes a text for a shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
