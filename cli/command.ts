import type { Command } from 'commander';
import type { Settings } from '#config/settings.ts';
import type { Api } from '#api/client/client.ts';
import type { Output } from './render/output.ts';

export interface ApiOptions {
  /** whether a server hosted in this process also runs queued jobs; default false */
  work?: boolean;
}

export interface Context {
  settings: Settings;
  out: Output;
  /**
   * Connects to the server: the named one, the running one, or one hosted in this process while the
   * command runs. Faults: `unreachable`.
   */
  api(options?: ApiOptions): Promise<Api>;
  /** aborted by Ctrl-C */
  signal: AbortSignal;
  /** this command, as part of the whole program */
  command: Command;
}
/** 0 all done · 1 some failed · 2 wrong usage · 3 unreachable · 130 interrupted */
export type ExitCode = 0 | 1 | 2 | 3 | 130;

/** A command is a file here and a line in `commands/registry.ts`. */
export interface CliCommand {
  /** declares name, arguments and options */
  describe(program: Command): Command;
  run(context: Context, args: string[], options: Record<string, unknown>): Promise<ExitCode>;
  /** subcommands, such as `gloss imports show` */
  readonly under?: readonly CliCommand[];
}
