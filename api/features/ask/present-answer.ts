import type { Answer } from '#core/contract/ask.ts';
import type { AnswerRow } from './answers.model.ts';

export const presentAnswer = (row: AnswerRow): Answer => ({
  _id: row.id,
  thread_id: row.threadId,
  question: row.question,
  answer: row.answer,
  state: row.state,
  model: row.model === null ? null : row.model === 'offline' ? 'offline' : Number(row.model),
  sources: row.sources,
  indexes: row.indexes,
  citations: row.citations,
  timeTaken: row.timeTaken,
  error: row.error,
  feature: row.feature,
  thread_node_id: row.threadNodeId,
  feedback: row.feedback,
  createdAt: row.createdAt.toISOString(),
});
