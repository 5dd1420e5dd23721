import { hasEnded, type AnswerView } from './reduce.ts';

/**
 * Splits what is shown between the stored answers and the one of this page. The latter leaves once
 * its stored form has ended; until then it stands for its stored form, which is left out.
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
