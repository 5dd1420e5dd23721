/** The input of an AI feature, and the request to the engine that is made from it. */
import type { LibraryScope } from '#core/contract/ask.ts';
import type { SourceId, UserId } from '#core/contract/id.ts';
import type { SourceRow } from '#pipeline/library/index.ts';
import type { AiRequest } from '../../answer/contract.ts';
import type { ThreadWithRole } from '../threads/index.ts';

/** Replaces the thread for library questions. */
export interface AskedLibrary {
  id: null;
  /** who asks */
  ownerId: UserId;
  scope: LibraryScope;
  /** by source: the URL of a thread with it that the person may see */
  threadUrls: ReadonlyMap<SourceId, string>;
}
export interface AnswerRequest<F> {
  thread: ThreadWithRole | AskedLibrary;
  feature: F;
  sources: readonly SourceRow[];
  model: number;
  /** the question for the assistant */
  question: string;
  /** the question that is stored, if it differs */
  shown?: string | undefined;
  threadNodeId?: string | undefined;
  about?: AiRequest['about'];
  history?: AiRequest['history'];
  values?: AiRequest['values'];
}

export const requestOf = (
  { question, model, thread, sources, about, history, values }: AnswerRequest<unknown>,
  signal: AbortSignal,
): AiRequest => ({
  question,
  model,
  ownerId: thread.ownerId,
  signal,
  sources: sources.map((row) => ({
    _id: row.id,
    title: row.title,
    medium: row.medium,
    sourceType: row.kind,
    language: row.facts.language ?? 'und',
    ownerId: row.ownerId,
  })),
  ...(about ? { about } : {}),
  ...(history ? { history } : {}),
  ...(values ? { values } : {}),
});
