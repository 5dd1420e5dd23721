/**
 * Generates the text of a block. The idempotency key makes it one question: sent again after a
 * reload, from a second window or after a server crash, it follows the running answer, returns the
 * finished one, or restarts.
 */
import type { AnswerEvent } from '#core/contract/ask.ts';
import { api, ApiError, messageOf } from '#ui/client/api.ts';
import { pause } from '#ui/client/pause.ts';
import { ask, fail, hasEnded, reduce, stop, type AnswerView } from './reduce.ts';
import { waitFor, type Trouble } from './try-again.ts';

export interface GenerationPorts {
  /** every event of the answer; throws an `ApiError` when it does not begin */
  open(key: string, signal: AbortSignal): AsyncIterable<AnswerEvent>;
  isCut(event: AnswerEvent): boolean;
  onEvent?(event: AnswerEvent): void;
}

/** Interval of painting, in ms, because parsing Markdown again takes time. */
const PAINT_MS = 80;
/** A view that is only put elsewhere is back by then. */
const ALONE_MS = 300;

export class AnswerGeneration {
  readonly #ports: GenerationPorts;
  readonly #listeners = new Set<() => void>();
  readonly #abort = new AbortController();
  #view: AnswerView = ask('', []);
  #away = false;
  #shown: { view: AnswerView; away: boolean };
  #due: ReturnType<typeof setTimeout> | undefined;
  #alone: ReturnType<typeof setTimeout> | undefined;

  constructor(key: string, ports: GenerationPorts) {
    this.#ports = ports;
    this.#shown = { view: this.#view, away: false };
    void this.#run(key);
  }

  readonly get = (): { view: AnswerView; away: boolean } => this.#shown;
  /** When the last one has left, it is let go. */
  readonly subscribe = (changed: () => void): (() => void) => {
    clearTimeout(this.#alone);
    this.#listeners.add(changed);
    return () => {
      this.#listeners.delete(changed);
      if (this.#listeners.size === 0) this.#alone = setTimeout(this.leave, ALONE_MS);
    };
  };
  /** What has arrived stays. */
  readonly stop = (): void => {
    const { id } = this.#view;
    if (hasEnded(this.#view)) return;
    this.#put(stop(this.#view));
    const leave = () => this.#abort.abort();
    // Tells the server, because a page that is only left may come back.
    if (id === undefined) leave();
    else
      void api
        .stopAnswer(id)
        .catch((error: unknown) => console.debug('An answer could not be stopped.', error))
        .finally(leave);
  };
  /** The block no longer wants the answer. */
  readonly leave = (): void => this.#abort.abort();
  get isLeft(): boolean {
    return this.#abort.signal.aborted && !hasEnded(this.#view);
  }

  #put(view: AnswerView, away = false): void {
    this.#view = view;
    this.#away = away;
    if (view.state === 'writing' && !away) {
      this.#due ??= setTimeout(this.#paint, PAINT_MS);
      return;
    }
    this.#paint();
  }
  readonly #paint = (): void => {
    clearTimeout(this.#due);
    this.#due = undefined;
    this.#shown = { view: this.#view, away: this.#away };
    for (const changed of this.#listeners) changed();
  };

  async #run(key: string): Promise<void> {
    let current = key;
    const times = new Map<string, number>();
    const { signal } = this.#abort;
    while (!signal.aborted && !hasEnded(this.#view)) {
      const trouble = await this.#once(current);
      if (!trouble || signal.aborted || hasEnded(this.#view)) return;
      const tries = times.get(trouble.code) ?? 0;
      times.set(trouble.code, tries + 1);
      // The sources that can be read are others by now: it is another question.
      if (trouble.code === 'conflict' && tries === 0) {
        current = `${key}.${crypto.randomUUID()}`;
        continue;
      }
      const waitMs = waitFor(trouble, tries);
      if (waitMs === undefined) {
        this.#put(fail(this.#view, trouble.code, trouble.message));
        return;
      }
      this.#put(this.#view, trouble.code === 'unreachable');
      await pause(waitMs, signal);
    }
  }

  /** Follows it to its end. What kept it from there, if it is not the answer's own end. */
  async #once(key: string): Promise<(Trouble & { message: string }) | undefined> {
    let view = ask('', []);
    try {
      for await (const event of this.#ports.open(key, this.#abort.signal)) {
        if (hasEnded(this.#view)) return undefined;
        if (
          event.event === 'error' &&
          (this.#ports.isCut(event) || event.data.code === 'interrupted')
        )
          return {
            code: this.#ports.isCut(event) ? 'unreachable' : 'interrupted',
            message: event.data.message,
          };
        this.#ports.onEvent?.(event);
        view = reduce(view, event);
        // A restarted answer replaces the previous text when it has text.
        if (view.text !== '' || this.#view.text === '' || hasEnded(view)) this.#put(view);
      }
      return undefined;
    } catch (error) {
      return error instanceof ApiError
        ? { code: error.code, status: error.status, message: error.message }
        : { code: 'internal', message: messageOf(error) };
    }
  }
}
