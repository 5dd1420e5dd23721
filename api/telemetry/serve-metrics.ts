/** `GET /metrics`, for Prometheus on this machine or with the operator's token. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Fault } from '#core/contract/faults.ts';
import type { Log } from '#config/log.ts';
import type { Metrics } from './metrics.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
/** A proxy on this machine forwards requests of others, and sets these headers. */
const isFromHere = ({ socket, headers }: IncomingMessage): boolean =>
  LOOPBACK.has(socket.remoteAddress ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined;

/** `mayRead` tells whether a bearer token is the operator's. */
export const metricsHandler =
  (metrics: Metrics, log: Log, mayRead: (token: string) => Promise<boolean>) =>
  async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    try {
      const token = /^Bearer (\S+)$/i.exec(req.headers.authorization ?? '')?.[1];
      if (!isFromHere(req) && !(token !== undefined && (await mayRead(token)))) {
        res.writeHead(token === undefined ? 401 : 403, { 'Content-Type': 'application/json' });
        return void res.end(
          JSON.stringify({
            code: token === undefined ? 'not_signed_in' : 'not_allowed',
            message: "Read the metrics on the machine itself, or with the operator's token.",
          }),
        );
      }
      const text = await metrics.text();
      res
        .writeHead(200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' })
        .end(text);
    } catch (error) {
      log.error({ err: error }, 'the metrics could not be read');
      if (!res.headersSent) res.writeHead(500);
      res.end();
    }
  };

/**
 * Serves only the metrics, for a worker process. `at` is the host and port of GLOSS_METRICS; everyone
 * who reaches that port may read. Faults: `unreachable` if it can't listen there.
 */
export async function serveMetrics(
  at: { host: string; port: number },
  metrics: Metrics,
  log: Log,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((req, res) => {
    if (req.method !== 'GET' || req.url !== '/metrics') return void res.writeHead(404).end();
    metrics.text().then(
      (text) => {
        res.writeHead(200, { 'Content-Type': metrics.contentType }).end(text);
      },
      (error: unknown) => {
        log.error({ err: error }, 'the metrics could not be read');
        res.writeHead(500).end();
      },
    );
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(at.port, at.host, resolve);
  await promise.catch((error: NodeJS.ErrnoException) => {
    throw new Fault('unreachable', {
      message: `Couldn't serve the metrics at ${at.host}:${at.port}, which GLOSS_METRICS sets: ${error.code === 'EADDRINUSE' ? 'the port is taken' : error.message}.`,
      cause: error,
    });
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : at.port,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((done) => {
        server.close(() => {
          done();
        });
      });
    },
  };
}
