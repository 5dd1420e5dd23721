/** The port of a server: it listens at once, and responds with 503 until the app is ready. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Fault } from '#core/contract/faults.ts';
import type { Settings } from '#config/settings.ts';
import { limitConnections } from '../http/connections.ts';
import { withResponseDefaults, rejectUnparsed } from '../http/response-defaults.ts';
import { hostGuard } from '../http/own-hosts.ts';

export interface Listener {
  server: Server;
  port: number;
  /** URL for people */
  publicUrl: string;
  /** URL for this machine */
  selfUrl: string;
  /** the separate origin of untrusted content */
  contentUrl: string;
  /** origins of Gloss's own pages */
  origins: ReadonlySet<string>;
  /** Aborts when a stop is requested. */
  draining: AbortSignal;
  /** Aborts when requests in progress must end. */
  ending: AbortSignal;
  /**
   * Routes requests from now on: `app` at the server's own host names, `content` at the content
   * host.
   */
  answer(handlers: { app: RequestListener; content: RequestListener }): void;
  /** Announces a stop. Requests are still handled. */
  drain(): void;
  /** Accepts no more connections. Requests in progress get `graceMs`. */
  stop(graceMs: number): void;
  /** Waits for the requests in progress, as long as `stop` allows, and closes all connections. */
  close(): Promise<void>;
}

/** Faults: `unreachable` if the port is taken or the address is not of this machine. */
export async function openListener(settings: Settings): Promise<Listener> {
  let handle: RequestListener = (_req, res) => {
    res.writeHead(503, { 'Retry-After': '1' }).end();
  };
  const server = createServer(
    {
      requestTimeout: 0,
      headersTimeout: 30_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 16_384,
    },
    (req, res) => handle(req, res),
  );
  limitConnections(server, { trusted: settings.trustedProxies });
  const port = await listen(server, settings.host, settings.port);
  const urls = urlsOf(settings, port);
  const isSecure = urls.publicUrl.startsWith('https:');
  server.on('clientError', rejectUnparsed(isSecure));
  return {
    server,
    port,
    ...urls,
    origins: new Set([urls.publicUrl, `http://127.0.0.1:${port}`, `http://localhost:${port}`]),
    answer({ app, content }) {
      const contentHost = new URL(urls.contentUrl).host;
      const atOwnNames = hostGuard(hostsOf(settings, port, urls.publicUrl), app);
      handle = withResponseDefaults(isSecure, (req, res) => {
        (req.headers.host?.toLowerCase() === contentHost ? content : atOwnNames)(req, res);
      });
    },
    ...shutdownOf(server),
  };
}

function shutdownOf(
  server: Server,
): Pick<Listener, 'draining' | 'ending' | 'drain' | 'stop' | 'close'> {
  const [draining, ending] = [new AbortController(), new AbortController()];
  let stopped: { closed: Promise<void>; served: Promise<void> } | undefined;
  const stop = (graceMs: number) => {
    if (stopped) return stopped;
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    const served = Promise.race([closed, wait(graceMs, undefined, { ref: false })]).then(() => {
      ending.abort();
    });
    return (stopped = { closed, served });
  };
  return {
    draining: draining.signal,
    ending: ending.signal,
    drain: () => draining.abort(),
    stop: (graceMs) => void stop(graceMs),
    async close() {
      const { closed, served } = stop(0);
      await served;
      server.closeAllConnections();
      await closed;
    },
  };
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(port, host, resolve);
  await promise.catch((error: NodeJS.ErrnoException) => {
    throw new Fault('unreachable', {
      message:
        error.code === 'EADDRINUSE'
          ? `Port ${port} is taken. Is Gloss running already? Else set GLOSS_PORT.`
          : `Gloss cannot listen on ${host}:${port}: ${error.message}`,
      cause: error,
    });
  });
  return (server.address() as AddressInfo).port;
}

function urlsOf(
  { host, publicUrl, contentUrl }: Settings,
  port: number,
): Pick<Listener, 'publicUrl' | 'selfUrl' | 'contentUrl'> {
  const selfHost = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host;
  return {
    publicUrl: publicUrl ?? `http://${isWildcard(host) ? '127.0.0.1' : host}:${port}`,
    selfUrl: `http://${selfHost}:${port}`,
    contentUrl: contentUrl ?? `http://usercontent.localhost:${port}`,
  };
}

const isWildcard = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** Returns the host names of this server; requests with other names may be DNS rebinding. */
function hostsOf({ host }: Settings, port: number, publicUrl: string): Set<string> {
  const names = ['127.0.0.1', 'localhost', '[::1]', ...(isWildcard(host) ? [] : [host])];
  return new Set([new URL(publicUrl).host, ...names.map((name) => `${name}:${port}`)]);
}
