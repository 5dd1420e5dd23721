/** A browser's side of the collaboration, as the notes use it. */
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider';
import { WebSocket } from 'ws';
import { Doc } from 'yjs';

export interface ClientOptions {
  url: string;
  threadId: string;
  accessToken?: string;
  /** of the upgrade */
  headers?: Record<string, string>;
  /** the document asked for, default the thread's own */
  name?: string;
  /** whole token text, in place of the usual one */
  token?: string;
  /** of the notes' schema, as a build of the page says it */
  schema?: string;
  document?: Doc;
}

export interface TestClient {
  document: Doc;
  provider: HocuspocusProvider;
  /** stateless messages, in their order */
  heard: string[];
  refused: string[];
  /** codes with which the socket was closed */
  closed: number[];
  /** every edit made so far is on disk */
  isSaved(): boolean;
  onSaved(fn: () => void): void;
  words(): string;
  type(text: string): void;
  /** The line breaks; it comes again by itself. */
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
  const [heard, refused, closed]: [string[], string[], number[]] = [[], [], []];
  let saved = false;
  const onSaved: (() => void)[] = [];
  const websocketProvider = new HocuspocusProviderWebsocket({
    url,
    WebSocketPolyfill: class extends WebSocket {
      constructor(address: string) {
        super(address, { headers });
        // A browser's socket does not throw when it is closed before it opened; `close` follows and
        // is what counts.
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
      heard.push(payload);
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
    heard,
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
