import { frameGate } from './frame-messages.ts';
import type { FrameMessage, ViewerMessage } from './frame-messages.ts';

/** The one port to a page. Only the window that is given it can speak, and only in the known words. */
export class FrameLink {
  #port: MessagePort;

  constructor(page: Window, onMessage: (message: FrameMessage) => void) {
    const { port1, port2 } = new MessageChannel();
    const nonce = crypto.randomUUID();
    const judge = frameGate(nonce, () => performance.now());
    this.#port = port1;
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      const message = judge(data);
      if (message) onMessage(message);
    };
    // The page's origin is opaque, so no origin can be named; what is told is a nonce and a port, and no more.
    page.postMessage({ type: 'webIframe_init', nonce }, '*', [port2]);
  }

  tell(message: ViewerMessage): void { this.#port.postMessage(message); }
  close(): void { this.#port.close(); }
}
