/** Streams requests with an `Idempotency-Key`: repeated requests are one question. */
import type { AnswerEvent } from '#core/contract/answer-event.ts';
import type { Answer } from '#core/contract/ask.ts';
import { Fault } from '#core/contract/faults.ts';
import type { TextFeature } from '../../answer/contract.ts';
import { openEvents } from '../../http/sse.ts';
import { limitsOf, type AllowanceState } from '../accounts/index.ts';
import type { AnswerRequest } from './answer-request.ts';
import type { AnswerStreamPorts, AnswerStreams, Caller } from './answer-streams.ts';

export type IdempotentStreamPorts = Pick<
  AnswerStreamPorts,
  'answers' | 'allowance' | 'askedOnce'
> & { streams: AnswerStreams };

/**
 * Starts the answer for a new key; otherwise follows it, replays it, or restarts an interrupted
 * one, the first time without another charge. Faults: `generating` if another server generates it,
 * `conflict` if the key belongs to another question.
 */
export async function streamOnce(
  ports: IdempotentStreamPorts,
  caller: Caller,
  wanted: AnswerRequest<TextFeature>,
  key: string,
): Promise<void> {
  const { answers, allowance, askedOnce, streams } = ports;
  const { user } = caller;
  const taken = await askedOnce.take(user._id, key, fingerprintOf(wanted));
  if (!taken) {
    try {
      await streams.start(caller, wanted, { key });
    } catch (error) {
      await askedOnce.free(user._id, key);
      throw error;
    }
    return;
  }
  if (streams.follow(caller, taken.answerId, 0)) return;
  await answers.recover(taken.answerId);
  const before = await answers.owned(user._id, taken.answerId);
  if (before.state === 'done') return replay(caller, before, await allowance.balance(user));
  if (before.state === 'generating')
    throw new Fault('generating', { details: { answer_id: before._id } });
  await askedOnce.again(user._id, key, taken.tries);
  try {
    await streams.start(caller, wanted, {
      key,
      before,
      isPaid: taken.tries === 1 && before.answer !== '',
    });
  } catch (error) {
    await askedOnce.begun(user._id, key, before._id);
    throw error;
  }
}

/** All fields that identify the question. */
const fingerprintOf = ({
  thread,
  feature,
  sources,
  question,
  model,
  threadNodeId,
  about,
  values,
}: AnswerRequest<TextFeature>): unknown[] => [
  thread.id ?? thread.scope,
  feature.name,
  // The closest sources of the library can change before a retry.
  thread.id === null ? [] : sources.map((row) => row.id),
  question,
  model,
  threadNodeId,
  about,
  values,
];

/** Yields the events of a finished answer as if it were generated again. */
function replay({ koa }: Caller, answer: Answer, left: AllowanceState): void {
  const sink = openEvents(koa);
  const events: AnswerEvent[] = [
    { event: 'start', data: { answer_id: answer._id } },
    { event: 'index', data: answer.indexes },
    { event: 'citations', data: answer.citations },
    { event: 'message', data: answer.answer },
    { event: 'ai_usage', data: { usage_left: limitsOf(left) } },
    {
      event: 'done',
      data: { timeTaken: answer.timeTaken ?? 0, model: answer.model ?? 'offline' },
    },
  ];
  for (const event of events) sink.send(event.event, event.data);
  sink.end();
}
