/** `gloss upgrade --check`. Gloss never checks for newer versions by itself. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import { VERSION } from '#config/version.ts';
import type { CliCommand } from '../command.ts';

const PACKAGE = 'gloss-notes';
const INSTALL = `npm install -g ${PACKAGE}@latest`;
/** npm itself can wait for minutes. */
const ANSWER_MS = 30_000;
const run = promisify(execFile);

/** npm knows the registry, proxy and certificates of this machine. */
async function newestVersion(signal: AbortSignal): Promise<string> {
  try {
    const { stdout } = await run('npm', ['view', PACKAGE, 'version', '--json'], {
      signal,
      timeout: ANSWER_MS,
    });
    return z.string().parse(JSON.parse(stdout));
  } catch (cause) {
    throw new Fault('unreachable', {
      message: `The npm registry doesn't say which version of ${PACKAGE} is the newest. Check the network, then run this again.`,
      cause,
    });
  }
}

/** Compares `1.10.0` with `1.9.2`, number by number. */
function isNewer(one: string, other: string): boolean {
  const [a, b] = [one, other].map((it) => it.split('-')[0]?.split('.').map(Number) ?? []);
  const at = a?.findIndex((it, index) => it !== b?.[index]) ?? -1;
  return at >= 0 && (a?.[at] ?? 0) > (b?.[at] ?? 0);
}

export const upgrade: CliCommand = {
  describe: (program) =>
    program
      .command('upgrade')
      .description('Say how to install the newest version, and whether there is one')
      .option('--check', 'ask the npm registry for the newest version')
      .addHelpText(
        'after',
        '\nGloss asks the registry only when you use --check. Data is migrated at the first start, after a copy of the database.',
      ),
  async run({ out, signal }, _args, { check }) {
    if (check !== true) {
      out.record({ version: VERSION });
      out.line(`This is Gloss ${VERSION}. To install the newest version: ${INSTALL}`);
      out.line('To see whether there is a newer one: gloss upgrade --check');
      return 0;
    }
    const newest = await newestVersion(signal);
    const isOld = isNewer(newest, VERSION);
    out.record({ version: VERSION, newest, upgrade: isOld });
    out.line(
      isOld
        ? `Gloss ${newest} is out; this is ${VERSION}. To install it: ${INSTALL}`
        : `Gloss ${VERSION} is the newest version.`,
    );
    return 0;
  },
};
