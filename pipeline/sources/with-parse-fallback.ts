import { Fault } from '#core/contract/faults.ts';

/**
 * The answer of a parsing child, or `otherwise` where bytes are such that no child can read them.
 * Rejects when the signal is aborted, and with `unavailable` where there are no children any more.
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
