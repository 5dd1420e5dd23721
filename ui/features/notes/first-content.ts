import type { IndexeddbPersistence } from 'y-indexeddb';
import { applyUpdate, type Doc } from 'yjs';
import { api } from '#ui/client/api.ts';
import type { NotesEvent } from './notes-state.ts';
import type { SchemaSandbox } from './schema-sandbox.ts';
import type { UnsentCount } from './unsent-count.ts';

/**
 * So long the server is not asked, where this browser does not say what it has kept, or that is not
 * seen.
 */
const LONGEST_LOOK_MS = 1000;
/** The origin of content that was read from the server before it is connected to. */
export const SERVER = {};

interface FirstContentPorts {
  threadId: string;
  /** the document that is stored and sent */
  kept: Doc;
  desk: SchemaSandbox;
  /** undefined where the browser stores nothing */
  local: IndexeddbPersistence | undefined;
  unsent: UnsentCount;
  /** whether this browser may have stored the notes */
  mayBeHere: Promise<boolean>;
  dispatch: (event: NotesEvent) => void;
  /** connects the document to the server */
  attach: () => void;
}

/**
 * Shows the notes as this browser stored them, or else as the server has them on its disk, and
 * connects them to the server once they are seen.
 */
export class FirstContent {
  readonly #ports: FirstContentPorts;
  readonly #ending = new AbortController();
  /** the origin of the content that is shown first */
  #first: object | undefined;
  #isAttached = false;
  #isAsked = false;
  #looking: ReturnType<typeof setTimeout>;

  constructor(ports: FirstContentPorts) {
    this.#ports = ports;
    const { local, desk } = ports;
    this.#first = local;
    // What this browser has kept comes to the desk first; what is written there is kept in what it
    // was made for.
    if (local) local.doc = desk.document;
    this.#looking = setTimeout(this.attach, LONGEST_LOOK_MS);
    if (local) this.#load(local);
    else this.#nothingHere();
  }

  /**
   * The stored content is neither sent nor requested again, because the first message tells the
   * server what this browser has. Connects meanwhile.
   */
  readonly attach = (): void => {
    if (this.#isAttached || this.#ending.signal.aborted) return;
    this.#isAttached = true;
    clearTimeout(this.#looking);
    const { local, kept, desk, attach } = this.#ports;
    if (local) local.doc = kept;
    desk.settle(this.#first);
    attach();
  };
  close(): void {
    this.#ending.abort();
    clearTimeout(this.#looking);
    const { local, kept } = this.#ports;
    if (local) local.doc = kept;
  }

  #load(local: IndexeddbPersistence): void {
    const { mayBeHere, unsent, dispatch } = this.#ports;
    // It is known before there is room for it here.
    void mayBeHere.then((may) => {
      if (!may) void this.#askServer();
    });
    Promise.all([unsent.read(), local.whenSynced])
      .then(([count]) => {
        if (!this.#isAsked) this.#read(local);
        const empty = this.#isEmpty();
        if (empty) void this.#askServer();
        dispatch({ type: 'opened-here', empty, unsent: count });
      })
      .catch(() => this.#nothingHere());
  }
  #nothingHere(): void {
    void this.#askServer();
    this.#ports.dispatch({ type: 'nothing-kept-here' });
  }
  #isEmpty(): boolean {
    return this.#ports.desk.document.getXmlFragment('default').length === 0;
  }
  #read(by: object): void {
    this.#first = by;
    this.#ports.desk.read(by);
    if (!this.#ports.desk.isOpen()) this.attach();
  }

  /**
   * Where nothing is kept here. The server has them as they lie on its disk before it has put them
   * together for who connects.
   */
  async #askServer(): Promise<void> {
    if (this.#isAsked || this.#isAttached) return;
    this.#isAsked = true;
    const { threadId, local, kept, desk, dispatch } = this.#ports;
    if (local) local.doc = kept;
    try {
      const answer = await api.notes(threadId, this.#ending.signal);
      clearTimeout(this.#looking);
      const update = new Uint8Array(await answer.arrayBuffer());
      // Where something came to be here meanwhile, they come with the connection.
      if (this.#isAttached || !isBlank(desk.document)) {
        this.attach();
        return;
      }
      applyUpdate(desk.document, update, SERVER);
      this.#read(SERVER);
      if (this.#isEmpty()) {
        this.attach();
        return;
      }
      dispatch({ type: 'brought' });
      if (!this.#isAttached) this.#looking = setTimeout(this.attach, LONGEST_LOOK_MS);
    } catch {
      this.attach();
    }
  }
}

/** Nothing was ever in it, nor waits to be. */
const isBlank = ({ store: { clients, pendingStructs, pendingDs } }: Doc): boolean =>
  clients.size === 0 && !pendingStructs && !pendingDs;
