import type { AnswerEvent } from '#core/contract/answer-event.ts';
import type { Answer } from '#core/contract/ask.ts';

/** Applies an event to the stored answer. */
export function foldAnswer(answer: Answer, event: AnswerEvent): void {
  if (event.event === 'message') answer.answer += event.data;
  else if (event.event === 'index') Object.assign(answer.indexes, event.data);
  else if (event.event === 'citations')
    answer.citations.push(
      ...event.data.filter((it) => !answer.citations.some((has) => has.mark === it.mark)),
    );
  else if (event.event === 'done')
    Object.assign(answer, {
      state: 'done',
      timeTaken: Math.round(event.data.timeTaken),
      model: event.data.model,
    });
  else if (event.event === 'error')
    Object.assign(answer, { state: answer.answer ? 'interrupted' : 'failed', error: event.data });
}
