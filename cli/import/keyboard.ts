import { createInterface } from 'node:readline/promises';
import { paint } from '../render/output.ts';

/** Tells whether a user can press keys: stdin is a terminal and not at its end. */
export const hasKeyboard = (): boolean => process.stdin.isTTY && process.stdin.readable;

/** Asks on the terminal; Enter is yes, Ctrl-D is no. */
export async function agreed(question: string, signal: AbortSignal): Promise<boolean> {
  const asked = createInterface({ input: process.stdin, output: process.stdout });
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
      await asked.question(`${question} ${paint('dim', '[Y/n]')} `, {
        signal: AbortSignal.any([signal, interrupted.signal]),
      })
    )
      .trim()
      .toLowerCase();
    return answer === '' || answer === 'y' || answer === 'yes';
  } catch (error) {
    if (signal.aborted || !interrupted.signal.aborted) throw error;
    process.stdout.write('\n');
    return false;
  } finally {
    asked.close();
  }
}
