import { Fault } from '#core/contract/faults.ts';

/**
 * Returns the result of a parsing child, or `otherwise` if no child can read the bytes. Rejects if
 * the signal is aborted, and with `unavailable` if the children are closed.
 */
export async function withParseFallback<T>(
  answer: Promise<T>,
  otherwise: T,
  signal: AbortSignal,
): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Fault) || signal.aborted || error.code === 'unavailable') throw error;
    return otherwise;
  }
}
