/** An answer as a block of the notes. */
import type { AnswerView } from './reduce.ts';

/** `by`: the person who asked. */
export function answerBlock(
  answer: AnswerView,
  now: Date,
  by: string | undefined,
): { type: 'ai-chat'; attrs: Record<string, unknown> } {
  return {
    type: 'ai-chat',
    attrs: {
      _id: answer.id ?? crypto.randomUUID(),
      createdAt: now.toISOString(),
      ...(by !== undefined && { createdBy: by }),
      question: answer.question,
      answer: answer.text,
      citations: answer.citations,
      model: answer.model,
      sources: answer.sources,
      timeTaken: answer.timeTaken ?? 0,
      isAnswerGenerated: true,
      answerId: answer.id ?? null,
      feedback: answer.feedback ?? 'unset',
    },
  };
}
