import { hasEnded, type AnswerView } from './reduce.ts';

/**
 * Separates stored answers from this page's current one. The current one is shown instead of its
 * stored form until that is complete.
 */
export function splitAnswers(
  stored: readonly AnswerView[],
  current: AnswerView | undefined,
): { past: readonly AnswerView[]; live: AnswerView | undefined } {
  if (!current) return { past: stored, live: undefined };
  const same = stored.find((it) => it.id !== undefined && it.id === current.id);
  if (same && hasEnded(same)) return { past: stored, live: undefined };
  return { past: stored.filter((it) => it !== same), live: current };
}
