import type { Answer } from '#core/contract/ask.ts';
import type { ThreadId, UserId } from '#core/contract/id.ts';
import type { SourceRow } from '#pipeline/library/index.ts';
import type { AiRequest } from '../../answer/contract.ts';
import type { Answers } from './answers.ts';

type Turn = NonNullable<AiRequest['history']>[number];
export interface Turns {
  /** Returns previous turns, oldest first: of the block, or else of the thread's conversation. */
  before(
    threadId: ThreadId,
    ownerId: UserId,
    sources: readonly SourceRow[],
    threadNodeId: string | undefined,
  ): Promise<Turn[]>;
  /** Returns the answer that is followed up: the one for the block `node`, or with that id. */
  followed(threadId: ThreadId, ownerId: UserId, node: string): Promise<Turn | undefined>;
}

const MAX_TURNS = 6;
const turnOf = ({ question, answer }: Answer): Turn => ({ question, answer });

export function createTurns(answers: Answers): Turns {
  return {
    async before(threadId, ownerId, sources, threadNodeId) {
      const asked = new Set(sources.map((row) => row.id));
      const earlier = await answers.before({ threadId, ownerId, threadNodeId, limit: MAX_TURNS });
      // An answer from a source that is not selected any more would bring back its content.
      return earlier.filter((it) => it.sources.every((id) => asked.has(id))).map(turnOf);
    },
    async followed(threadId, ownerId, node) {
      const answer = await answers.ofNode(threadId, ownerId, node);
      return answer && answer.answer !== '' ? turnOf(answer) : undefined;
    },
  };
}
