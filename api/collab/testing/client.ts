/** The client side of collaboration, as the editor of the notes uses it. */
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider';
import { WebSocket } from 'ws';
import { Doc } from 'yjs';

export interface ClientOptions {
  url: string;
  threadId: string;
  accessToken?: string;
  /** headers of the upgrade request */
  headers?: Record<string, string>;
  /** name of the requested document; default the thread's own */
  name?: string;
  /** the complete token message, instead of the usual one */
  token?: string;
  /** version of the notes' schema that the client reports */
  schema?: string;
  document?: Doc;
}

export interface TestClient {
  document: Doc;
  provider: HocuspocusProvider;
  /** stateless messages, in order */
  messages: string[];
  refused: string[];
  /** close codes of the socket */
  closed: number[];
  /** Tells whether every edit so far is on disk. */
  isSaved(): boolean;
  onSaved(fn: () => void): void;
  words(): string;
  type(text: string): void;
  /** Breaks the connection; the client reconnects by itself. */
  cut(): void;
  close(): void;
}

export function openClient({
  url,
  threadId,
  accessToken = 'writer',
  headers = {},
  name = `thread:${threadId}`,
  token,
  schema,
  document = new Doc(),
}: ClientOptions): TestClient {
  const [messages, refused, closed]: [string[], string[], number[]] = [[], [], []];
  let saved = false;
  const onSaved: (() => void)[] = [];
  const websocketProvider = new HocuspocusProviderWebsocket({
    url,
    WebSocketPolyfill: class extends WebSocket {
      constructor(address: string) {
        super(address, { headers });
        // A browser's socket does not throw when it is closed before it opened; the `close` event
        // follows.
        this.on('error', () => undefined);
      }
    },
    delay: 20,
    minDelay: 10,
    maxDelay: 100,
    factor: 1,
    onClose: ({ event }) => {
      closed.push(event.code);
    },
  });
  const provider = new HocuspocusProvider({
    websocketProvider,
    name,
    document,
    token:
      token ??
      JSON.stringify({
        accessToken,
        threadId,
        threadSlug: 'notes',
        environment: 'prod',
        ...(schema === undefined ? {} : { schema }),
      }),
    onAuthenticationFailed: ({ reason }) => {
      refused.push(reason);
    },
    onStateless: ({ payload }) => {
      messages.push(payload);
      saved = payload === 'synced' && provider.unsyncedChanges === 0;
      if (saved) for (const fn of onSaved) fn();
    },
  });
  document.on('update', (_: Uint8Array, origin: unknown) => {
    if (origin !== provider) saved = false;
  });
  provider.attach();
  const text = () => document.getText('words');
  return {
    document,
    provider,
    messages,
    refused,
    closed,
    isSaved: () => saved,
    onSaved: (fn) => {
      onSaved.push(fn);
    },
    words: () => text().toString(),
    type: (words) => text().insert(text().length, words),
    cut() {
      if (websocketProvider.webSocket instanceof WebSocket) websocketProvider.webSocket.terminate();
    },
    close() {
      provider.destroy();
      websocketProvider.destroy();
    },
  };
}
