import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';

/**
 * Tracks WebSocket frames that have begun and not ended. A frame that never ends would hold its
 * memory.
 */
export class SlowFrames {
  readonly #begun = new Map<WebSocket, number>();

  /** `stream`: what the WebSocket reads from. */
  watch(stream: Duplex, webSocket: WebSocket): void {
    const ended = (): void => {
      this.#begun.delete(webSocket);
    };
    // Must run before the WebSocket's own listener, which emits the end of a frame.
    stream.prependListener('data', () => {
      if (!this.#begun.has(webSocket)) this.#begun.set(webSocket, Date.now());
    });
    for (const event of ['message', 'ping', 'pong', 'close']) webSocket.on(event, ended);
  }

  /** Closes the sockets whose frame began more than `longestMs` ago. */
  terminate(longestMs: number): void {
    for (const [webSocket, since] of this.#begun)
      if (Date.now() - since > longestMs) webSocket.terminate();
  }
}
