import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import { Health } from '#core/contract/health.ts';
import { notGloss, refusalOf } from './answer-faults.ts';
import { putBytes } from './put-bytes.ts';
import { readJsonLines, readServerSentEvents } from './read-stream.ts';

/** A client of Gloss's HTTP API, for the command line and agents. */
export interface Api {
  readonly url: string;
  /** started by this command, and stopped with it */
  readonly hosted: boolean;
  get<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>>;
  send<S extends z.ZodType>(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body: unknown,
    schema: S,
  ): Promise<z.output<S>>;
  /** Returns the state of all components, also from an unhealthy server. */
  health(signal?: AbortSignal): Promise<Health>;
  /** Posts raw bytes. */
  sendBytes<S extends z.ZodType>(
    path: string,
    bytes: Uint8Array<ArrayBuffer>,
    schema: S,
  ): Promise<z.output<S>>;
  /** Returns a file as a stream, with its name. */
  download(path: string): Promise<{
    name: string;
    contentType: string;
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  }>;
  /**
   * Yields JSON lines as they arrive. `signal` replaces the command's signal, for requests after it
   * is interrupted.
   */
  lines<S extends z.ZodType>(
    path: string,
    schema: S,
    signal?: AbortSignal,
  ): AsyncIterable<z.output<S>>;
  /**
   * Yields server-sent events until the server ends them or the command is interrupted; sends GET
   * if there is no body.
   */
  events(
    path: string,
    how?: {
      body?: unknown;
      /** also ends the stream */
      signal?: AbortSignal;
    },
  ): AsyncIterable<{ event: string; data: string }>;
  /** Uploads bytes to a signed address. */
  put(url: string, headers: Record<string, string>, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  close(): Promise<void>;
}
export interface ApiConfig {
  url: string;
  token: string | undefined;
  /** aborts every request */
  signal: AbortSignal;
  hosted?: boolean;
  /** also stops the server if this command started it */
  close?: () => Promise<void>;
}

/** Reads the `data` of an answer. Fault: `unreachable` if the answer is not one of Gloss. */
async function dataOf<S extends z.ZodType>(
  url: string,
  response: Response,
  schema: S,
): Promise<z.output<S>> {
  const text = await response.text();
  try {
    return schema.parse(z.object({ data: z.unknown() }).parse(JSON.parse(text)).data);
  } catch (cause) {
    const type = response.headers.get('content-type') ?? '';
    throw notGloss(url, `${response.status} ${type}`.trim(), cause);
  }
}

type Request = RequestInit & {
  signal?: AbortSignal;
  /** error statuses whose answers are returned */
  welcome?: readonly number[];
};

/** Returns the function that sends requests below `api/`. It throws the faults of the server. */
const createCall =
  ({ url, token, signal: interrupted }: ApiConfig) =>
  async (
    path: string,
    { signal = interrupted, welcome = [], ...init }: Request = {},
  ): Promise<Response> => {
    const headers = {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(init.body
        ? {
            'Content-Type':
              typeof init.body === 'string' ? 'application/json' : 'application/octet-stream',
          }
        : {}),
    };
    const response = await fetch(`${url}/api/${path}`, { ...init, signal, headers }).catch(
      (cause: unknown) => {
        if (signal.aborted) throw cause;
        throw new Fault('unreachable', {
          message: `Couldn't reach the server at ${url}. Start it with gloss start, or check --server and GLOSS_SERVER.`,
          cause,
        });
      },
    );
    if (!response.ok && !welcome.includes(response.status))
      throw refusalOf({ url, token }, response.status, await response.text());
    return response;
  };

export function createApi(config: ApiConfig): Api {
  const { url, token, signal: interrupted, hosted = false, close = async () => undefined } = config;
  const call = createCall(config);
  const data = <S extends z.ZodType>(response: Response, schema: S) =>
    dataOf(url, response, schema);
  return {
    url,
    hosted,
    close,
    async get(path, schema) {
      return data(await call(path), schema);
    },
    async send(method, path, body, schema) {
      return data(await call(path, { method, body: JSON.stringify(body ?? {}) }), schema);
    },
    async health(signal = interrupted) {
      return data(await call('health', { signal, welcome: [503] }), Health);
    },
    async sendBytes(path, bytes, schema) {
      return data(await call(path, { method: 'POST', body: bytes }), schema);
    },
    async download(path) {
      const { headers, body } = await call(path);
      const [, name = ''] =
        /filename\*=UTF-8''([^;]+)/.exec(headers.get('content-disposition') ?? '') ?? [];
      return {
        name: decodeURIComponent(name),
        contentType: (headers.get('content-type') ?? '').split(';', 1)[0] ?? '',
        chunks: body ?? [],
      };
    },
    async *lines(path, schema, signal = interrupted) {
      yield* readJsonLines((await call(path, { signal })).body, schema);
    },
    async *events(path, { body, signal: ended } = {}) {
      const signal = ended ? AbortSignal.any([interrupted, ended]) : interrupted;
      const response = await call(
        path,
        body === undefined ? { signal } : { method: 'POST', body: JSON.stringify(body), signal },
      );
      try {
        yield* readServerSentEvents(response.body);
      } catch (cause) {
        if (!signal.aborted)
          throw cause instanceof Fault ? cause : new Fault('interrupted', { cause });
      }
    },
    async put(target, headers, bytes) {
      const { status, text } = await putBytes(target, headers, bytes, interrupted);
      if (status >= 300) throw refusalOf({ url, token }, status, text);
    },
  };
}
