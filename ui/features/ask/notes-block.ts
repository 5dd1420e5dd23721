/** An answer as the block that the notes keep. */
import type { AnswerView } from './reduce.ts';

export function answerBlock(answer: AnswerView, now: Date): { type: 'ai-chat'; attrs: Record<string, unknown> } {
  return {
    type: 'ai-chat',
    attrs: {
      _id: answer.id ?? crypto.randomUUID(), createdAt: now.toISOString(), question: answer.question, answer: answer.text,
      citations: answer.citations, model: answer.model, sources: answer.sources, timeTaken: answer.timeTaken ?? 0, isAnswerGenerated: true,
    },
  };
}
