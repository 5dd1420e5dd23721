/** The commander program: global options, help, and usage errors in the common form. */
import { Command, type Argument } from 'commander';
import { VERSION } from '#config/version.ts';
import type { CliCommand } from './command.ts';
import { COMMANDS } from './commands/registry.ts';
import { createOutput } from './render/output.ts';

/** Runs a command with its arguments and options. */
export type Act = (it: CliCommand, command: Command, args: string[]) => Promise<void>;

/** `<id…>`, `[id]` */
function argumentTerm(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '…' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

/** `gloss imports show` */
export function commandPath(command: Command): string {
  const own = command.name();
  return command.parent ? `${commandPath(command.parent)} ${own}` : own;
}

/** Rewrites Commander's `error: unknown option '--x'⏎(Did you mean --y?)` as sentences. */
export function usageMessage(text: string): string {
  const [first = '', ...more] = text
    .replace(/^error: /, '')
    .trim()
    .split('\n');
  const sentence = `${first.charAt(0).toUpperCase()}${first.slice(1)}`;
  return [
    /[.!?]$/.test(sentence) ? sentence : `${sentence}.`,
    ...more.map((line) => line.replace(/^\((.*)\)$/, '$1')),
  ].join('\n');
}

const withGlobals = (command: Command): Command =>
  command
    .option('--json', 'one JSON object per line on stdout')
    .option('-q, --quiet', 'print errors only; with --json, results too')
    .option(
      '--server <url>',
      'the server to talk to (default: the one that runs here, else one in this process)',
    )
    .exitOverride()
    .configureOutput({
      outputError: (text) => {
        createOutput(false).problem(`${usageMessage(text)}\nHelp: ${commandPath(command)} --help`);
      },
    });

function install(parent: Command, it: CliCommand, act: Act): void {
  const command = withGlobals(it.describe(parent));
  const { under = [] } = it;
  for (const inner of under) install(command, inner, act);
  // Unknown subcommands are rejected here, with a list of the valid ones.
  if (under.length > 0) command.allowExcessArguments();
  command.action(async (...given: unknown[]) => {
    if (under.length > 0 && command.args.length > command.registeredArguments.length)
      command.error(
        `error: unknown command '${command.args.at(-1) ?? ''}'\n${commandPath(command)} has: ${command.commands.map((inner) => inner.name()).join(', ')}`,
        { code: 'commander.unknownCommand' },
      );
    const args = given
      .slice(0, -2)
      .flat()
      .filter((arg) => arg !== undefined)
      .map(String);
    await act(it, command, args);
  });
}

/** Creates all commands of the registry. Without `act`, the program only describes them. */
export function createProgram(act: Act): Command {
  const program = withGlobals(new Command('gloss'))
    .description('Sources, passages, cited answers and notes, from the terminal.')
    .version(VERSION)
    .addHelpText(
      'after',
      '\nExit codes: 0 done · 1 some sources failed · 2 wrong usage · 3 server or data folder unreachable · 70 stopped because it hung · 130 interrupted',
    )
    .configureHelp({
      subcommandTerm: (command) =>
        [command.name(), ...command.registeredArguments.map(argumentTerm)].join(' '),
    })
    .addHelpCommand(
      new Command('help')
        .argument('[command]')
        .description('What a command does, its options, examples')
        .helpGroup(Object.keys(COMMANDS).at(-1) ?? ''),
    );
  for (const [heading, commands] of Object.entries(COMMANDS)) {
    program.commandsGroup(heading);
    for (const it of commands) install(program, it, act);
  }
  return program;
}
