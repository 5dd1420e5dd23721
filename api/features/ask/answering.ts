/**
 * How every streamed call of the assistant is answered: kept as it is written, followed by any
 * number of readers, one at a time per block.
 */
import type { AnswerId } from '#core/contract/id.ts';
import type { GeneratedValue, TextFeature, ValueFeature } from '../../answer/contract.ts';
import type { OnText } from '../../answer/ask-model.ts';
import { assertAdmitted } from './admission.ts';
import { requestOf, type AnswerRequest } from './answer-request.ts';
import { AnswerStreams, type AnswerStreamPorts, type Caller } from './answer-streams.ts';
import { streamOnce } from './idempotent-stream.ts';
import { createUserSlots } from './user-slots.ts';

export interface Answering {
  /**
   * Streams the answer to the caller, and stops it shortly after the last reader disconnects. A
   * question is charged when its answer begins. With an `Idempotency-Key` it is one question
   * however often it comes; one that was cut off starts again, the first time without another
   * charge. Faults: `unverified`, `allowance_spent`, `rate_limited`, `not_allowed` where the model
   * or the block is not the caller's, `generating` where one is being written for the block or
   * under the key, `conflict` where the key stands for another question.
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
   * Several that belong together: all of them, or none; charged as one question. Faults: also
   * `allowance_spent`.
   */
  makeAll<T>(
    caller: Pick<Caller, 'user' | 'signal'>,
    wanted: readonly AnswerRequest<ValueFeature<T>>[],
  ): Promise<GeneratedValue<T>[]>;
  /**
   * Goes on with an answer that is being written here, from after event number `after`; whether
   * there was one.
   */
  follow(caller: Caller, id: AnswerId, after: number): boolean;
  /** Ends an answer that is being written here; what had arrived is kept when this settles. */
  stop(id: AnswerId): Promise<void>;
}

export function createAnswering(ports: AnswerStreamPorts): Answering {
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
    // A value without passages takes a moment, and every new clip asks for one: it takes no slot.
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
    follow: (caller, id, after) => streams.follow(caller, id, after),
    stop: (id) => streams.stop(id),
  };
}
