/** The Koa app of the app's own origin: headers, body, routes, and the page. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Koa, { type Middleware } from 'koa';
import helmet from 'koa-helmet';
import sirv from 'sirv';
import { Fault } from '#core/contract/faults.ts';
import type { Log } from '#config/log.ts';
import type { Mounted } from '../http/mount.ts';
import { onError } from '../http/on-error.ts';
import { ownFetches } from '../http/sec-fetch.ts';
import { newNonce, pagePolicy, pageWith } from './page-policy.ts';
import { observeRequests, type Metrics } from '../telemetry/index.ts';

export interface AppPorts {
  /** published posts, which have their own policy */
  pages: Middleware;
  /** the job board */
  board?: Middleware;
  router: Mounted['router'];
  log: Log;
  metrics: Metrics;
  contentUrl: string;
  uiDir: string;
  /** whether the notes editor may patch its libraries */
  notesPerformance: boolean;
}

export function pageApp({
  pages,
  board,
  router,
  log,
  metrics,
  contentUrl,
  uiDir,
  notesPerformance,
}: AppPorts): Koa {
  const app = new Koa();
  // Ignores clients that disconnect during a response; onError reports all other errors.
  app.on('error', (error: unknown) => {
    log.debug({ err: error }, 'a client disconnected during a response');
  });
  const page = join(uiDir, 'index.html');
  // `dev`: files are looked up per request, so that a rebuilt page is served without a restart.
  const assets = existsSync(uiDir)
    ? sirv(uiDir, {
        dev: true,
        etag: true,
        gzip: true,
        brotli: true,
        setHeaders: (res, path) => {
          res.setHeader(
            'Cache-Control',
            path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
          );
        },
      })
    : undefined;

  app.use(observeRequests(metrics, 'page'));
  app.use(onError(log));
  if (board) app.use(board);
  app.use(pages);
  app.use(
    helmet({
      contentSecurityPolicy: false,
      crossOriginEmbedderPolicy: false,
      strictTransportSecurity: false,
      referrerPolicy: { policy: 'no-referrer' },
    }),
  );
  const policyFor = pagePolicy(contentUrl);
  app.use((koa, next) => {
    koa.state['nonce'] = newNonce();
    koa.set('Content-Security-Policy', policyFor(koa.state['nonce'] as string));
    return next();
  });
  app.use(ownFetches);
  app.use(router.routes());
  app.use(async (koa) => {
    if (koa.path.startsWith('/api/') || koa.path === '/api')
      throw new Fault('absent', {
        message: 'Unknown API path. See /api/openapi.json.',
      });
    if (koa.method !== 'GET' && koa.method !== 'HEAD') throw new Fault('absent');
    if (!assets)
      throw new Fault('unavailable', {
        message: "The page isn't built yet. Run scripts/start to build it.",
      });
    const isFile = koa.path !== '/' && koa.path !== '/index.html';
    const served =
      isFile &&
      (await new Promise<boolean>((resolve) => {
        koa.res.once('finish', () => resolve(true));
        koa.res.once('close', () => resolve(true));
        koa.respond = false;
        koa.res.statusCode = 200;
        assets(koa.req, koa.res, () => resolve(false));
      }));
    if (served) return;
    koa.respond = true;
    if (/\.\w{1,5}$/.test(koa.path)) throw new Fault('absent');
    koa.set('Cache-Control', 'no-cache');
    koa.type = 'html';
    koa.body = pageWith(page, koa.state['nonce'] as string, koa.path, notesPerformance);
  });
  return app;
}
