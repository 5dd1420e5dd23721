import { hasEnded, type AnswerView } from './reduce.ts';

/**
 * Separates stored answers from this page's own, which has its own position: streamed until its
 * stored form is complete, and stored from then on.
 */
export function splitAnswers(
  stored: readonly AnswerView[],
  current: AnswerView | undefined,
): { past: readonly AnswerView[]; live: AnswerView | undefined } {
  if (!current) return { past: stored, live: undefined };
  const same = stored.find((it) => it.id !== undefined && it.id === current.id);
  const past = stored.filter((it) => it !== same);
  if (!same || !hasEnded(same)) return { past, live: current };
  // Another window has asked since: it stays in its position.
  return same === stored.at(-1) ? { past, live: same } : { past: stored, live: undefined };
}
