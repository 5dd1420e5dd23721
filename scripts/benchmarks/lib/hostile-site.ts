/** A site on loopback that serves the given bytes unchanged. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HostileFile {
  type: string;
  bytes: Uint8Array | string;
}
export interface HostileSite {
  /** `host:port`, for GLOSS_FETCH_ALLOW */
  at: string;
  url: string;
  /** by path, with leading slash */
  files: Map<string, HostileFile>;
  hits: string[];
  close(): void;
}

export async function openHostileSite(): Promise<HostileSite> {
  const files = new Map<string, HostileFile>();
  const hits: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    hits.push(path);
    const file = files.get(path);
    if (file) response.writeHead(200, { 'Content-Type': file.type }).end(file.bytes);
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    at,
    url: `http://${at}`,
    files,
    hits,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
