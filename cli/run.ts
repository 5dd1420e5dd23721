/** Parses options, runs commands, and maps their results and errors to exit codes. */
import { Command, CommanderError, type Argument } from 'commander';
import { FAULTS, Fault } from '#core/contract/faults.ts';
import { readSettings, SettingsError } from '#config/settings.ts';
import { VERSION } from '#config/version.ts';
import type { Api } from '#api/client/client.ts';
import type { ApiOptions, CliCommand, ExitCode } from './command.ts';
import { COMMANDS } from './commands/registry.ts';
import { createOutput } from './render/output.ts';
import { listenForStop } from './stop-signal.ts';

const INTERRUPTED = 130;
/** runs until it is stopped, so that Ctrl-C is its normal end */
const LASTING = new Set(['serve', 'worker', 'schedule', 'mcp']);

function endWithReader(): void {
  // The reader of the output may close it early: `gloss list | head -1`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}

async function execute(
  it: CliCommand,
  signal: AbortSignal,
  name: string,
  args: string[],
  options: Record<string, unknown>,
): Promise<ExitCode> {
  const settings = readSettings();
  const out = createOutput(options['json'] === true);
  let api: Promise<Api> | undefined;
  const open = (how: ApiOptions = {}): Promise<Api> =>
    (api ??= import('./connect.ts').then(({ connect }) =>
      connect(settings, {
        ...how,
        named: typeof options['server'] === 'string' ? options['server'] : undefined,
        signal,
      }),
    ));
  try {
    const code = await it.run({ settings, out, signal, api: open }, args, options);
    return signal.aborted && !LASTING.has(name) ? INTERRUPTED : code;
  } finally {
    // Why it could not be opened was thrown above.
    await (await api?.catch(() => undefined))?.close();
  }
}

/** Says on stderr what ended the command. */
function explain(error: unknown, isStopped: boolean, asJson: boolean): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (isStopped) return INTERRUPTED;
  const out = createOutput(asJson);
  if (error instanceof SettingsError) {
    out.problem(error.message);
    return 2;
  }
  if (error instanceof Fault) {
    out.record({ error: { code: error.code, message: error.message } });
    out.problem(error.message);
    return FAULTS[error.code].exit;
  }
  out.record({ error: { code: 'internal', message: FAULTS.internal.message } });
  out.problem(
    `${FAULTS.internal.message}\n${error instanceof Error ? error.stack : String(error)}`,
  );
  return 1;
}

/** `<id…>`, `[id]` */
function argumentTerm(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '…' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

/** Runs the command that `argv` names, and ends the process with its exit code. */
export async function run(argv: readonly string[]): Promise<void> {
  const signal = listenForStop();
  endWithReader();
  const program = new Command('gloss')
    .description('Sources, passages, cited answers and notes, from the terminal.')
    .version(VERSION)
    .option(
      '--server <url>',
      'the server to talk to (default: the one that runs here, else one in this process)',
    )
    .option('--json', 'one JSON object per line on stdout')
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
    )
    .exitOverride();

  let exitCode: ExitCode = 0;
  const install = (parent: Command, it: CliCommand): void => {
    const command = it
      .describe(parent)
      .option('--json', 'one JSON object per line on stdout')
      .option('--server <url>', 'the server to talk to')
      .exitOverride();
    command.action(async (...given: unknown[]) => {
      const args = given
        .slice(0, -2)
        .flat()
        .filter((arg) => arg !== undefined)
        .map(String);
      exitCode = await execute(it, signal, command.name(), args, command.optsWithGlobals());
    });
    for (const inner of it.under ?? []) install(command, inner);
  };
  for (const [heading, commands] of Object.entries(COMMANDS)) {
    program.commandsGroup(heading);
    for (const it of commands) install(program, it);
  }
  try {
    await program.parseAsync(argv);
  } catch (error) {
    exitCode = explain(error, signal.aborted, argv.includes('--json'));
  }
  // Flushes the standard streams and exits, because an idle timer of a library must not block the
  // terminal.
  process.exitCode = exitCode;
  process.stdout.write('', () => process.stderr.write('', () => process.exit(exitCode)));
}
