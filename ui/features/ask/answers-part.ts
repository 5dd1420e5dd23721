import { loadWhenReachable } from '#ui/client/load-when-reachable.ts';
import { lazyPart } from '#ui/kit/lazy-part.tsx';
import { preloadAnswerText } from './answer-markdown.tsx';

/**
 * The list of answers, loaded when it is first shown, because the first screen has it behind the
 * notes.
 */
export const answersPart = lazyPart(
  () => import('./answers.tsx').then(({ Answers }) => Answers),
  loadWhenReachable,
);

/** Preloads before the first answer is shown. */
export function preloadAnswers(): Promise<unknown> {
  answersPart.bring();
  return preloadAnswerText();
}
