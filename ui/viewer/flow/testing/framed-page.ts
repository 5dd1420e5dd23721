/**
 * The page in the viewer's frame, with the messages of our script in it: it greets, and gets a
 * port.
 */
import { expect } from 'vitest';
import { z } from 'zod';
import { settle } from '#ui/testing/screen.tsx';

const Init = z.object({ nonce: z.string() });

interface OpenedPage {
  element: HTMLIFrameElement;
  /** Sends a message to the viewer. */
  say(type: string, more?: object): Promise<void>;
  /** The last message of a type that the viewer sent to the page. */
  last(type: string): Record<string, unknown> | undefined;
}

export function pageFrame(): HTMLIFrameElement {
  const element = document.querySelector('iframe');
  if (!element) throw new Error('There is no frame.');
  return element;
}

/** Opens the page of the only frame; the frame is 800 px wide and 100 px from the top. */
export async function openFramedPage(): Promise<OpenedPage> {
  const element = pageFrame();
  element.getBoundingClientRect = () => new DOMRect(0, 100, 800, 500);
  const page = element.contentWindow;
  if (!page) throw new Error('The frame has no window.');
  const heard: Record<string, unknown>[] = [];
  const given = Promise.withResolvers<{ nonce: string; port: MessagePort }>();
  page.postMessage = (...sent: unknown[]) => {
    const [data, , transfer] = sent as [unknown, unknown, MessagePort[]];
    const [port] = transfer;
    if (port) given.resolve({ nonce: Init.parse(data).nonce, port });
  };
  const mount = element.src.split('#')[1];
  window.dispatchEvent(
    new MessageEvent('message', { source: page, data: { type: 'web_hello', mount } }),
  );
  const { nonce, port } = await given.promise;
  port.onmessage = (event: MessageEvent<Record<string, unknown>>) => heard.push(event.data);
  const say = async (type: string, more: object = {}) => {
    port.postMessage({ type, nonce, ...more });
    await settle();
  };
  const last = (type: string) => heard.findLast((it) => it['type'] === type);
  await say('web_ready', { paragraphs: 9 });
  await expect.poll(() => last('webIframe_theme')).toBeDefined();
  return { say, last, element };
}
