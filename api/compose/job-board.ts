/** Bull Board at `/admin/queues`: the jobs in Redis, for the operator. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type {
  AppControllerRoute,
  AppViewRoute,
  BullBoardQueues,
  IServerAdapter,
  UIConfig,
} from '@bull-board/api/typings/app';
import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import sirv from 'sirv';
import { Fault } from '#core/contract/faults.ts';
import { escapeHtml } from '#core/text/escape-html.ts';
import { createBoardQueues } from '#pipeline/queue/index.ts';
import { bodyReader } from '../http/body.ts';
import type { Authenticate } from '../http/mount.ts';
import { authorise } from '../policy/index.ts';

const BOARD_PATH = '/admin/queues';
const FOLDER = dirname(createRequire(import.meta.url).resolve('@bull-board/ui/package.json'));
/** its page is a script that adds styles */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'";
const readBody = bodyReader({});

/** The library's page is an EJS template that only writes values: escaped by `=`, as is by `-`. */
function fillIn(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replace(/<%([=-]) (\w+) %>/g, (_, how: string, name: string) => {
    const text = String(values[name] ?? '');
    return how === '=' ? escapeHtml(text) : text;
  });
}

/**
 * Collects what the library passes to its server. Its own Koa adapter brings a view engine and
 * sixty packages.
 */
class BoardAdapter implements IServerAdapter {
  readonly router = new Router({ prefix: BOARD_PATH });
  #queues: BullBoardQueues = new Map();
  #config: UIConfig = {};
  #views = '';
  setQueues(queues: BullBoardQueues): this {
    this.#queues = queues;
    return this;
  }
  setUIConfig(config: UIConfig): this {
    this.#config = config;
    return this;
  }
  setViewsPath(path: string): this {
    this.#views = path;
    return this;
  }
  setErrorHandler(): this {
    return this;
  }
  setStaticPath(route: string, path: string): this {
    const files = sirv(path, { etag: true });
    this.router.get(`${route}/*rest`, async (koa, next) => {
      koa.respond = false;
      koa.res.statusCode = 200;
      koa.req.url = koa.path.slice(BOARD_PATH.length + route.length);
      await new Promise<void>((resolve) => {
        koa.res.once('close', () => {
          resolve();
        });
        files(koa.req, koa.res, () => {
          koa.respond = true;
          resolve();
        });
      });
      if (koa.respond !== false) await next();
    });
    return this;
  }
  setApiRoutes(routes: AppControllerRoute[]): this {
    for (const { method, route, handler } of routes) {
      for (const verb of [method].flat()) {
        this.router[verb](route, async (koa: Context & { params?: Record<string, string> }) => {
          const body = verb === 'get' ? {} : await readBody(koa);
          const { status = 200, body: answer } = await handler({
            queues: this.#queues,
            uiConfig: this.#config,
            params: koa.params ?? {},
            query: koa.query,
            body: (body ?? {}) as Record<string, unknown>,
            headers: koa.headers as Record<string, string>,
          });
          koa.status = status;
          koa.body = answer ?? {};
        });
      }
    }
    return this;
  }
  setEntryRoute({ method, route, handler }: AppViewRoute): this {
    this.router[method]([route].flat(), (koa) => {
      const { name, params } = handler({ basePath: BOARD_PATH, uiConfig: this.#config });
      const page = fillIn(readFileSync(join(this.#views, name), 'utf8'), params);
      koa.type = 'html';
      // Removes links to other hosts.
      koa.body = page.replace(/<link [^<>]*>/g, (link) => (/https?:\/\//.test(link) ? '' : link));
    });
    return this;
  }
}

/** Other people get the same refusal as from the API. */
export async function openJobBoard({
  redisUrl,
  authenticate,
}: {
  redisUrl: string;
  authenticate: Authenticate;
}): Promise<{ middleware: Middleware; close(): Promise<void> }> {
  const { queues, close } = await createBoardQueues({ redisUrl });
  const adapter = new BoardAdapter();
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue)),
    serverAdapter: adapter,
    options: { uiBasePath: FOLDER, uiConfig: { boardTitle: 'Gloss', hideRedisDetails: true } },
  });
  const routes = adapter.router.routes();
  return {
    close,
    async middleware(koa, next) {
      if (koa.path !== BOARD_PATH && !koa.path.startsWith(`${BOARD_PATH}/`)) return next();
      const caller = await authenticate(koa);
      if (caller?.credential.kind === 'personal')
        throw new Fault('not_allowed', {
          message: "Personal tokens can't do this. Sign in in the browser.",
        });
      authorise(
        caller?.actor ?? {},
        { action: 'operate' },
        { not_allowed: 'Only the operator of this server can do this.' },
      );
      koa.set({
        'Content-Security-Policy': POLICY,
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
      });
      return routes(koa as Parameters<typeof routes>[0], next);
    },
  };
}
