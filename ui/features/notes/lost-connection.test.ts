import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { Doc } from 'yjs';
import { endLostConnections, MAX_SILENCE_MS } from './lost-connection.ts';

/** A socket to a server that takes everything and answers nothing. */
class SilentSocket extends EventTarget {
  static readonly all: SilentSocket[] = [];
  readyState = 0;
  bufferedAmount = 0;
  constructor() {
    super();
    SilentSocket.all.push(this);
  }
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  send(): void {
    /* taken */
  }
  close(): void {
    this.readyState = 2;
  }
}

beforeEach(() => {
  SilentSocket.all.length = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function connected() {
  const [network, document] = [new EventTarget(), new Doc()];
  const states: string[] = [];
  const socket = new HocuspocusProviderWebsocket({
    url: 'ws://notes.test',
    WebSocketPolyfill: SilentSocket,
    delay: 500,
    minDelay: 300,
    onStatus: ({ status }) => states.push(status),
  });
  const provider = new HocuspocusProvider({ websocketProvider: socket, name: 'notes', document });
  provider.attach();
  const stop = endLostConnections(socket, provider, network);
  onTestFinished(() => {
    stop();
    provider.destroy();
    socket.destroy();
  });
  await vi.advanceTimersByTimeAsync(0);
  SilentSocket.all[0]?.open();
  provider.synced = true;
  provider.isAuthenticated = true;
  const write = () => {
    document.getMap('words').set('a', 1);
  };
  return { network, provider, states, write };
}

it('is offline as soon as the browser is, and connects as soon as it is back', async () => {
  const { network, states, provider } = await connected();
  expect(states.at(-1)).toBe('connected');
  network.dispatchEvent(new Event('offline'));
  expect(states.at(-1)).toBe('disconnected');
  expect(provider.isSynced).toBe(false);
  network.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(SilentSocket.all).toHaveLength(2);
  expect(states.at(-1)).toBe('connecting');
});

it('is offline when the server says nothing to a change', async () => {
  const { states, write } = await connected();
  vi.advanceTimersByTime(MAX_SILENCE_MS);
  expect(states.at(-1)).toBe('connected');
  write();
  vi.advanceTimersByTime(MAX_SILENCE_MS - 1);
  expect(states.at(-1)).toBe('connected');
  vi.advanceTimersByTime(1);
  expect(states).toContain('disconnected');
});

it('waits while a large change is still being sent', async () => {
  const { states, write } = await connected();
  const [socket] = SilentSocket.all;
  if (socket) socket.bufferedAmount = 2_000_000;
  write();
  if (socket) socket.bufferedAmount = 1_000_000;
  vi.advanceTimersByTime(MAX_SILENCE_MS);
  expect(states.at(-1)).toBe('connected');
  vi.advanceTimersByTime(MAX_SILENCE_MS);
  expect(states).toContain('disconnected');
});
