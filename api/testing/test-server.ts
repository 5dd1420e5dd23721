/**
 * A complete Gloss server on its own database, and clients: its owner, a stranger with an account,
 * and one without a session.
 */
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { v7 as uuidv7 } from 'uuid';
import { createLog } from '#config/log.ts';
import { readSettings } from '#config/settings.ts';
import type { UserId } from '#core/contract/id.ts';
import { Source } from '#core/contract/source.ts';
import { Thread } from '#core/contract/thread.ts';
import {
  serveLoopback,
  type LoopbackSite,
  type ServedFile,
} from '#pipeline/testing/loopback-net.ts';
import { escapeHtml } from '#core/text/escape-html.ts';
import type { OpenTestDatabase } from '../db/testing/test-database.ts';
import { Accounts } from '../features/accounts/index.ts';
import { defineAccounts } from '../features/accounts/accounts.model.ts';
import { serve, type GlossServer } from '../server.ts';

export interface Reply {
  status: number;
  headers: Headers;
  body: unknown;
}
export interface Caller {
  get(path: string): Promise<Reply>;
  post(path: string, body?: unknown): Promise<Reply>;
  put(path: string, body?: unknown): Promise<Reply>;
  patch(path: string, body?: unknown): Promise<Reply>;
  delete(path: string): Promise<Reply>;
}
export interface TestServer {
  server: GlossServer;
  site: LoopbackSite;
  owner: Caller;
  stranger: Caller;
  nobody: Caller;
  /** A client with this token. */
  callAs(token: string): Caller;
  ownerToken: string;
  strangerToken: string;
  /** Creates a thread of the owner. */
  thread(title?: string): Promise<Thread>;
  /** Adds addresses of the site and waits until they are processed, with their images. */
  read(thread: Thread, ...paths: string[]): Promise<Source[]>;
  /** Sends a request to the content host. */
  content(
    path: string,
    more?: { method?: 'GET' | 'PUT'; type?: string; range?: string; bytes?: Uint8Array },
  ): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }>;
  close(): Promise<void>;
}

