/**
 * Stands in for the server: a test scripts the responses to `fetch` and event streams. Our own
 * client, queries and schemas run unchanged.
 */
import { onTestFinished } from 'vitest';

export interface ApiRequest {
  method: string;
  /** below `/api/`, without the query */
  path: string;
  query: Record<string, string>;
  /** parsed if it is JSON, else the raw body */
  body: unknown;
  headers: Record<string, string>;
}

/** An error response of the server. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/**
 * `GET threads/:id` → the data of the response, a `Response` to send unchanged, or a `Refusal`. Can
 * be a promise, so that a test sees the loading state.
 */
export type Script = Record<
  string,
  (request: ApiRequest, params: Record<string, string>) => unknown
>;

export interface ApiStandIn {
  requests: ApiRequest[];
  /** The requests to one route so far. */
  of(route: string): ApiRequest[];
  /** Replaces the responses of these routes from now on. */
  change(script: Script): void;
}

function paramsOf(route: string, method: string, path: string): Record<string, string> | undefined {
  const [wantedMethod, wantedPath = ''] = route.split(' ');
  const wanted = wantedPath.split('/');
  const given = path.split('/');
  if (wantedMethod !== method || wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const value = given[at] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(value);
    else if (part !== value) return undefined;
  }
  return params;
}

const bodyOf = (body: unknown): unknown => {
  if (typeof body !== 'string') return body ?? undefined;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
};

const failure = ({ status, code, message }: Refusal): Response =>
  Response.json({ code, message }, { status });

/** Scripts `fetch` until the test ends; unknown routes return 404. */
export function serveApi(script: Script): ApiStandIn {
  const requests: ApiRequest[] = [];
  let routes = script;
  const before = globalThis.fetch;
  const answer = async (request: ApiRequest): Promise<Response> => {
    for (const [route, handler] of Object.entries(routes)) {
      const params = paramsOf(route, request.method, request.path);
      if (!params) continue;
      try {
        const data = await handler(request, params);
        if (data instanceof Response) return data;
        return data instanceof Refusal ? failure(data) : Response.json({ data: data ?? {} });
      } catch (error) {
        if (error instanceof Refusal) return failure(error);
        throw error;
      }
    }
    return failure(
      new Refusal(404, 'not_found', `Nothing answers ${request.method} ${request.path}.`),
    );
  };
  globalThis.fetch = async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input, location.origin);
    const request: ApiRequest = {
      method: init.method ?? 'GET',
      path: url.pathname.replace(/^\/api\//, ''),
      query: Object.fromEntries(url.searchParams),
      body: bodyOf(init.body),
      headers: Object.fromEntries(new Headers(init.headers)),
    };
    requests.push(request);
    const aborted = new Promise<never>((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
    });
    aborted.catch(() => undefined);
    return Promise.race([answer(request), aborted]);
  };
  onTestFinished(() => {
    globalThis.fetch = before;
  });
  return {
    requests,
    of: (route) => requests.filter((it) => paramsOf(route, it.method, it.path) !== undefined),
    change: (more) => {
      routes = { ...more, ...routes, ...more };
    },
  };
}

const open = new Set<FakeLine>();
/** An `EventSource` controlled by the test. */
export class FakeLine extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  readonly url: string;
  readyState = FakeLine.OPEN;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  constructor(url: string) {
    super();
    this.url = url;
    open.add(this);
  }
  close(): void {
    this.readyState = FakeLine.CLOSED;
    open.delete(this);
  }
  /** Sends an event. */
  say(event: string, data: unknown): void {
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) }));
  }
  /** Breaks the connection; `refused`: the browser does not reconnect by itself. */
  break(refused: boolean): void {
    if (refused) this.close();
    this.onerror?.();
  }
}
/** The event streams that the page follows now, below `/api/`. */
export const lines = (): Map<string, FakeLine> =>
  new Map([...open].map((it) => [it.url.replace(/^\/api\//, ''), it]));
export function closeLines(): void {
  open.clear();
}
