import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider';
import { onTestFinished, vi } from 'vitest';
import { Doc } from 'yjs';
import { collabAddress } from '../collab-address.ts';

/** A socket to a server that accepts everything and never responds. */
export class SilentSocket extends EventTarget {
  static readonly all: SilentSocket[] = [];
  readonly sent: Uint8Array[] = [];
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
  send(message: Uint8Array): void {
    this.sent.push(message);
  }
  close(): void {
    this.readyState = 2;
  }
}

/**
 * A provider that is connected through a `SilentSocket`, and watched from the start; needs fake
 * timers.
 */
export async function connectSilently(
  watch: (socket: HocuspocusProviderWebsocket, provider: HocuspocusProvider) => () => void,
) {
  SilentSocket.all.length = 0;
  const document = new Doc();
  const states: string[] = [];
  const socket = new HocuspocusProviderWebsocket({
    url: collabAddress('http://notes.test'),
    WebSocketPolyfill: SilentSocket,
    delay: 500,
    minDelay: 300,
    onStatus: ({ status }) => states.push(status),
  });
  const provider = new HocuspocusProvider({ websocketProvider: socket, name: 'notes', document });
  provider.attach();
  const stop = watch(socket, provider);
  onTestFinished(() => {
    stop();
    provider.destroy();
    socket.destroy();
  });
  await vi.advanceTimersByTimeAsync(0);
  SilentSocket.all[0]?.open();
  await vi.advanceTimersByTimeAsync(0);
  provider.synced = true;
  provider.isAuthenticated = true;
  return { provider, states, document };
}
