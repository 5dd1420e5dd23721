/** Answers that this process generates, each with any number of readers. */
import type { AnswerEvent } from '#core/contract/answer-event.ts';
import type { Answer } from '#core/contract/ask.ts';
import type { User } from '#core/contract/account.ts';
import type { AnswerId } from '#core/contract/id.ts';
import type { Log } from '#config/log.ts';
import type { TextFeature } from '../../answer/contract.ts';
import type { AnswerEngine } from '../../answer/engine.ts';
import type { Call } from '../../http/route.ts';
import { openEvents } from '../../http/sse.ts';
import { limitsOf, type Allowance, type Charge } from '../accounts/index.ts';
import { requestOf, type AnswerRequest } from './answer-request.ts';
import type { Answers } from './answers.ts';
import type { IdempotencyKeys } from './idempotency.ts';
import { LiveAnswer } from './live-answer.ts';
import { createUserSlots } from './user-slots.ts';

export type Caller = Pick<Call<undefined, undefined, undefined>, 'user' | 'koa' | 'signal'>;
export interface AnswerStreamPorts {
  answers: Answers;
  engine: AnswerEngine;
  allowance: Allowance;
  askedOnce: IdempotencyKeys;
  log: Log;
  /** aborted when the server closes */
  closing: AbortSignal;
}
export interface StartOptions {
  /** the client's idempotency key, which is taken already */
  key?: string;
  /** an interrupted answer, which this one replaces */
  before?: Answer;
  /** the charge for `before` covers this answer, too */
  isPaid?: boolean;
}

const ALREADY_CHARGED: Charge = {
  async settle() {
    /* the charge for the previous answer is settled */
  },
  async refund() {
    /* the charge for the previous answer stays */
  },
};

export class AnswerStreams {
  readonly #ports: AnswerStreamPorts;
  readonly #live = new Map<AnswerId, LiveAnswer>();
  readonly #slots = createUserSlots(
    'Three answers are already in progress. Wait for one to finish, or stop it.',
  );
  constructor(ports: AnswerStreamPorts) {
    this.#ports = ports;
    ports.closing.addEventListener(
      'abort',
      () => {
        for (const answer of this.#live.values()) void answer.stop();
      },
      { once: true },
    );
  }

  /** Starts an answer and streams it to the caller. Faults: `allowance_spent`, `rate_limited`. */
  async start(
    caller: Caller,
    wanted: AnswerRequest<TextFeature>,
    { key, before, isPaid = false }: StartOptions = {},
  ): Promise<void> {
    const { answers, allowance, askedOnce } = this.#ports;
    const { user } = caller;
    const release = this.#slots.take(user._id);
    let charge = ALREADY_CHARGED;
    let answer: LiveAnswer | undefined;
    try {
      if (!isPaid) charge = await allowance.reserve(user);
      const begun = await this.#begin(user, wanted);
      answer = this.#write(begun, user, wanted, charge);
      void answer.finished.then(() => {
        this.#live.delete(begun._id);
        release();
      });
      // From now on a request with the same key follows this answer.
      if (key !== undefined) await askedOnce.begun(user._id, key, begun._id);
      if (before) await answers.remove(before);
      play(caller, answer, 0);
    } catch (error) {
      if (answer) answer.stop();
      else release();
      await charge.refund();
      throw error;
    }
  }
  #begin(
    user: User,
    { thread, feature, sources, question, shown, threadNodeId }: AnswerRequest<TextFeature>,
  ): Promise<Answer> {
    return this.#ports.answers.begin({
      threadId: thread.id,
      ownerId: user._id,
      question: shown ?? question,
      sources: sources.map((row) => row.id),
      feature: feature.name,
      threadNodeId: threadNodeId ?? null,
    });
  }
  #write(
    begun: Answer,
    user: User,
    wanted: AnswerRequest<TextFeature>,
    charge: Charge,
  ): LiveAnswer {
    const { answers, log } = this.#ports;
    const live = new LiveAnswer(
      begun,
      (signal) => chargedEvents(this.#ports, user, wanted, charge, signal),
      (answer) => answers.keep(answer),
      log,
    );
    this.#live.set(begun._id, live);
    return live;
  }

  /**
   * Follows an answer that this process generates, after event number `after`. Returns false if
   * there is none.
   */
  follow(caller: Caller, id: AnswerId, after: number): boolean {
    const answer = this.#live.get(id);
    if (answer) play(caller, answer, after);
    return answer !== undefined;
  }

  /** Stops an answer of this process. Resolves when the text so far is stored. */
  async stop(id: AnswerId): Promise<void> {
    await this.#live.get(id)?.stop();
  }
}

/** Sends the events after number `after` to the caller, until the answer or the request ends. */
function play({ koa, signal }: Caller, answer: LiveAnswer, after: number): void {
  const sink = openEvents(koa);
  const leave = answer.listen((event, id) => sink.send(event.event, event.data, String(id)), after);
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  void answer.finished.then(() => sink.end());
}

/** Adds a thread in which each citation can be opened to answers from the library. */
const withThreadUrls = (
  event: AnswerEvent,
  { thread }: Pick<AnswerRequest<TextFeature>, 'thread'>,
): AnswerEvent =>
  thread.id !== null || event.event !== 'citations'
    ? event
    : {
        ...event,
        data: event.data.map((it) => {
          const url = thread.threadUrls.get(it.source_id);
          return url === undefined ? it : { ...it, thread_url: url };
        }),
      };

/** The engine's events; the first text settles the charge, and an end without text refunds it. */
async function* chargedEvents(
  { engine, allowance }: Pick<AnswerStreamPorts, 'engine' | 'allowance'>,
  user: User,
  wanted: AnswerRequest<TextFeature>,
  charge: Charge,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  let begun = false;
  try {
    for await (const event of engine.answer(wanted.feature, requestOf(wanted, signal))) {
      if (event.event === 'message' && !begun) {
        begun = true;
        await charge.settle();
      }
      if (event.event === 'done')
        yield {
          event: 'ai_usage',
          data: { usage_left: limitsOf(await allowance.balance(user)) },
        };
      yield withThreadUrls(event, wanted);
    }
  } finally {
    if (!begun) await charge.refund();
  }
}
