import type { Answer } from '#core/contract/ask.ts';
import type { ThreadId, UserId } from '#core/contract/id.ts';
import type { SourceRow } from '#pipeline/library/index.ts';
import type { AiRequest } from '../../answer/contract.ts';
import type { Answers } from './answers.ts';

type Turn = NonNullable<AiRequest['history']>[number];
export interface Turns {
  /**
   * What was asked and answered before, oldest first: in the block, or else in the thread's
   * conversation.
   */
  before(
    threadId: ThreadId,
    ownerId: UserId,
    sources: readonly SourceRow[],
    threadNodeId: string | undefined,
  ): Promise<Turn[]>;
  /** The answer that a follow-up follows: the one written for `node` or the one of that id. */
  followed(threadId: ThreadId, ownerId: UserId, node: string): Promise<Turn | undefined>;
}

const MAX_TURNS = 6;
const turnOf = ({ question, answer }: Answer): Turn => ({ question, answer });

export function createTurns(answers: Answers): Turns {
  return {
    async before(threadId, ownerId, sources, threadNodeId) {
      const asked = new Set(sources.map((row) => row.id));
      const earlier = await answers.before({ threadId, ownerId, threadNodeId, limit: MAX_TURNS });
      // An answer from a source that is no longer asked would bring it in again.
      return earlier.filter((it) => it.sources.every((id) => asked.has(id))).map(turnOf);
    },
    async followed(threadId, ownerId, node) {
      const answer = await answers.ofNode(threadId, ownerId, node);
      return answer && answer.answer !== '' ? turnOf(answer) : undefined;
    },
  };
}
