import type { IndexeddbPersistence } from 'y-indexeddb';
import { applyUpdate, type Doc } from 'yjs';
import { api } from '#ui/client/api.ts';
import type { NotesEvent } from './notes-state.ts';
import type { SchemaSandbox } from './schema-sandbox.ts';
import type { UnsentCount } from './unsent-count.ts';

/** How long to wait for this browser's copy before the server is asked. */
const LONGEST_LOOK_MS = 1000;
/** The origin of content that was read from the server before the connection. */
export const SERVER = {};

interface FirstContentPorts {
  threadId: string;
  /** the document that is stored and sent */
  kept: Doc;
  sandbox: SchemaSandbox;
  /** undefined if the browser stores nothing */
  local: IndexeddbPersistence | undefined;
  unsent: UnsentCount;
  /** whether this browser may have stored the notes */
  mayBeHere: Promise<boolean>;
  dispatch: (event: NotesEvent) => void;
  /** connects the document to the server */
  attach: () => void;
}

/**
 * Shows the notes as this browser stored them, or else as stored on the server, and connects them
 * to the server once they are displayed.
 */
export class FirstContent {
  readonly #ports: FirstContentPorts;
  readonly #ending = new AbortController();
  /** the origin of the first content */
  #first: object | undefined;
  #isAttached = false;
  #isAsked = false;
  #looking: ReturnType<typeof setTimeout>;

  constructor(ports: FirstContentPorts) {
    this.#ports = ports;
    const { local, sandbox } = ports;
    this.#first = local;
    // The local copy loads into the sandbox first, and continues to save the document it was opened
    // for.
    if (local) local.doc = sandbox.document;
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
    const { local, kept, sandbox, attach } = this.#ports;
    if (local) local.doc = kept;
    sandbox.settle(this.#first);
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
    // The local copy is known to exist before it can be read.
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
    return this.#ports.sandbox.document.getXmlFragment('default').length === 0;
  }
  #read(by: object): void {
    this.#first = by;
    this.#ports.sandbox.read(by);
    if (!this.#ports.sandbox.isOpen()) this.attach();
  }

  /**
   * Requests the stored bytes if this browser has no copy. They arrive earlier than over the
   * socket, for which the server composes the notes first.
   */
  async #askServer(): Promise<void> {
    if (this.#isAsked || this.#isAttached) return;
    this.#isAsked = true;
    const { threadId, local, kept, sandbox, dispatch } = this.#ports;
    if (local) local.doc = kept;
    try {
      const answer = await api.notes(threadId, this.#ending.signal);
      clearTimeout(this.#looking);
      const update = new Uint8Array(await answer.arrayBuffer());
      // If there is content by now, the connection merges the server's.
      if (this.#isAttached || !isBlank(sandbox.document)) {
        this.attach();
        return;
      }
      applyUpdate(sandbox.document, update, SERVER);
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

/** It never had content, and none is waiting. */
const isBlank = ({ store: { clients, pendingStructs, pendingDs } }: Doc): boolean =>
  clients.size === 0 && !pendingStructs && !pendingDs;
