/** The pane of the questions and answers. */
import type { ComponentProps } from 'react';
import type { Me } from '#core/contract/account.ts';
import { Answers } from '#ui/features/ask/index.ts';
import { FollowUp, standingOf } from '#ui/features/suggest/index.ts';
import { PaneBoundary } from '#ui/kit/pane-boundary.tsx';
import { paneTexts } from '#ui/kit/texts/panes.ts';
import type { Questions } from './use-questions.ts';

type AnswersPaneProps = Pick<
  ComponentProps<typeof Answers>,
  'threadId' | 'onGo' | 'readOnly' | 'linked'
> & {
  me: Me | null | undefined;
  questions: Questions;
};

export function AnswersPane({ me, questions, ...answersProps }: AnswersPaneProps) {
  const { asking, guides, sourceIds, chosen, askChosen, retry, insertAnswer } = questions;
  return (
    <PaneBoundary at={answersProps.threadId} {...paneTexts.answers} retryLabel={paneTexts.retry}>
      {() => (
        <Answers
          {...answersProps}
          asking={asking}
          sourceIds={sourceIds}
          onRetry={retry}
          onInsert={insertAnswer}
          followUp={(answer) => (
            <FollowUp
              key={answer.id}
              after={answer}
              guides={guides?.followUps ?? []}
              standing={standingOf(me, chosen.length, asking.busy)}
              onCall={askChosen}
            />
          )}
        />
      )}
    </PaneBoundary>
  );
}
