import Router from '@koa/router';
import type { Context } from 'koa';
import type { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import type { User } from '#core/contract/account.ts';
import { bodyReader } from './body.ts';
import type { Route } from './route.ts';

const MAX_DEPTH = 64;

/** No text of a person holds U+0000, which databases cannot keep; nothing we take is nested deeply. */
function isPlain(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !value.includes('\0');
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return true;
  return depth < MAX_DEPTH && Object.values(value).every((part) => isPlain(part, depth + 1));
}

/** Details of a refused body, query or path: one entry a field. */
function checked(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  if (!isPlain(value)) throw new Fault('bad_request', { message: `The request holds the character U+0000, or is nested more than ${MAX_DEPTH} deep.` });
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Fault('bad_request', {
    message: parsed.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`).join('; '),
    details: parsed.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message })),
  });
}

/** A thing with a malformed id is a thing that is not there. */
function checkedPath(schema: z.ZodType | undefined, value: unknown): unknown {
  const parsed = schema?.safeParse(value);
  if (parsed && (!parsed.success || !isPlain(value))) throw new Fault('absent');
  return parsed?.data;
}

export type Authenticate = (koa: Context) => Promise<User | undefined>;

/** Each route in one sentence: auth → body → validate → handle → present. */
export function mountRoutes(routes: readonly Route[], authenticate: Authenticate): Router {
  const router = new Router({ prefix: '/api' });
  for (const it of routes) {
    const readBody = bodyReader(it);
    router[it.method](`/${it.path}`, async (koa: Context & { params?: unknown }) => {
      const user = await authenticate(koa);
      if (!user && it.access === 'user') throw new Fault('not_signed_in');
      const gone = new AbortController();
      koa.res.once('close', () => gone.abort());
      const body = it.method === 'get' ? undefined : await readBody(koa);
      const result = await it.handle({
        koa, signal: gone.signal, user: user as User,
        params: checkedPath(it.params, koa.params), query: checked(it.query, koa.query), body: checked(it.body, body),
      });
      if (typeof it.response === 'string' || koa.respond === false) return;
      koa.status = it.status;
      koa.body = { data: it.response.parse(result) };
    });
  }
  return router;
}
