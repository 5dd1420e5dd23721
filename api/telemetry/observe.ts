/** Measures and traces requests, jobs and requests to providers. */
import type * as opentelemetry from '@opentelemetry/api';
import type { Context, Middleware } from 'koa';
import type { Handler } from '#pipeline/queue/index.ts';
import type { Metrics } from './metrics.ts';

/** `SpanStatusCode.ERROR` */
const ERROR = 2;
let api: typeof opentelemetry | undefined;
/** Sends spans there from now on; undefined stops it. */
export function traceBy(tracing: typeof opentelemetry | undefined): void {
  api = tracing;
}
const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1000;

/** Runs `work` in a span. */
function spanned<T>(
  name: string,
  kind: keyof typeof opentelemetry.SpanKind,
  attributes: Record<string, string | number>,
  work: (span: opentelemetry.Span | undefined) => Promise<T>,
): Promise<T> {
  if (!api) return work(undefined);
  return api.trace
    .getTracer('gloss')
    .startActiveSpan(name, { kind: api.SpanKind[kind], attributes }, async (span) => {
      try {
        return await work(span);
      } catch (error) {
        span.setStatus({ code: ERROR });
        throw error;
      } finally {
        span.end();
      }
    });
}

/**
 * Returns the pattern of the route, not the URL: labels must be few, and URLs may contain secrets.
 */
function routeOf(koa: Context, surface: string): string {
  const matched: unknown = koa['_matchedRoute'];
  return typeof matched === 'string' ? matched : surface;
}

/** `surface`: the label of requests that no API route handled. */
export const observeRequests =
  (metrics: Metrics, surface: string): Middleware =>
  (koa, next) => {
    const startedAt = performance.now();
    const observed = () =>
      spanned(koa.method, 'SERVER', { 'http.request.method': koa.method }, async (span) => {
        let isStream = false;
        const began = () => {
          isStream = String(koa.res.getHeader('Content-Type') ?? '').startsWith(
            'text/event-stream',
          );
          if (isStream) metrics.streams(1);
        };
        koa.res.once('close', () => {
          if (isStream) metrics.streams(-1);
          else
            metrics.request(
              koa.method,
              routeOf(koa, surface),
              koa.res.statusCode,
              secondsSince(startedAt),
            );
        });
        await next();
        began();
        const route = routeOf(koa, surface);
        span?.updateName(`${koa.method} ${route}`);
        span?.setAttributes({
          'http.route': route,
          'http.response.status_code': koa.res.headersSent ? koa.res.statusCode : koa.status,
        });
        if (koa.status >= 500) span?.setStatus({ code: ERROR });
      });
    return api
      ? api.context.with(api.propagation.extract(api.context.active(), koa.headers), observed)
      : observed();
  };

export const observeJobs =
  (metrics: Metrics, handler: Handler): Handler =>
  (run) => {
    const { sourceId, stage, version } = run.job;
    const startedAt = performance.now();
    return spanned(
      `job ${stage}`,
      'CONSUMER',
      {
        'gloss.source': sourceId,
        'gloss.stage': stage,
        'gloss.version': version,
        'gloss.attempt': run.attempt,
      },
      async (span) => {
        const outcome = await handler(run);
        metrics.job(stage, outcome.kind, secondsSince(startedAt));
        span?.setAttribute('gloss.outcome', outcome.kind);
        if (outcome.kind === 'failed') span?.setStatus({ code: ERROR });
        return outcome;
      },
    );
  };

/** `purpose`: what the provider is used for. */
export const observeProvider =
  (metrics: Metrics, purpose: 'chat' | 'embedding' | 'speech', call: typeof fetch): typeof fetch =>
  (input, init) => {
    const startedAt = performance.now();
    const url = new URL(input instanceof Request ? input.url : String(input));
    return spanned(
      `provider ${purpose}`,
      'CLIENT',
      { 'server.address': url.hostname, 'url.path': url.pathname },
      async (span) => {
        let status = 'error';
        try {
          const response = await call(input, init);
          status = String(response.status);
          span?.setAttribute('http.response.status_code', response.status);
          return response;
        } finally {
          metrics.provider(purpose, status, secondsSince(startedAt));
        }
      },
    );
  };
