import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Log } from '#config/log.ts';
import { createApi } from '../client/client.ts';

/** Loaded with the first agent's request, so that other requests don't wait for it. */
const load = async () => {
  const [{ createLibraryServer }, { StreamableHTTPServerTransport }] = await Promise.all([
    import('./library-server.ts'),
    import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
  ]);
  return { createLibraryServer, StreamableHTTPServerTransport };
};

export interface McpHttpPorts {
  /** URL of this server's API for this machine */
  selfUrl: string;
  /** URL for links */
  publicUrl: string;
  /** whether the bearer token is valid */
  knows(token: string): Promise<boolean>;
  /** origins of pages that may call; agents send no Origin */
  origins: ReadonlySet<string>;
  log: Log;
}

const refuse = (
  res: ServerResponse,
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
) => {
  res
    .writeHead(status, { 'Content-Type': 'application/json', ...headers })
    .end(JSON.stringify({ code, message }));
};

/**
 * `POST /mcp`: Streamable HTTP without sessions, so that any process may handle a request. Requires
 * a bearer token: a cookie is not enough, because an agent is not a page. Tools use the API with
 * that token.
 */
export function mcpHttp({ selfUrl, publicUrl, knows, origins, log }: McpHttpPorts) {
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (req.headers.origin !== undefined && !origins.has(req.headers.origin))
      return refuse(res, 403, 'not_allowed', 'Pages of other origins may not call this.');
    const token = /^Bearer (\S+)$/i.exec(req.headers.authorization ?? '')?.[1];
    if (token === undefined || !(await knows(token)))
      return refuse(
        res,
        401,
        'not_signed_in',
        'Send a token of yours as Authorization: Bearer. In personal mode it stands in the file owner-token of the data folder.',
        { 'WWW-Authenticate': 'Bearer' },
      );
    if (req.method !== 'POST')
      return refuse(res, 405, 'bad_request', 'Send JSON-RPC with POST.', { Allow: 'POST' });
    const { createLibraryServer, StreamableHTTPServerTransport } = await load();
    const disconnected = new AbortController();
    const server = createLibraryServer({
      ...createApi({ url: selfUrl, token, signal: disconnected.signal }),
      url: publicUrl,
    });
    res.once('close', () => {
      disconnected.abort();
      void server.close();
    });
    try {
      const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
      await server.connect(transport as Transport);
      await transport.handleRequest(req, res);
    } catch (error) {
      log.error({ err: error }, 'a request of an agent failed');
      if (!res.headersSent) refuse(res, 500, 'internal', 'Something went wrong.');
    }
  };
}
