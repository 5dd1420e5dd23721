/**
 * Follows one streamed answer to its end, for the chat and for blocks of the notes. The idempotency
 * key makes it one question: sent again after a reload, from a second window or after a server
 * crash, it follows the running answer, returns the finished one, or restarts.
 */
import type { AnswerEvent } from '#core/contract/answer-event.ts';
import { api, ApiError, messageOf, NETWORK_ERROR } from '#ui/client/api.ts';
import { isOffline, waitUntilOnline } from '#ui/client/network-status.ts';
import { pause } from '#ui/client/pause.ts';
import { newKey, type PendingStore } from './pending-answer.ts';
import { ask, fail, hasEnded, reduce, stop, type AnswerView } from './reduce.ts';
import { retryDelay, type Trouble } from './retry-delay.ts';

export interface SessionPorts {
  /**
   * Yields every event of the answer from its first; nothing if it is no longer running. Throws an
   * `ApiError` if it does not start.
   */
  open(key: string, signal: AbortSignal): AsyncIterable<AnswerEvent>;
  onEvent?(event: AnswerEvent): void;
  /** shown until the answer has text; an empty answer by default */
  first?: AnswerView;
  /** stores the question for a reload */
  pending?: PendingStore;
}

/** Interval of painting in ms, because parsing Markdown again takes time. */
const PAINT_MS = 80;
/** A view that only moves elsewhere is back by then. */
const ALONE_MS = 300;
/** The maximum delay between retries while offline. */
const TRIES_OFFLINE = 5;

/** The connection broke, whatever became of the answer. */
const isCut = (event: AnswerEvent): boolean =>
  event.event === 'error' && event.data.message === NETWORK_ERROR;

export class AnswerSession {
  readonly #ports: SessionPorts;
  readonly #listeners = new Set<() => void>();
  readonly #abort = new AbortController();
  readonly #first: AnswerView;
  /** id of the running answer; the view may still show the previous one */
  #id: string | undefined;
  #view: AnswerView;
  #away = false;
  #shown: { view: AnswerView; away: boolean };
  #due: ReturnType<typeof setTimeout> | undefined;
  #alone: ReturnType<typeof setTimeout> | undefined;
  #stopped: Promise<void> | undefined;
  /** Resolves with the answer when it ends or nothing more arrives; never rejects. */
  readonly finished: Promise<AnswerView>;

  constructor(key: string, ports: SessionPorts) {
    this.#ports = ports;
    this.#first = ports.first ?? ask('', []);
    this.#id = this.#first.id;
    this.#view = this.#first;
    this.#shown = { view: this.#view, away: false };
    this.finished = this.#run(key)
      .then(() => this.#stopped)
      .then(() => this.#view);
  }

  /** `away`: the server is unreachable and is retried. */
  readonly get = (): { view: AnswerView; away: boolean } => this.#shown;
  /** Stops following shortly after the last listener has left. */
  readonly subscribe = (changed: () => void): (() => void) => {
    clearTimeout(this.#alone);
    this.#listeners.add(changed);
    return () => {
      this.#listeners.delete(changed);
      if (this.#listeners.size === 0) this.#alone = setTimeout(this.leave, ALONE_MS);
    };
  };
  /** Stops the answer, also on the server. Keeps what has arrived. */
  readonly stop = (): void => {
    if (hasEnded(this.#view)) return;
    this.#put(stop(this.#view));
    this.#ports.pending?.ended();
    const leave = () => this.#abort.abort();
    // Tells the server, because otherwise a closed page may come back.
    if (this.#id === undefined) leave();
    else
      this.#stopped = api
        .stopAnswer(this.#id)
        .then(() => undefined)
        .catch((error: unknown) => console.debug('An answer could not be stopped.', error))
        .finally(leave);
  };
  /** Stops following. The question stays pending, so that a reload follows it again. */
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
      const mostTries = isOffline() ? TRIES_OFFLINE : Infinity;
      times.set(trouble.code, Math.min(tries + 1, mostTries));
      // The readable sources have changed, which makes it a new question.
      if (trouble.code === 'conflict' && tries === 0) {
        current = `${key}.${newKey()}`;
        continue;
      }
      const waitMs = retryDelay(trouble, tries);
      if (waitMs === undefined) {
        this.#put(fail(this.#view, trouble.code, trouble.message));
        if (trouble.message !== NETWORK_ERROR) this.#ports.pending?.ended();
        return;
      }
      const isAway = trouble.code === 'unreachable' || trouble.code === 'cut';
      this.#put(this.#view, isAway && waitMs > 0);
      await (isAway ? waitUntilOnline(waitMs, signal) : pause(waitMs, signal));
    }
  }

  /** Follows the answer to its end. Returns what interrupted it, unless it ended by itself. */
  async #once(key: string): Promise<(Trouble & { message: string }) | undefined> {
    const { open, onEvent, pending } = this.#ports;
    const { signal } = this.#abort;
    const { question, sources, isPrompt } = this.#first;
    let view: AnswerView = { ...ask(question, sources), ...(isPrompt && { isPrompt }) };
    try {
      for await (const event of open(key, signal)) {
        if (signal.aborted || hasEnded(this.#view)) return undefined;
        if (event.event === 'error' && (isCut(event) || event.data.code === 'interrupted'))
          return { code: isCut(event) ? 'cut' : 'interrupted', message: event.data.message };
        onEvent?.(event);
        view = reduce(view, event);
        if (event.event === 'start') {
          this.#id = event.data.answer_id;
          pending?.begun(this.#id);
        }
        // A restarted answer replaces the previous text once it has text.
        if (view.text !== '' || this.#view.text === '' || hasEnded(view)) this.#put(view);
        if (hasEnded(view)) pending?.ended();
      }
      return undefined;
    } catch (error) {
      return error instanceof ApiError
        ? { code: error.code, status: error.status, message: error.message }
        : { code: 'internal', message: messageOf(error) };
    }
  }
}
