/** Asks through the engine and a live answer, as the routes do, without HTTP. */
import { v7 as uuid } from 'uuid';
import type { AnswerEvent } from '#core/contract/answer-event.ts';
import type { Answer } from '#core/contract/ask.ts';
import { AnswerId, ThreadId } from '#core/contract/id.ts';
import type { Log } from '#config/log.ts';
import { LiveAnswer } from '../live-answer.ts';

export interface Asked {
  /** as it was last stored */
  kept: Answer;
  events: AnswerEvent[];
  /** ms to the first word, and until the complete answer was stored */
  firstMs: number;
  tookMs: number;
  /** performance.now() when the reader disconnected */
  leftAt: number | undefined;
}

/** `leaves`: the reader disconnects after the first word. */
export async function askLive(
  make: (signal: AbortSignal) => AsyncIterable<AnswerEvent>,
  log: Log,
  leaves = false,
): Promise<Asked> {
  const begun: Answer = {
    _id: AnswerId.parse(uuid()),
    thread_id: ThreadId.parse(uuid()),
    question: '',
    answer: '',
    state: 'generating',
    model: null,
    sources: [],
    indexes: {},
    citations: [],
    timeTaken: null,
    feature: 'chat-thread',
    thread_node_id: null,
    feedback: null,
    error: null,
    createdAt: new Date().toISOString(),
  };
  const from = performance.now();
  let kept = structuredClone(begun);
  let leftAt: number | undefined;
  let firstMs: number | undefined;
  const events: AnswerEvent[] = [];
  const live = new LiveAnswer(
    begun,
    make,
    async (it) => {
      kept = it;
    },
    log,
  );
  const leave = live.listen((event) => {
    events.push(event);
    if (event.event === 'message') firstMs ??= performance.now() - from;
    if (leaves && event.event === 'message' && leftAt === undefined) {
      leftAt = performance.now();
      leave();
    }
  });
  await live.finished;
  const tookMs = performance.now() - from;
  return { kept, events, firstMs: firstMs ?? tookMs, tookMs, leftAt };
}
