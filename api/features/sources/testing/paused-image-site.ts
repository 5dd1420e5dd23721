import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PausedImageSite {
  origin: string;
  /** paths of the requested images, in order; none gets a response before `resume` */
  asked: string[];
  /** Responds to waiting and later requests with the image. */
  resume(): void;
  /** Leaves later requests for images without a response. */
  pause(): void;
  close(): Promise<void>;
}

/** Serves pages at once, but their images (`*.png`) only after `resume`. */
export async function openPausedImageSite(
  page: (path: string) => string,
  image: Uint8Array,
): Promise<PausedImageSite> {
  const asked: string[] = [];
  const waiting: ServerResponse[] = [];
  let isResumed = false;
  const send = (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(image);
  const server = createServer((request, response) => {
    const path = (request.url ?? '').slice(1);
    if (!path.endsWith('.png')) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(path));
      return;
    }
    asked.push(path);
    if (isResumed) send(response);
    else waiting.push(response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    resume() {
      isResumed = true;
      for (const response of waiting.splice(0)) send(response);
    },
    pause() {
      isResumed = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
