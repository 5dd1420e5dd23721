/** The pane of questions and answers. */
import type { Me } from '#core/contract/account.ts';
import { answersPart, type AnswersProps } from '#ui/features/ask/index.ts';
import { FollowUp, assistantAccess } from '#ui/features/suggest/index.ts';
import { Skeleton } from '#ui/kit/empty-state.tsx';
import { PaneBoundary } from '#ui/kit/pane-boundary.tsx';
import { paneTexts } from '#ui/kit/texts/panes.ts';
import type { Questions } from './use-questions.ts';

type AnswersPaneProps = Pick<AnswersProps, 'threadId' | 'onGo' | 'readOnly' | 'linked'> & {
  me: Me | null | undefined;
  questions: Questions;
};

export function AnswersPane({ me, questions, ...answersProps }: AnswersPaneProps) {
  const { asking, guides, sourceIds, chosen, askChosen, retry, insertAnswer } = questions;
  return (
    <PaneBoundary at={answersProps.threadId} {...paneTexts.answers} retryLabel={paneTexts.retry}>
      {() => {
        const Answers = answersPart.part();
        return (
          <Answers
            waiting={<Skeleton className="m-5 h-24" />}
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
                standing={assistantAccess(me, chosen.length, asking.busy)}
                onCall={askChosen}
              />
            )}
          />
        );
      }}
    </PaneBoundary>
  );
}
