import type { IndexeddbPersistence } from 'y-indexeddb';
import type { NotesState } from './notes-state.ts';

/** The count is stored this long after a change. */
const STORE_AFTER_MS = 300;
const UNSENT = 'unsent';

/** How many changes the server has not got, stored beside the notes so that later visits know it. */
export class UnsentCount {
  readonly #local: IndexeddbPersistence | undefined;
  readonly #state: () => NotesState;
  #stored = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(local: IndexeddbPersistence | undefined, state: () => NotesState) {
    this.#local = local;
    this.#state = state;
  }

  /** From an earlier visit. */
  async read(): Promise<number> {
    const unsent: unknown = await this.#local?.get(UNSENT);
    return typeof unsent === 'number' ? unsent : 0;
  }
  readonly store = (): void => {
    this.#timer = undefined;
    const { keptHere, changes } = this.#state();
    if (keptHere && this.#stored !== changes)
      void this.#local?.set(UNSENT, (this.#stored = changes));
  };
  readonly storeSoon = (): void => {
    if (this.#stored !== this.#state().changes)
      this.#timer ??= setTimeout(this.store, STORE_AFTER_MS);
  };
  close(): void {
    clearTimeout(this.#timer);
  }
}
