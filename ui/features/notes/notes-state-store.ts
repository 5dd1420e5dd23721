import {
  initial,
  looksEqual,
  type NotesEvent,
  type NotesState,
  reduce,
  syncState,
} from './notes-state.ts';

/** The state is *saving* while a person types, and *saved* when they pause. */
const SETTLE_MS = 300;

/** Folds events into the state of the notes, and notifies one listener of changes. */
export class NotesStateStore {
  readonly #onChange: () => void;
  #current = initial;
  #shown = initial;
  #listener: ((state: NotesState) => void) | undefined;
  #settling: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  /** Calls `onChange` after each event. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get current(): NotesState {
    return this.#current;
  }
  /** Reports *saved* slightly later than `current`. */
  get shown(): NotesState {
    return this.#shown;
  }

  readonly dispatch = (event: NotesEvent): void => {
    if (this.#isClosed) return;
    this.#current = reduce(this.#current, event);
    clearTimeout(this.#settling);
    if (syncState(this.#shown) === 'saving' && syncState(this.#current) === 'synced')
      this.#settling = setTimeout(this.#show, SETTLE_MS);
    else this.#show();
    this.#onChange();
  };
  /** One listener at a time; undefined for none. */
  listen(listener: ((state: NotesState) => void) | undefined): void {
    this.#listener = listener;
    this.#show();
  }
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#settling);
  }

  readonly #show = (): void => {
    this.#settling = undefined;
    if (this.#isClosed || looksEqual(this.#shown, this.#current)) return;
    this.#shown = this.#current;
    this.#listener?.(this.#shown);
  };
}
