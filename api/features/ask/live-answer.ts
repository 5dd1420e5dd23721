/**
 * An answer in progress: every listener gets every event once and in order, even if it connects
 * late.
 */
import type { AnswerEvent } from '#core/contract/answer-event.ts';
import type { Answer } from '#core/contract/ask.ts';
import { FAULTS, toFault } from '#core/contract/faults.ts';
import type { Log } from '#config/log.ts';
import { foldAnswer } from './fold-answer.ts';

type Listener = (event: AnswerEvent, id: number) => void;
/** interval of storing the text so far, in ms */
const KEEP_MS = 400;
/**
 * long enough for most page reloads; the provider must be released within a second after the last
 * listener left
 */
const RETURN_MS = 600;

export class LiveAnswer {
  readonly #answer: Answer;
  readonly #events: AnswerEvent[] = [];
  readonly #listeners = new Set<Listener>();
  readonly #abort = new AbortController();
  #alone: NodeJS.Timeout | undefined;
  readonly finished: Promise<void>;

  constructor(
    answer: Answer,
    make: (signal: AbortSignal) => AsyncIterable<AnswerEvent>,
    keep: (answer: Answer) => Promise<void>,
    log: Log,
  ) {
    this.#answer = answer;
    this.finished = this.#run(make, keep, log);
  }

  /**
   * Replays the events after number `after`, then follows. Stops the model call 0.6 s after the
   * last listener left, unless another one came.
   */
  listen(listener: Listener, after = 0): () => void {
    this.#events.slice(after).forEach((event, n) => listener(event, after + n + 1));
    this.#listeners.add(listener);
    clearTimeout(this.#alone);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0)
        this.#alone = setTimeout(() => this.#abort.abort(), RETURN_MS).unref();
    };
  }

  /** Stops at once. Resolves when the text so far is stored. */
  stop(): Promise<void> {
    this.#abort.abort();
    return this.finished;
  }

  #tell(event: AnswerEvent): void {
    this.#events.push(event);
    for (const listener of this.#listeners) listener(event, this.#events.length);
  }
  #emit(event: AnswerEvent): void {
    foldAnswer(this.#answer, event);
    this.#tell(event);
  }

  async #run(
    make: (signal: AbortSignal) => AsyncIterable<AnswerEvent>,
    keep: (answer: Answer) => Promise<void>,
    log: Log,
  ): Promise<void> {
    let keptAt = Date.now();
    let writing = Promise.resolve();
    const write = () => {
      writing = writing
        .then(() => keep(structuredClone(this.#answer)))
        .catch((error: unknown) =>
          log.error({ answerId: this.#answer._id, err: error }, 'answer could not be stored'),
        );
    };
    // The caller is listening before the first event.
    await Promise.resolve();
    this.#emit({ event: 'start', data: { answer_id: this.#answer._id } });
    try {
      for await (const event of make(this.#abort.signal)) {
        foldAnswer(this.#answer, event);
        // The final event is sent only after the whole answer is stored.
        if (event.event === 'done') {
          write();
          await writing;
        }
        this.#tell(event);
        if (Date.now() - keptAt > KEEP_MS) {
          keptAt = Date.now();
          write();
        }
      }
      if (this.#answer.state === 'generating')
        this.#emit({
          event: 'error',
          data: { code: 'interrupted', message: FAULTS.interrupted.message },
        });
    } catch (error) {
      const fault = toFault(error);
      if (fault.code === 'internal')
        log.error({ answerId: this.#answer._id, err: fault.cause ?? fault }, 'answer failed');
      this.#emit({ event: 'error', data: { code: fault.code, message: fault.message } });
    }
    write();
    await writing;
  }
}
