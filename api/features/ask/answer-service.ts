/**
 * Streams the answer of every AI feature: stored while it is generated, with any number of readers,
 * one at a time per block.
 */
import type { Answer, Citation } from '#core/contract/ask.ts';
import type { AnswerId } from '#core/contract/id.ts';
import type { GeneratedValue, TextFeature, ValueFeature } from '../../answer/contract.ts';
import type { OnText } from '../../answer/ask-model.ts';
import { limitsOf, type Charge } from '../accounts/index.ts';
import { assertAdmitted } from './admission.ts';
import { requestOf, type AnswerRequest } from './answer-request.ts';
import { AnswerStreams, type AnswerStreamPorts, type Caller } from './answer-streams.ts';
import { streamOnce } from './idempotent-stream.ts';
import { createUserSlots } from './user-slots.ts';

/** A complete text that is not stored. */
export interface WrittenText {
  text: string;
  citations: readonly Citation[];
  model: NonNullable<Answer['model']>;
}
export interface WrittenAll {
  left: ReturnType<typeof limitsOf>;
  model: WrittenText['model'];
}

export interface AnswerService {
  /**
   * Streams the answer to the caller, and stops it shortly after the last reader disconnects. A
   * question is charged when its answer begins. Requests with the same `Idempotency-Key` are one
   * question; an interrupted one starts again, the first time without another charge. Faults:
   * `unverified`, `allowance_spent`, `rate_limited`; `not_allowed` if the person may not use the
   * model or the block; `generating` if the block or the key has an answer in progress; `conflict`
   * if the key belongs to another question.
   */
  stream(caller: Caller, wanted: AnswerRequest<TextFeature>): Promise<void>;
  /**
   * Generates a value and returns it. `onText` receives the model's text as it arrives. Faults:
   * `unverified`, `not_allowed`, `rate_limited`, `provider_failed`.
   */
  make<T>(
    caller: Pick<Caller, 'user' | 'signal'>,
    wanted: AnswerRequest<ValueFeature<T>>,
    onText?: OnText,
  ): Promise<GeneratedValue<T>>;
  /**
   * Generates several values, all or none, charged as one question. Faults: also `allowance_spent`.
   */
  makeAll<T>(
    caller: Pick<Caller, 'user' | 'signal'>,
    wanted: readonly AnswerRequest<ValueFeature<T>>[],
  ): Promise<GeneratedValue<T>[]>;
  /**
   * Generates texts that are not stored, a few at a time; each is charged as a question once the
   * first is complete. `onWritten` receives each with its index. Faults: as `makeAll`.
   */
  writeAll(
    caller: Pick<Caller, 'user' | 'signal'>,
    wanted: readonly AnswerRequest<TextFeature>[],
    questions: number,
    onWritten: (at: number, text: WrittenText) => void,
  ): Promise<WrittenAll>;
  /**
   * Follows an answer that this process generates, after event number `after`. Returns false if
   * there is none.
   */
  follow(caller: Caller, id: AnswerId, after: number): boolean;
  /** Stops an answer of this process. Resolves when the text so far is stored. */
  stop(id: AnswerId): Promise<void>;
}

export function createAnswerService(ports: AnswerStreamPorts): AnswerService {
  const { engine, allowance } = ports;
  const streams = new AnswerStreams(ports);
  const slots = createUserSlots('Three things are being made already. Wait for one to end.');
  const make = <T>(
    wanted: AnswerRequest<ValueFeature<T>>,
    signal: AbortSignal,
    onText?: OnText,
  ): Promise<GeneratedValue<T>> => engine.make(wanted.feature, requestOf(wanted, signal), onText);

  return {
    async stream(caller, wanted) {
      assertAdmitted(allowance, caller.user, wanted);
      const key = caller.koa.get('Idempotency-Key');
      await (key === ''
        ? streams.start(caller, wanted)
        : streamOnce({ ...ports, streams }, caller, wanted, key));
    },
    // A value without passages is fast, and every new clip requests one, so it takes no slot.
    async make({ user, signal }, wanted, onText) {
      assertAdmitted(allowance, user, wanted);
      return wanted.feature.gather === 'none'
        ? make(wanted, signal, onText)
        : slots.hold(user._id, () => make(wanted, signal, onText));
    },
    makeAll: ({ user, signal }, list) =>
      slots.hold(user._id, async () => {
        for (const wanted of list) assertAdmitted(allowance, user, wanted);
        const charge = await allowance.reserve(user);
        const failed = new AbortController();
        try {
          const made = await Promise.all(
            list.map((wanted) => make(wanted, AbortSignal.any([signal, failed.signal]))),
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
    writeAll: (caller, list, questions, onWritten) =>
      slots.hold(caller.user._id, () => writeAll(ports, caller, list, questions, onWritten)),
    follow: (caller, id, after) => streams.follow(caller, id, after),
    stop: (id) => streams.stop(id),
  };
}

/** Texts of one request that are generated at once. */
const AT_ONCE = 4;

async function writeAll(
  ports: AnswerStreamPorts,
  { user, signal }: Pick<Caller, 'user' | 'signal'>,
  list: readonly AnswerRequest<TextFeature>[],
  questions: number,
  onWritten: (at: number, text: WrittenText) => void,
): Promise<WrittenAll> {
  const { engine, allowance } = ports;
  for (const wanted of list) assertAdmitted(allowance, user, wanted);
  const charges: Charge[] = [];
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const rest = list.entries();
  let model: WrittenText['model'] = 'offline';
  const writeNext = async () => {
    for (const [at, wanted] of rest) {
      const written = await writeOne(engine, wanted, either);
      await Promise.all(charges.splice(0).map((it) => it.settle()));
      model = written.model;
      onWritten(at, written);
    }
  };
  try {
    for (let nth = 0; nth < questions; nth += 1) charges.push(await allowance.reserve(user));
    await Promise.all(Array.from({ length: AT_ONCE }, writeNext));
    return { left: limitsOf(await allowance.balance(user)), model };
  } catch (error) {
    await Promise.all(charges.map((it) => it.refund()));
    throw error;
  } finally {
    failed.abort();
  }
}

async function writeOne(
  engine: AnswerStreamPorts['engine'],
  wanted: AnswerRequest<TextFeature>,
  signal: AbortSignal,
): Promise<WrittenText> {
  const citations: Citation[] = [];
  let text = '';
  let model: WrittenText['model'] = 'offline';
  for await (const event of engine.answer(wanted.feature, requestOf(wanted, signal))) {
    if (event.event === 'message') text += event.data;
    else if (event.event === 'citations') citations.push(...event.data);
    else if (event.event === 'done') model = event.data.model;
  }
  return { text, citations, model };
}
