import { createInterface } from 'node:readline/promises';
import { paint } from './render/output.ts';

/** Whether a user can press keys: stdin is a terminal and hasn't ended. */
export const hasKeyboard = (): boolean => process.stdin.isTTY && process.stdin.readable;

interface Asking {
  signal: AbortSignal;
  /** the answer for Enter; default yes */
  onEnter?: 'yes' | 'no';
  /** default stdout */
  output?: NodeJS.WriteStream;
}

/** Asks on the terminal; Ctrl-D means no. */
export async function confirm(
  question: string,
  { signal, onEnter = 'yes', output = process.stdout }: Asking,
): Promise<boolean> {
  const asked = createInterface({ input: process.stdin, output });
  const interrupted = new AbortController();
  // Only this prompt gets keys while it asks, so Ctrl-C is converted back to a signal.
  asked.on('SIGINT', () => {
    process.kill(process.pid, 'SIGINT');
  });
  asked.once('close', () => {
    interrupted.abort();
  });
  try {
    const answer = (
      await asked.question(
        `${question} ${paint('dim', onEnter === 'yes' ? '[Y/n]' : '[y/N]', output)} `,
        {
          signal: AbortSignal.any([signal, interrupted.signal]),
        },
      )
    )
      .trim()
      .toLowerCase();
    return answer === '' ? onEnter === 'yes' : answer === 'y' || answer === 'yes';
  } catch (error) {
    if (signal.aborted || !interrupted.signal.aborted) throw error;
    output.write('\n');
    return false;
  } finally {
    asked.close();
  }
}

/** Whether a user can answer on this terminal, wherever the results go. */
const canAsk = (): boolean => hasKeyboard() && process.stderr.isTTY;

/**
 * Asks on stderr before something is deleted; Enter means no. Returns `unasked` without a terminal.
 */
export async function confirmDeletion<T>(
  question: () => string | Promise<string>,
  signal: AbortSignal,
  unasked: T,
): Promise<boolean | T> {
  if (!canAsk()) return unasked;
  return confirm(await question(), { signal, onEnter: 'no', output: process.stderr });
}
