#!/usr/bin/env node
/** The `gloss` command: options are parsed here, commands run, and what they return or throw becomes the exit code. */
import { Command, CommanderError } from 'commander';
import { FAULTS, Fault } from '#core/contract/faults.ts';
import { readSettings, SettingsError } from '#config/settings.ts';
import { VERSION } from '#config/version.ts';
import type { Api } from './api.ts';
import type { ExitCode } from './command.ts';
import { COMMANDS } from './commands/registry.ts';
import { connect } from './connect.ts';
import { createOutput, paint } from './render/output.ts';

const stop = new AbortController();
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // The second one means now.
    if (stop.signal.aborted) process.exit(130);
    interrupted = signal === 'SIGINT';
    stop.abort();
  });
}

const program = new Command('gloss')
  .description('Sources, passages, cited answers and notes, from the terminal.')
  .version(VERSION)
  .option('--server <url>', 'the server to talk to (default: the one that runs here, else one in this process)')
  .option('--json', 'one JSON object per line on stdout')
  .addHelpText('after', '\nExit codes: 0 done · 1 some sources failed · 2 wrong usage · 3 server or data folder unreachable · 130 interrupted')
  .exitOverride();

let exitCode: ExitCode = 0;
for (const it of COMMANDS) {
  const command = it.describe(program).option('--json', 'one JSON object per line on stdout').option('--server <url>', 'the server to talk to').exitOverride();
  command.action(async (...given: unknown[]) => {
    const options = command.optsWithGlobals();
    const args = given.slice(0, -2).flat().filter((arg) => arg !== undefined).map(String);
    const settings = readSettings();
    const out = createOutput(options['json'] === true);
    let api: Promise<Api> | undefined;
    const open = () => (api ??= connect(settings, typeof options['server'] === 'string' ? options['server'] : undefined));
    try {
      exitCode = await it.run({ settings, out, signal: stop.signal, api: open }, args, options);
      if (interrupted && command.name() !== 'serve' && command.name() !== 'worker') exitCode = 130;
    } finally {
      await (await api?.catch(() => undefined))?.close();
    }
  });
}

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) exitCode = error.exitCode === 0 ? 0 : 2;
  else if (stop.signal.aborted) exitCode = 130;
  else if (error instanceof SettingsError) {
    process.stderr.write(`${error.message}\n`);
    exitCode = 2;
  } else if (error instanceof Fault) {
    process.stderr.write(`${paint('red', '✗')} ${error.message}\n`);
    exitCode = FAULTS[error.code].exit;
  } else {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    exitCode = 1;
  }
}
// Standard streams first, then out: a library's idle timer must not keep the terminal.
process.exitCode = exitCode;
process.stdout.write('', () => process.stderr.write('', () => process.exit(exitCode)));
