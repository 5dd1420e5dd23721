import type { Middleware } from 'koa';
import { FAULTS, Fault, type FaultCode } from '#core/contract/faults.ts';
import type { Log } from '#config/log.ts';

/** Converts HTTP errors of Koa and its parsers to faults. */
const BY_STATUS: Record<number, FaultCode> = {
  400: 'bad_request',
  401: 'not_signed_in',
  403: 'not_allowed',
  404: 'absent',
  405: 'absent',
  413: 'too_large',
  415: 'bad_request',
  501: 'absent',
};

function asFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  const status = (error as { status?: unknown })?.status;
  const code = typeof status === 'number' ? BY_STATUS[status] : undefined;
  if (code === 'too_large')
    return new Fault(code, { message: 'The request body is too large.', cause: error });
  if (code) return new Fault(code, { cause: error });
  return new Fault('internal', { cause: error });
}

/** Signed addresses carry their own authorisation. */
const loggedPath = (path: string): string => path.replace(/^\/(c|media)\/.+/, '/$1/…');

/** Turns every error, and an unknown path, into a response. Nothing else does. */
export const onError =
  (log: Log): Middleware =>
  async (koa, next) => {
    const startedAt = performance.now();
    try {
      await next();
      if (koa.status === 404 && koa.body === undefined && koa.respond !== false)
        throw new Fault('absent');
    } catch (error) {
      const fault = asFault(error);
      const { status } = FAULTS[fault.code];
      if (koa.res.headersSent) {
        koa.res.destroy();
      } else {
        koa.status = status;
        koa.set('Cache-Control', 'no-store');
        if (status === 429 || status === 503 || status === 507)
          koa.set('Retry-After', String(Math.ceil(fault.retryAfterS ?? 2)));
        koa.body = {
          code: fault.code,
          message: fault.message,
          ...(fault.details === undefined ? {} : { details: fault.details }),
        };
      }
      if (status === 403 || status === 429)
        log.info({ path: loggedPath(koa.path), method: koa.method, fault: fault.code }, 'refused');
      if (status >= 500)
        log.error(
          {
            path: loggedPath(koa.path),
            method: koa.method,
            fault: fault.code,
            err: fault.cause ?? fault,
          },
          'request failed',
        );
    }
    log.debug(
      {
        method: koa.method,
        path: loggedPath(koa.path),
        status: koa.status,
        ms: Math.round(performance.now() - startedAt),
      },
      'request',
    );
  };
