import { loadWhenReachable } from '#ui/client/load-when-reachable.ts';
import { retriable } from '#ui/kit/retriable.tsx';
import { preloadAnswerText } from './answer-markdown.tsx';

/** The list of answers, which comes when it is first shown: the first screen has it behind the notes. */
export const answersPart = retriable(
  () => import('./answers.tsx').then(({ Answers }) => Answers),
  loadWhenReachable,
);

/** Ahead of the first answer that is shown. */
export function preloadAnswers(): Promise<unknown> {
  answersPart.bring();
  return preloadAnswerText();
}
