/** Parses options, runs commands, and maps their results and errors to exit codes. */
import { CommanderError, type Command } from 'commander';
import { FAULTS, Fault } from '#core/contract/faults.ts';
import { readSettings, SettingsError } from '#config/settings.ts';
import type { Api } from '#api/client/client.ts';
import type { ApiOptions, CliCommand, ExitCode } from './command.ts';
import { createProgram, usageMessage } from './program.ts';
import { createOutput } from './render/output.ts';
import { endWithOutput } from './end-with-output.ts';
import { commandAt } from './supervise.ts';
import { removalsAsOptions } from './commands/tag.ts';
import { listenForStop } from './stop-signal.ts';

const INTERRUPTED = 130;
/** runs until it is stopped, so Ctrl-C is its normal end */
const LASTING = new Set(['serve', 'start', 'worker', 'schedule', 'mcp']);

async function execute(
  it: CliCommand,
  command: Command,
  signal: AbortSignal,
  args: string[],
): Promise<ExitCode> {
  const options = command.optsWithGlobals();
  const settings = readSettings();
  const out = createOutput(options['json'] === true, options['quiet'] === true);
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
    const code = await it.run({ settings, out, signal, api: open, command }, args, options);
    return signal.aborted && !LASTING.has(command.name()) ? INTERRUPTED : code;
  } finally {
    // The error of opening it was thrown above.
    await (await api?.catch(() => undefined))?.close();
  }
}

/** Prints the error that ended the command to stderr. */
function explain(error: unknown, isStopped: boolean, asJson: boolean): ExitCode {
  const out = createOutput(asJson);
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    out.record({ error: { code: 'bad_request', message: usageMessage(error.message) } });
    return 2;
  }
  if (isStopped) return INTERRUPTED;
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

/** Runs the command in `argv` and ends the process with its exit code. */
export async function run(argv: readonly string[]): Promise<void> {
  const signal = listenForStop();
  endWithOutput();
  let exitCode: ExitCode = 0;
  const program = createProgram(async (it, command, args) => {
    exitCode = await execute(it, command, signal, args);
  });
  try {
    const args = argv.slice(2);
    await program.parseAsync(removalsAsOptions(args, commandAt(args)), { from: 'user' });
  } catch (error) {
    exitCode = explain(error, signal.aborted, argv.includes('--json'));
  }
  // Flushes the standard streams and exits, because an idle timer of a library must not block the
  // terminal.
  process.exitCode = exitCode;
  process.stdout.write('', () =>
    process.stderr.write('', () => {
      // A failed write is reported in the next tick and ends the process by itself.
      setImmediate(() => process.exit(exitCode));
    }),
  );
}