/** A page with enough text to be an article. */
export function articlePage(title: string, paragraphs: readonly string[]): ServedFile {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head><body><article><h1>${escapeHtml(title)}</h1>${paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('')}</article></body></html>`;
  return { bytes: new TextEncoder().encode(html), contentType: 'text/html; charset=utf-8' };
}
const PAGES: Record<string, ServedFile> = {
  'otters.html': articlePage('Sea otters', [
    'Sea otters hold hands while they sleep, so that the current does not carry them apart. A group of resting otters is called a raft, and a raft may hold a hundred animals.',
    'An otter keeps a favourite stone in a pouch of loose skin under its arm. With the stone it opens mussels and clams on its chest while floating on its back.',
    'Their fur is the densest of any animal: up to one million hairs grow on a square inch of skin, and air between the hairs keeps the cold water out.',
  ]),
  'bees.html': articlePage('Honey bees', [
    'A honey bee that has found flowers returns to the hive and dances. The angle of her dance against the vertical is the angle between the flowers and the sun.',
    'The waggle dance was decoded by Karl von Frisch, who received the Nobel Prize for it in 1973. The longer the waggle, the farther away the flowers are.',
    'In winter the bees form a ball around their queen and shiver with their flight muscles, which keeps the middle of the ball at about thirty degrees.',
  ]),
  'feed.xml': {
    bytes: new TextEncoder().encode(
      '<rss version="2.0"><channel><title>Animals</title><item><title>Honey bees</title><link>bees.html</link></item></channel></rss>',
    ),
    contentType: 'application/rss+xml',
  },
  'empty.html': {
    bytes: new TextEncoder().encode('<!doctype html><title>Empty</title><body></body>'),
    contentType: 'text/html',
  },
};

function caller(url: string, token: string | undefined): Caller {
  const call = async (method: string, path: string, body?: unknown): Promise<Reply> => {
    const response = await fetch(`${url}/api/${path}`, {
      method,
      headers: {
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'manual',
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? (JSON.parse(text) as unknown) : text,
    };
  };
  return {
    get: (path) => call('GET', path),
    post: (path, body = {}) => call('POST', path, body),
    put: (path, body = {}) => call('PUT', path, body),
    patch: (path, body = {}) => call('PATCH', path, body),
    delete: (path) => call('DELETE', path),
  };
}
/** Returns `data` of a successful response. */
export function dataOf(reply: Reply): unknown {
  if (reply.status >= 300)
    throw new Error(`answered ${reply.status}: ${JSON.stringify(reply.body)}`);
  return (reply.body as { data: unknown }).data;
}

/** `env` adds to the settings; `pages` are served by the loopback site, also if added later. */
export async function openTestServer(
  open: OpenTestDatabase,
  {
    env = {},
    pages = {},
    allow = [],
    worker = true,
    sample = false,
    stranger = true,
    stuckMs,
  }: {
    stuckMs?: number;
    env?: Record<string, string>;
    pages?: Record<string, ServedFile>;
    /** hosts with ports that the server may fetch besides the site */
    allow?: readonly string[];
    worker?: boolean;
    /** everyone gets the sample thread */
    sample?: boolean;
    /** false if a database is opened again */
    stranger?: boolean;
  } = {},
): Promise<TestServer> {
  const { database, location, folder } = await open();
  const site = await serveLoopback((path) => pages[path] ?? PAGES[path]);
  const settings = readSettings({
    GLOSS_DATA_DIR: folder,
    GLOSS_PORT: '0',
    GLOSS_FETCH_ALLOW: [new URL(site.origin).host, ...allow].join(','),
    GLOSS_LOG_LEVEL: 'silent',
    GLOSS_CHROME_NO_SANDBOX: '1',
    PATH: process.env['PATH'],
    ...(location.url ? { GLOSS_DATABASE_URL: location.url } : {}),
    ...env,
  });
  const server = await serve(settings, createLog(process.env['GLOSS_TEST_LOG_LEVEL'] ?? 'silent'), {
    sample,
    worker,
    ...(stuckMs !== undefined && { stuckMs }),
  });
  const strangerId = uuidv7() as UserId;
  if (stranger)
    await database.write((transaction) =>
      defineAccounts(database.sequelize).users.create(
        {
          id: strangerId,
          email: 'stranger@example.org',
          name: 'Stranger',
          plan: 'FREE',
          verified: true,
          createdAt: new Date(),
        },
        { transaction },
      ),
    );
  const strangerToken = stranger
    ? (await new Accounts(database).newSession(strangerId, 'token')).token
    : '';
  const owner = caller(server.url, server.ownerToken);
  const thread = async (title = 'Animals') =>
    Thread.parse(dataOf(await owner.post('threads', { title })));
  return {
    server,
    site,
    owner,
    thread,
    ownerToken: server.ownerToken,
    strangerToken,
    stranger: caller(server.url, strangerToken || undefined),
    nobody: caller(server.url, undefined),
    callAs: (token) => caller(server.url, token),
    async read(into, ...paths) {
      const { added } = dataOf(
        await owner.post('thread/addSource', {
          threadId: into._id,
          sources: paths.map((path) => ({ url: `${site.origin}/${path}` })),
        }),
      ) as { added: string[] };
      return Promise.all(added.map((id) => settled(server, owner, id)));
    },
    async content(path, { method = 'GET', type, range, bytes } = {}) {
      const { port } = new URL(server.url);
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
      const headers = {
        Host: `usercontent.localhost:${port}`,
        ...(type ? { 'Content-Type': type } : {}),
        ...(range ? { Range: range } : {}),
      };
      request({ host: '127.0.0.1', port, path, method, headers }, resolve)
        .on('error', reject)
        .end(bytes);
      const response = await promise;
      return {
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: (await response.setEncoding('utf8').toArray()).join(''),
      };
    },
    async close() {
      await server.close(1_000);
      await site.close();
    },
  };
}

/** Checks whenever the library announces a change of the source. */
async function settled(server: GlossServer, owner: Caller, id: string): Promise<Source> {
  const look = async () => Source.parse(dataOf(await owner.get(`sources/${id}`)));
  const { promise, resolve, reject } = Promise.withResolvers<Source>();
  const check = () =>
    look().then((source) => {
      if (source.status.embedding !== 0 && !source.saving) resolve(source);
    }, reject);
  const stop = server.parts.library.onChange((changed) => {
    if (changed === id) void check();
  });
  await check();
  return promise.finally(stop);
}
