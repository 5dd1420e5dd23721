import { frameGate, isGreeting } from './frame-messages.ts';
import type { FrameGate, FrameMessage, ViewerMessage } from './frame-messages.ts';

/**
 * The only port to a page. It is given to the frame's window once its page has sent the secret from
 * its address; messages of others are ignored.
 */
export class FrameLink {
  #port: MessagePort | undefined;
  #gate: FrameGate | undefined;
  readonly #frame: HTMLIFrameElement;
  readonly #mount: string;
  readonly #onMessage: (message: FrameMessage) => void;

  constructor(frame: HTMLIFrameElement, mount: string, onMessage: (message: FrameMessage) => void) {
    this.#frame = frame;
    this.#mount = mount;
    this.#onMessage = onMessage;
    window.addEventListener('message', this.#greet);
  }

  readonly #greet = ({ source, data }: MessageEvent<unknown>): void => {
    const page = this.#frame.contentWindow;
    if (this.#port || !page || source !== page || !isGreeting(data, this.#mount)) return;
    const { port1, port2 } = new MessageChannel();
    const nonce = crypto.randomUUID();
    const gate = frameGate({
      nonce,
      nowMs: () => performance.now(),
      isByHand: () => this.#isByHand(),
    });
    this.#gate = gate;
    this.#port = port1;
    port1.onmessage = (event: MessageEvent<unknown>) => {
      const message = gate.judge(event.data);
      if (message) this.#onMessage(message);
    };
    // The page's origin is opaque, so the message can't name a target origin. It contains only a
    // nonce and a port.
    page.postMessage({ type: 'webIframe_init', nonce }, '*', [port2]);
  };

  /** A click in a frame also counts as user activation in all windows around it. */
  #isByHand(): boolean {
    return document.activeElement === this.#frame && navigator.userActivation.isActive;
  }

  get isOpen(): boolean {
    return this.#port !== undefined;
  }
  tell(message: ViewerMessage): void {
    if (message.type === 'webIframe_takeClip') this.#gate?.expectClip();
    this.#port?.postMessage(message);
  }
  close(): void {
    window.removeEventListener('message', this.#greet);
    this.#port?.close();
  }
}
