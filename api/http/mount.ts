import Router from '@koa/router';
import type { Context } from 'koa';
import type { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import { authorise } from '../policy/index.ts';
import { bodyReader } from './body.ts';
import type { Caller, Route } from './route.ts';
import { BODY_PACE, type BodyPace } from './slow-body.ts';

export interface RequestLimits {
  pace: BodyPace;
  /** of nested objects and lists */
  maxDepth: number;
}
/** Shared, because a new one for every request would cost a stack trace. */
const GONE = new DOMException('The request has ended.', 'AbortError');
const LIMITS: RequestLimits = { pace: BODY_PACE, maxDepth: 64 };

/** Refuses U+0000, which databases can't store, and deep nesting, which no schema has. */
function isPlain(value: unknown, maxDepth: number, depth = 0): boolean {
  if (typeof value === 'string') return !value.includes('\0');
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return true;
  return (
    depth < maxDepth && Object.values(value).every((part) => isPlain(part, maxDepth, depth + 1))
  );
}

/** Validates a body, query or path. The details of a refusal have one entry per field. */
function checked(schema: z.ZodType | undefined, value: unknown, maxDepth: number): unknown {
  if (!schema) return undefined;
  if (!isPlain(value, maxDepth))
    throw new Fault('bad_request', {
      message: `The request holds the character U+0000, or is nested more than ${maxDepth} deep.`,
    });
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Fault('bad_request', {
    message: parsed.error.issues
      .map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`)
      .join('; '),
    details: parsed.error.issues.map((issue) => ({
      field: issue.path.join('.'),
      message: issue.message,
    })),
  });
}

/** A malformed id counts as a missing thing. */
function checkedPath(schema: z.ZodType | undefined, value: unknown): unknown {
  const parsed = schema?.safeParse(value);
  if (parsed && (!parsed.success || !isPlain(value, LIMITS.maxDepth))) throw new Fault('absent');
  return parsed?.data;
}

/**
 * Identifies the user. `again`: for a stream that was admitted before. `due`: also people who must
 * set up a second factor first. Faults: `not_allowed` for a write from another origin.
 */
export type Authenticate = (
  koa: Context,
  again?: boolean,
  due?: boolean,
) => Promise<Caller | undefined>;
export interface Mounted {
  router: Router;
  /** Ends the streams of people who are no longer signed in. */
  accessChanged(): Promise<void>;
  /**
   * Ends streams that only report changes, which clients reopen elsewhere. Answers in progress
   * continue.
   */
  endEventStreams(): void;
}

function admit({ access, does, beforeFactor }: Route, caller: Caller | undefined): void {
  if (access === 'public') return;
  if (caller?.credential.due && !beforeFactor) throw new Fault('second_factor_due');
  if (access !== 'reader' && !caller) throw new Fault('not_signed_in');
  if (!caller) return;
  const { kind, scope } = caller.credential;
  if (scope === 'read' && does === 'write')
    throw new Fault('not_allowed', {
      message: 'This token is read-only. Create a token with write access in the settings.',
    });
  if (access === 'person' && kind === 'personal')
    throw new Fault('not_allowed', {
      message: "Personal tokens can't do this. Sign in in the browser.",
    });
  if (access === 'operator')
    authorise(
      caller.actor,
      { action: 'operate' },
      { not_allowed: 'Only the operator of this server can do this.' },
    );
}

/** Mounts each route as: authenticate, read the body, validate, handle, respond. */
export function mountRoutes(
  routes: readonly Route[],
  authenticate: Authenticate,
  { pace, maxDepth }: RequestLimits = LIMITS,
): Mounted {
  const streams = new Map<Context, { gone: AbortController; isNews: boolean }>();
  const router = new Router({ prefix: '/api' });
  for (const it of routes) {
    const readBody = bodyReader(it, pace);
    router[it.method](`/${it.path}`, async (koa: Context & { params?: unknown }) => {
      // Public content needs no authentication.
      const caller =
        it.access === 'public' && it.method === 'get'
          ? undefined
          : await authenticate(koa, false, true);
      admit(it, caller);
      const disconnected = new AbortController();
      koa.res.once('close', () => {
        disconnected.abort(GONE);
        streams.delete(koa);
      });
      if (caller && it.response === 'text/event-stream')
        streams.set(koa, {
          gone: disconnected,
          isNews: it.method === 'get' && it.path.endsWith('/events'),
        });
      const body = it.method === 'get' ? undefined : await readBody(koa);
      // Neither proxies nor browsers cache responses, unless a route says otherwise.
      koa.set('Cache-Control', 'no-store');
      const result = await it.handle({
        koa,
        signal: disconnected.signal,
        user: caller?.user,
        actor: caller?.actor ?? {},
        credential: caller?.credential,
        params: checkedPath(it.params, koa.params),
        query: checked(it.query, koa.query, maxDepth),
        body: checked(it.body, body, maxDepth),
      });
      if (typeof it.response === 'string' || koa.respond === false) return;
      koa.status = it.status;
      koa.body = { data: it.response.parse(result) };
    });
  }
  const end = (koa: Context, gone: AbortController): void => {
    gone.abort(GONE);
    koa.res.end();
  };
  return {
    router,
    async accessChanged() {
      for (const [koa, { gone }] of streams) if (!(await authenticate(koa, true))) end(koa, gone);
    },
    endEventStreams() {
      for (const [koa, { gone, isNews }] of streams) if (isNews) end(koa, gone);
    },
  };
}
