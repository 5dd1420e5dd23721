import { writeSync } from 'node:fs';
import { getSystemErrorMap } from 'node:util';

const STDERR = 2;

/** `no space left on device` */
function systemReason({ errno, message }: NodeJS.ErrnoException): string {
  return getSystemErrorMap().get(errno ?? 0)?.[1] ?? message;
}

/**
 * Ends the process when its results have nowhere to go. A reader may close the output early, which
 * is no failure: `gloss list | head -1`. A full disk is: one line on stderr, exit code 1.
 */
export function endWithOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    try {
      writeSync(STDERR, `✗ The output can't be written: ${systemReason(error)}.\n`);
    } catch {
      // Both streams are closed or full; the exit code remains.
    }
    process.exit(1);
  });
  // Messages are lost; the results on stdout are still of use.
  process.stderr.on('error', () => undefined);
}
