/** How every streamed call of the assistant is answered: kept as it is written, followed by any number of readers, one at a time per block. */
import type { Answer, AnswerEvent } from '#core/contract/ask.ts';
import type { User } from '#core/contract/account.ts';
import { Fault } from '#core/contract/faults.ts';
import type { AnswerId, UserId } from '#core/contract/id.ts';
import type { Log } from '#config/log.ts';
import type { SourceRow } from '#pipeline/library/index.ts';
import type { AiRequest, MadeValue, TextFeature, ValueFeature } from '../../answer/contract.ts';
import type { OnText } from '../../answer/ask-model.ts';
import type { AnswerEngine } from '../../answer/engine.ts';
import type { Call } from '../../http/route.ts';
import { openEvents } from '../../http/sse.ts';
import { MODELS_OF_FEATURES } from '#config/plans.ts';
import { authorise, can } from '../../policy/index.ts';
import type { Allowance, Charge } from '../accounts/index.ts';
import type { SeenThread } from '../threads/index.ts';
import type { Answers } from './answers.ts';
import type { AskedOnce } from './asked-once.ts';
import { LiveAnswer } from './live-answer.ts';

type Caller = Pick<Call<undefined, undefined, undefined>, 'user' | 'koa' | 'signal'>;
export interface Wanted<F> {
  thread: SeenThread;
  feature: F;
  sources: readonly SourceRow[];
  model: number;
  /** what the assistant is asked */ question: string /** what the answer is kept under, where that is another */;
  shown?: string | undefined;
  threadNodeId?: string | undefined;
  about?: AiRequest['about'];
  history?: AiRequest['history'];
  values?: AiRequest['values'];
}
export interface Answering {
  /**
   * Streams the answer to the caller; who leaves is a reader less, and soon after the last has left it is stopped.
   * A question is charged when its answer begins. With an `Idempotency-Key` it is one question however often it comes; one that
   * was cut off is begun again, the first time without another charge.
   * Faults: `unverified`, `allowance_spent`, `rate_limited`, `not_allowed` where the model or the block is not the caller's,
   * `generating` where one is being written for the block or under the key, `conflict` where the key stands for another question.
   */
  stream(caller: Caller, wanted: Wanted<TextFeature>): Promise<void>;
  /** A value, for who waits for it; `onText` is told of what a model writes as it comes. Faults: `unverified`, `not_allowed`, `rate_limited`, `provider_failed`. */
  make<T>(
    caller: Pick<Caller, 'user' | 'signal'>,
    wanted: Wanted<ValueFeature<T>>,
    onText?: OnText,
  ): Promise<MadeValue<T>>;
  /** Several that belong together: all of them, or none; charged as one question. Faults: also `allowance_spent`. */
  makeAll<T>(
    caller: Pick<Caller, 'user' | 'signal'>,
    wanted: readonly Wanted<ValueFeature<T>>[],
  ): Promise<MadeValue<T>[]>;
  /** Goes on with an answer that is being written here, from after event number `after`; whether there was one. */
  follow(caller: Caller, id: AnswerId, after: number): boolean;
  /** Ends an answer that is being written here; what had arrived is kept when this settles. */
  stop(id: AnswerId): Promise<void>;
}

const ALREADY_CHARGED: Charge = {
  async settle() {
    /* the one it takes the place of was */
  },
  async refund() {
    /* nor is it given back */
  },
};
/** At most so many answers, and so many values, at once for one person. */
const MAX_AT_ONCE = 3;

export interface AnsweringPorts {
  answers: Answers;
  engine: AnswerEngine;
  allowance: Allowance;
  askedOnce: AskedOnce;
  log: Log /** aborted when the server closes */;
  closing: AbortSignal;
}

