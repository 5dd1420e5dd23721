import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HeldSite {
  origin: string;
  /** paths of images that were asked for, in order; none is answered before `answer` */
  asked: string[];
  /** Answers with the image whatever is asked for from now on, and what waits. */
  answer(): void;
  /** Answers no more images. */
  hold(): void;
  close(): Promise<void>;
}

/** A site of pages whose images (`*.png`) never answer, until they may. */
export async function openHeldSite(
  page: (path: string) => string,
  image: Uint8Array,
): Promise<HeldSite> {
  const asked: string[] = [];
  const held: ServerResponse[] = [];
  let isAnswering = false;
  const send = (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(image);
  const server = createServer((request, response) => {
    const path = (request.url ?? '').slice(1);
    if (!path.endsWith('.png')) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(path));
      return;
    }
    asked.push(path);
    if (isAnswering) send(response);
    else held.push(response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answer() {
      isAnswering = true;
      for (const response of held.splice(0)) send(response);
    },
    hold() {
      isAnswering = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
