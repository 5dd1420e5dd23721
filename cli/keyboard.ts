import { createInterface } from 'node:readline/promises';
import { paint } from './render/output.ts';

/** Tells whether a user can press keys: stdin is a terminal and not at its end. */
export const hasKeyboard = (): boolean => process.stdin.isTTY && process.stdin.readable;

interface Asking {
  signal: AbortSignal;
  /** what Enter means; default yes */
  onEnter?: 'yes' | 'no';
  /** default stdout */
  output?: NodeJS.WriteStream;
}

/** Asks on the terminal; Ctrl-D is no. */
export async function agreed(
  question: string,
  { signal, onEnter = 'yes', output = process.stdout }: Asking,
): Promise<boolean> {
  const asked = createInterface({ input: process.stdin, output });
  const interrupted = new AbortController();
  // While it asks, keys come to it alone: Ctrl-C is made a signal again.
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
 * Asks on stderr before something is deleted; Enter is no. Without a terminal nobody is asked:
 * returns `unasked`.
 */
export async function confirmDeletion<T>(
  question: () => string | Promise<string>,
  signal: AbortSignal,
  unasked: T,
): Promise<boolean | T> {
  if (!canAsk()) return unasked;
  return agreed(await question(), { signal, onEnter: 'no', output: process.stderr });
}