export function createAnswering({
  answers,
  engine,
  allowance,
  askedOnce,
  log,
  closing,
}: AnsweringPorts): Answering {
  const live = new Map<AnswerId, LiveAnswer>();
  const streams = createSlots(
    'Three answers are being written already. Wait for one to end, or stop it.',
  );
  const values = createSlots('Three things are being made already. Wait for one to end.');
  closing.addEventListener(
    'abort',
    () => {
      for (const answer of live.values()) void answer.stop();
    },
    { once: true },
  );

  function play({ koa, signal }: Caller, answer: LiveAnswer, after: number): void {
    const sink = openEvents(koa);
    const leave = answer.listen(
      (event, id) => sink.send(event.event, event.data, String(id)),
      after,
    );
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    void answer.finished.then(() => sink.end());
  }

  function admit(
    user: User,
    {
      model,
      feature,
      thread,
      threadNodeId,
    }: Pick<
      Wanted<TextFeature | ValueFeature<unknown>>,
      'model' | 'feature' | 'thread' | 'threadNodeId'
    >,
  ): void {
    const actor = { id: user._id, verified: user.is_verified_user };
    authorise(actor, { action: 'assistant' });
    if (
      !allowance.planOf(user).models.includes(model) &&
      MODELS_OF_FEATURES[feature.name]?.includes(model) !== true
    ) {
      throw new Fault('not_allowed', {
        message: 'This model cannot be chosen on your plan. Choose another.',
      });
    }
    if (threadNodeId !== undefined && !can(actor, { action: 'thread.write', object: thread }))
      throw new Fault('not_allowed', {
        message: 'Only its owner and editors may have something written into these notes.',
      });
  }

  const begin = (
    user: UserId,
    { thread, feature, sources, question, shown, threadNodeId }: Wanted<TextFeature>,
  ): Promise<Answer> =>
    answers.begin({
      threadId: thread.id,
      ownerId: user,
      question: shown ?? question,
      sources: sources.map((row) => row.id),
      feature: feature.name,
      threadNodeId: threadNodeId ?? null,
    });

  /** What the engine makes of it, settled with its first word, and given back where there was none. */
  async function* charged(
    user: User,
    wanted: Wanted<TextFeature>,
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
            data: { usage_left: { question_n_answers: (await allowance.standing(user)).left } },
          };
        yield event;
      }
    } finally {
      if (!begun) await charge.refund();
    }
  }

  /** `key`: the client's, taken already. `before`: an answer that was cut off, whose place this one takes; `isPaid`: the charge for it stands for this one too. */
  async function start(
    caller: Caller,
    wanted: Wanted<TextFeature>,
    key: string,
    { before, isPaid = false }: { before?: Answer; isPaid?: boolean } = {},
  ): Promise<void> {
    const { user } = caller;
    const release = streams.take(user._id);
    let charge = ALREADY_CHARGED;
    let answer: LiveAnswer | undefined;
    try {
      if (!isPaid) charge = await allowance.reserve(user);
      const begun = await begin(user._id, wanted);
      const paid = charge;
      answer = new LiveAnswer(
        begun,
        (signal) => charged(user, wanted, paid, signal),
        (it) => answers.keep(it),
        log,
      );
      live.set(begun._id, answer);
      void answer.finished.then(() => {
        live.delete(begun._id);
        release();
      });
      // Whoever finds it by its key from now on can follow it.
      if (key !== '') await askedOnce.begun(user._id, key, begun._id);
      if (before) await answers.remove(before);
      play(caller, answer, 0);
    } catch (error) {
      if (answer) answer.stop();
      else release();
      await charge.refund();
      throw error;
    }
  }

  /** One that is done, as if it were made again. */
  function replay({ koa }: Caller, answer: Answer, left: number | null): void {
    const sink = openEvents(koa);
    const events: AnswerEvent[] = [
      { event: 'start', data: { answer_id: answer._id } },
      { event: 'index', data: answer.indexes },
      { event: 'citations', data: answer.citations },
      { event: 'message', data: answer.answer },
      { event: 'ai_usage', data: { usage_left: { question_n_answers: left } } },
      {
        event: 'done',
        data: { timeTaken: answer.timeTaken ?? 0, model: answer.model ?? 'offline' },
      },
    ];
    for (const event of events) sink.send(event.event, event.data);
    sink.end();
  }

  async function streamOnce(
    caller: Caller,
    wanted: Wanted<TextFeature>,
    key: string,
  ): Promise<void> {
    const { user } = caller;
    const { thread, feature, sources, question, model, threadNodeId, about, values } = wanted;
    const taken = await askedOnce.take(user._id, key, [
      thread.id,
      feature.name,
      sources.map((row) => row.id),
      question,
      model,
      threadNodeId,
      about,
      values,
    ]);
    if (!taken) {
      try {
        await start(caller, wanted, key);
      } catch (error) {
        await askedOnce.free(user._id, key);
        throw error;
      }
      return;
    }
    const running = live.get(taken.answerId);
    if (running) return play(caller, running, 0);
    await answers.recover(taken.answerId);
    const before = await answers.owned(user._id, taken.answerId);
    if (before.state === 'done')
      return replay(caller, before, (await allowance.standing(user)).left);
    if (before.state === 'generating')
      throw new Fault('generating', { details: { answer_id: before._id } });
    await askedOnce.again(user._id, key, taken.tries);
    try {
      await start(caller, wanted, key, {
        before,
        isPaid: taken.tries === 1 && before.answer !== '',
      });
    } catch (error) {
      await askedOnce.begun(user._id, key, before._id);
      throw error;
    }
  }

  const make = <T>(
    wanted: Wanted<ValueFeature<T>>,
    signal: AbortSignal,
    onText?: OnText,
  ): Promise<MadeValue<T>> => engine.make(wanted.feature, requestOf(wanted, signal), onText);

  return {
    async stream(caller, wanted) {
      admit(caller.user, wanted);
      const key = caller.koa.get('Idempotency-Key');
      await (key === '' ? start(caller, wanted, key) : streamOnce(caller, wanted, key));
    },
    // Without passages it is a matter of a moment, and asked for by every new clip.
    async make({ user, signal }, wanted, onText) {
      admit(user, wanted);
      return wanted.feature.gather === 'none'
        ? make(wanted, signal, onText)
        : values.hold(user._id, () => make(wanted, signal, onText));
    },
    makeAll: ({ user, signal }, wanted) =>
      values.hold(user._id, async () => {
        for (const it of wanted) admit(user, it);
        const charge = await allowance.reserve(user);
        const failed = new AbortController();
        try {
          const made = await Promise.all(
            wanted.map((it) => make(it, AbortSignal.any([signal, failed.signal]))),
          );
          await charge.settle();
          return made;
        } catch (error) {
          await charge.refund();
          throw error;
        } finally {
          failed.abort();
        }
      }),
    follow(caller, id, after) {
      const answer = live.get(id);
      if (answer) play(caller, answer, after);
      return answer !== undefined;
    },
    stop: async (id) => live.get(id)?.stop(),
  };
}

const requestOf = (
  { question, model, thread, sources, about, history, values }: Wanted<unknown>,
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
  })),
  ...(about ? { about } : {}),
  ...(history ? { history } : {}),
  ...(values ? { values } : {}),
});

/** Taken before anything is awaited, so that a burst of requests finds them taken. */
function createSlots(message: string) {
  const taken = new Map<UserId, number>();
  function take(user: UserId): () => void {
    const before = taken.get(user) ?? 0;
    if (before >= MAX_AT_ONCE) throw new Fault('rate_limited', { message, retryAfterS: 5 });
    taken.set(user, before + 1);
    return () => {
      const now = taken.get(user) ?? 0;
      if (now > 1) taken.set(user, now - 1);
      else taken.delete(user);
    };
  }
  return {
    take,
    async hold<T>(user: UserId, job: () => Promise<T>): Promise<T> {
      const release = take(user);
      return job().finally(release);
    },
  };
}
