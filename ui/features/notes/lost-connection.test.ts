import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endLostConnections, MAX_SILENCE_MS } from './lost-connection.ts';
import { connectSilently, SilentSocket } from './testing/silent-socket.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function connected() {
  const network = new EventTarget();
  const { provider, states, document } = await connectSilently((socket, provider) =>
    endLostConnections(socket, provider, network),
  );
  const write = () => {
    document.getMap('words').set('a', 1);
  };
  return { network, provider, states, write };
}

it('goes offline and online with the browser', async () => {
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

it('goes offline when the server does not answer a change', async () => {
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
