/** A collaboration socket that sends arbitrary messages, unlike the page. */
import { once } from 'node:events';
import { WebSocket } from 'ws';

export interface RawOptions {
  /** `ws://…/collab` */
  url: string;
  threadId: string;
  accessToken?: string;
  /** headers of the upgrade request */
  headers?: Record<string, string>;
}

const KIND = { sync: 0, awareness: 1, auth: 2, syncStatus: 8 };
const SYNC_UPDATE = 2;

export function varUint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  bytes.push(rest);
  return bytes;
}

const varBytes = (bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(varUint(bytes.length)), bytes]);
const varText = (text: string): Buffer => varBytes(Buffer.from(text));
/** A protocol message: `name kind payload`. */
const message = (name: string, kind: number, ...payload: Uint8Array[]): Buffer =>
  Buffer.concat([varText(name), Buffer.from(varUint(kind)), ...payload]);

export const authMessage = (name: string, threadId: string, accessToken: string): Buffer =>
  message(
    name,
    KIND.auth,
    Buffer.from([0]),
    varText(JSON.stringify({ accessToken, threadId, threadSlug: 'notes', environment: 'prod' })),
  );
export const updateMessage = (name: string, update: Uint8Array): Buffer =>
  message(name, KIND.sync, Buffer.from([SYNC_UPDATE]), varBytes(update));

/** One awareness state per client: `clients (client clock state)*`. */
export function awarenessMessage(
  name: string,
  clients: readonly number[],
  state: string,
  clock = 1,
): Buffer {
  const states = clients.map((client) =>
    Buffer.concat([Buffer.from(varUint(client)), Buffer.from(varUint(clock)), varText(state)]),
  );
  return message(
    name,
    KIND.awareness,
    varBytes(Buffer.concat([Buffer.from(varUint(clients.length)), ...states])),
  );
}

export interface RawSocket {
  socket: WebSocket;
  /** the thread's document */
  name: string;
  /** bytes received */
  received(): number;
  /** kinds of received messages, in order */
  kinds: number[];
  isOpen(): boolean;
  /** resolves with the close code */
  closed: Promise<number>;
  send(bytes: Uint8Array): void;
  close(): void;
}

/** Resolves when the socket is open, or with the HTTP status of a refusal. */
export async function openRaw({
  url,
  threadId,
  headers = {},
}: RawOptions): Promise<RawSocket | number> {
  const name = `thread:${threadId}`;
  const socket = new WebSocket(url, { headers });
  const kinds: number[] = [];
  let received = 0;
  socket.on('message', (data: Buffer) => {
    received += data.length;
    kinds.push(data[1 + (data[0] ?? 0)] ?? -1);
  });
  const closed = new Promise<number>((resolve) => {
    socket.on('close', resolve);
  });
  const status = await new Promise<number | undefined>((resolve) => {
    socket.on('open', () => {
      resolve(undefined);
    });
    socket.on('unexpected-response', (_, response) => {
      response.resume();
      socket.terminate();
      resolve(response.statusCode ?? 0);
    });
    socket.on('error', () => {
      resolve(0);
    });
  });
  if (status !== undefined) return status;
  return {
    socket,
    name,
    kinds,
    closed,
    received: () => received,
    isOpen: () => socket.readyState === WebSocket.OPEN,
    send: (bytes) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(bytes);
    },
    close: () => {
      socket.terminate();
    },
  };
}

/** Opens a socket and signs in. */
export async function openEditor(options: RawOptions): Promise<RawSocket> {
  const raw = await openRaw(options);
  if (typeof raw === 'number') throw new Error(`The socket was refused with ${raw}`);
  raw.send(authMessage(raw.name, options.threadId, options.accessToken ?? 'writer'));
  while (!raw.kinds.includes(KIND.auth) && raw.isOpen())
    await Promise.race([once(raw.socket, 'message'), raw.closed]);
  return raw;
}

/** Sends one update. Resolves when it is accepted, or with the close code. */
export async function sendUpdate(raw: RawSocket, update: Uint8Array): Promise<'taken' | number> {
  const answered = (): number => raw.kinds.filter((kind) => kind === KIND.syncStatus).length;
  const before = answered();
  raw.send(updateMessage(raw.name, update));
  while (answered() === before) {
    const code = await Promise.race([
      once(raw.socket, 'message').then(() => undefined),
      raw.closed,
    ]);
    if (code !== undefined) return code;
  }
  return 'taken';
}

/**
 * Sends the updates in turn as an editor, with a new socket after each refusal. Returns the outcome
 * of each.
 */
export async function sendUpdates(
  options: RawOptions,
  updates: readonly Uint8Array[],
): Promise<('taken' | number)[]> {
  const fates: ('taken' | number)[] = [];
  let raw = await openEditor(options);
  for (const update of updates) {
    if (!raw.isOpen()) raw = await openEditor(options);
    fates.push(await sendUpdate(raw, update));
  }
  raw.close();
  return fates;
}

const AT_ONCE = 20;

export interface Flood {
  /** number of accepted sockets */
  open: number;
  /** HTTP status of each refused socket */
  refused: number[];
  sockets: RawSocket[];
  close(): void;
}

/** Opens sockets that don't sign in, each of which sends `bytes` in messages of 500 kB. */
export async function floodUnauthenticated(
  url: string,
  count: number,
  {
    bytes = 10 * 2 ** 20,
    headersOf = () => ({}),
  }: { bytes?: number; headersOf?: (n: number) => Record<string, string> } = {},
): Promise<Flood> {
  const threadId = '01890000-0000-7000-8000-000000000000';
  const sockets: RawSocket[] = [];
  const refused: number[] = [];
  const junk = updateMessage(`thread:${threadId}`, new Uint8Array(Math.min(bytes, 2 ** 19)));
  const one = async (n: number): Promise<void> => {
    const raw = await openRaw({ url, threadId, headers: headersOf(n) });
    if (typeof raw === 'number') {
      refused.push(raw);
      return;
    }
    sockets.push(raw);
    // Each waits until the previous message is sent, because a closed socket sends nothing more.
    for (let sent = 0; sent < bytes && raw.isOpen(); sent += junk.length)
      await new Promise((resolve) => {
        raw.socket.send(junk, resolve);
      });
  };
  for (let n = 0; n < count; n += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - n) }, (_, at) => one(n + at)));
  return {
    open: sockets.length,
    refused,
    sockets,
    close: () => {
      for (const raw of sockets) raw.close();
    },
  };
}

/**
 * Sends `messages` messages as a reader, with states of `clients` clients of `chars` characters
 * each. Returns the socket, which may be closed.
 */
export async function floodAwareness(
  options: RawOptions,
  {
    messages = 8,
    clients = 850,
    chars = 4000,
  }: { messages?: number; clients?: number; chars?: number } = {},
): Promise<RawSocket> {
  const raw = await openEditor(options);
  const state = JSON.stringify({ cursor: 'x'.repeat(chars) });
  for (let n = 0; n < messages; n += 1)
    raw.send(
      awarenessMessage(
        raw.name,
        Array.from({ length: clients }, (_, at) => 1 + n * clients + at),
        state,
      ),
    );
  return raw;
}
