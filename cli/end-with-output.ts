import { writeSync } from 'node:fs';
import { getSystemErrorMap } from 'node:util';

const STDERR = 2;

/** `no space left on device` */
function systemReason({ errno, message }: NodeJS.ErrnoException): string {
  return getSystemErrorMap().get(errno ?? 0)?.[1] ?? message;
}

/**
 * Ends the process when its output can't be written. A reader may close the output early, which is
 * no failure (`gloss list | head -1`); a full disk prints one line on stderr and exits with 1.
 */
export function endWithOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    try {
      writeSync(STDERR, `✗ The output can't be written: ${systemReason(error)}.\n`);
    } catch {
      // If both streams are closed or full, the exit code remains.
    }
    process.exit(1);
  });
  // Messages are lost, but the results on stdout are still useful.
  process.stderr.on('error', () => undefined);
}
