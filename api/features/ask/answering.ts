/** How every streamed call of the assistant is answered: kept as it is written, followed by any number of readers, one at a time per block. */
import type { Answer, AnswerEvent } from '#core/contract/ask.ts';
import { Fault } from '#core/contract/faults.ts';
import type { AnswerId, UserId } from '#core/contract/id.ts';
import type { Log } from '#config/log.ts';
import type { SourceRow } from '#pipeline/library/index.ts';
import type { AiRequest, MadeValue, TextFeature, ValueFeature } from '../../answer/contract.ts';
import type { AnswerEngine } from '../../answer/engine.ts';
import type { Call } from '../../http/route.ts';
import { openEvents } from '../../http/sse.ts';
import type { ThreadRow } from '../threads/index.ts';
import type { Answers } from './answers.ts';
import { LiveAnswer } from './live-answer.ts';

type Caller = Pick<Call<undefined, undefined, undefined>, 'user' | 'koa' | 'signal'>;
export interface Wanted<F> {
  thread: ThreadRow; feature: F; sources: readonly SourceRow[]; model: number;
  /** what the assistant is asked */ question: string; /** what the answer is kept under, where that is another */ shown?: string | undefined;
  threadNodeId?: string | undefined; about?: AiRequest['about']; history?: AiRequest['history']; values?: AiRequest['values'];
}
export interface Answering {
  /**
   * Streams the answer to the caller; who leaves is a reader less, and soon after the last has left it is stopped.
   * Faults: `rate_limited`, `not_allowed` where the block is not the caller's, `generating` where one is being written for the block.
   */
  stream(caller: Caller, wanted: Wanted<TextFeature>): Promise<void>;
  /** A value, for who waits for it. Faults: `rate_limited`, `provider_failed`. */
  make<T>(caller: Pick<Caller, 'user' | 'signal'>, wanted: Wanted<ValueFeature<T>>): Promise<MadeValue<T>>;
  /** Several that belong together: all of them, or none. */
  makeAll<T>(caller: Pick<Caller, 'user' | 'signal'>, wanted: readonly Wanted<ValueFeature<T>>[]): Promise<MadeValue<T>[]>;
  /** Goes on with an answer that is being written here, from after event number `after`; whether there was one. */
  follow(caller: Caller, id: AnswerId, after: number): boolean;
  /** Ends an answer that is being written here; what had arrived is kept when this settles. */
  stop(id: AnswerId): Promise<void>;
}

/** At most so many answers, and so many values, at once for one person. */
const MAX_AT_ONCE = 3;

export function createAnswering({ answers, engine, log, closing }: { answers: Answers; engine: AnswerEngine; log: Log; /** aborted when the server closes */ closing: AbortSignal }): Answering {
  const live = new Map<AnswerId, LiveAnswer>();
  const streams = createSlots('Three answers are being written already. Wait for one to end, or stop it.');
  const values = createSlots('Three things are being made already. Wait for one to end.');
  closing.addEventListener('abort', () => { for (const answer of live.values()) void answer.stop(); }, { once: true });

  function play({ koa, signal }: Caller, answer: LiveAnswer, after: number): void {
    const sink = openEvents(koa);
    const leave = answer.listen((event, id) => sink.send(event.event, event.data, String(id)), after);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    void answer.finished.then(() => sink.end());
  }

  async function begin(user: UserId, { thread, feature, sources, question, shown, threadNodeId }: Wanted<TextFeature>): Promise<Answer> {
    if (threadNodeId !== undefined && thread.ownerId !== user) throw new Fault('not_allowed', { message: 'Only the owner may have something written into these notes.' });
    return answers.begin({ threadId: thread.id, ownerId: user, question: shown ?? question, sources: sources.map((row) => row.id), feature: feature.name, threadNodeId: threadNodeId ?? null });
  }

  const make = <T>(wanted: Wanted<ValueFeature<T>>, signal: AbortSignal): Promise<MadeValue<T>> => engine.make(wanted.feature, requestOf(wanted, signal));

  return {
    async stream(caller, wanted) {
      const release = streams.take(caller.user._id);
      const begun = await begin(caller.user._id, wanted).catch((error: unknown) => { release(); throw error; });
      const events = async function* (signal: AbortSignal): AsyncIterable<AnswerEvent> {
        for await (const event of engine.answer(wanted.feature, requestOf(wanted, signal))) {
          if (event.event === 'done') yield { event: 'ai_usage', data: { usage_left: { question_n_answers: null } } };
          yield event;
        }
      };
      const answer = new LiveAnswer(begun, events, (it) => answers.keep(it), log);
      live.set(begun._id, answer);
      void answer.finished.then(() => { live.delete(begun._id); release(); });
      play(caller, answer, 0);
    },
    // Without passages it is a matter of a moment, and asked for by every new clip.
    make: ({ user, signal }, wanted) => (wanted.feature.gather === 'none' ? make(wanted, signal) : values.hold(user._id, () => make(wanted, signal))),
    makeAll: ({ user, signal }, wanted) => values.hold(user._id, async () => {
      const failed = new AbortController();
      return Promise.all(wanted.map((it) => make(it, AbortSignal.any([signal, failed.signal])))).finally(() => failed.abort());
    }),
    follow(caller, id, after) {
      const answer = live.get(id);
      if (answer) play(caller, answer, after);
      return answer !== undefined;
    },
    stop: async (id) => live.get(id)?.stop(),
  };
}

const requestOf = ({ question, model, thread, sources, about, history, values }: Wanted<unknown>, signal: AbortSignal): AiRequest => ({
  question, model, ownerId: thread.ownerId, signal,
  sources: sources.map((row) => ({ _id: row.id, title: row.title, medium: row.medium, sourceType: row.kind, language: row.facts.language ?? 'und' })),
  ...(about ? { about } : {}), ...(history ? { history } : {}), ...(values ? { values } : {}),
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
