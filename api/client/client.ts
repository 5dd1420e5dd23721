import { lookup, type LookupOptions } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { createParser } from 'eventsource-parser';
import { z } from 'zod';
import { ErrorBody } from '#core/contract/error-body.ts';
import { Fault, FAULTS, type FaultCode } from '#core/contract/faults.ts';
import { Health } from '#core/contract/health.ts';

/** Gloss's own HTTP API, as the command line and agents use it. */
export interface Api {
  readonly url: string;
  /** hosted by this command, and gone with it */
  readonly hosted: boolean;
  get<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>>;
  send<S extends z.ZodType>(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body: unknown,
    schema: S,
  ): Promise<z.output<S>>;
  /** How every part does, of an unwell server too. */
  health(signal?: AbortSignal): Promise<Health>;
  /** Posts bytes as they are. */
  sendBytes<S extends z.ZodType>(
    path: string,
    bytes: Uint8Array<ArrayBuffer>,
    schema: S,
  ): Promise<z.output<S>>;
  /** A file as it comes, and what it is called. */
  download(path: string): Promise<{
    name: string;
    contentType: string;
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  }>;
  /**
   * JSON lines, as they come. `signal`: another than the command's, for what is still asked once
   * that is interrupted.
   */
  lines<S extends z.ZodType>(
    path: string,
    schema: S,
    signal?: AbortSignal,
  ): AsyncIterable<z.output<S>>;
  /**
   * Server-sent events until the server ends them or the command is interrupted; asked for with GET
   * when there is no body.
   */
  events(
    path: string,
    how?: {
      body?: unknown;
      /** ends them too */
      signal?: AbortSignal;
    },
  ): AsyncIterable<{ event: string; data: string }>;
  /** Puts bytes at a signed address. */
  put(url: string, headers: Record<string, string>, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  close(): Promise<void>;
}
export interface ApiConfig {
  url: string;
  token: string | undefined;
  /** ends every call */
  signal: AbortSignal;
  hosted?: boolean;
  /** ends the server too when this command hosts it */
  close?: () => Promise<void>;
}

const isCode = (code: string): code is FaultCode => code in FAULTS;
/** `*.localhost` is this machine, also where the name server does not say so. */
const lookupLocalhost: LookupFunction = (name, options: LookupOptions, done) => {
  lookup(/(^|\.)localhost$/i.test(name) ? 'localhost' : name, options, done);
};

export function createApi({
  url,
  token,
  signal: interrupted,
  hosted = false,
  close = async () => undefined,
}: ApiConfig): Api {
  const notGloss = (answer: string, cause?: unknown) =>
    new Fault('unreachable', {
      message: `${url} answered ${answer}, which is not Gloss. Check --server and GLOSS_SERVER.`,
      cause,
    });

  function refused(status: number, text: string): Fault {
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch (cause) {
      return notGloss(String(status), cause);
    }
    const parsed = ErrorBody.safeParse(body);
    if (!parsed.success) return notGloss(String(status), parsed.error);
    const { code, message, details } = parsed.data;
    if (code === 'not_signed_in')
      return new Fault(code, {
        message: `The server at ${url} does not know you. Set GLOSS_TOKEN to a token of it${token === undefined ? '' : '; the one in use is not valid there'}.`,
      });
    return new Fault(isCode(code) ? code : 'internal', {
      message: withDetails(message, details),
      details,
    });
  }
  async function call(
    path: string,
    { signal = interrupted, ...init }: RequestInit & { signal?: AbortSignal } = {},
    welcome: readonly number[] = [],
  ): Promise<Response> {
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
          message: `The server at ${url} cannot be reached. Start it with scripts/start, or check --server and GLOSS_SERVER.`,
          cause,
        });
      },
    );
    if (!response.ok && !welcome.includes(response.status))
      throw refused(response.status, await response.text());
    return response;
  }
  async function data<S extends z.ZodType>(response: Response, schema: S): Promise<z.output<S>> {
    const text = await response.text();
    try {
      return schema.parse(z.object({ data: z.unknown() }).parse(JSON.parse(text)).data);
    } catch (cause) {
      throw notGloss(
        `${response.status} ${response.headers.get('content-type') ?? ''}`.trim(),
        cause,
      );
    }
  }
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
      return data(await call('health', { signal }, [503]), Health);
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
      const { body } = await call(path, { signal });
      const decoder = new TextDecoder();
      let rest = '';
      for await (const chunk of body ?? []) {
        const whole = (rest + decoder.decode(chunk, { stream: true })).split('\n');
        rest = whole.pop() ?? '';
        for (const line of whole) if (line !== '') yield schema.parse(JSON.parse(line));
      }
      if (rest !== '') yield schema.parse(JSON.parse(rest));
    },
    async *events(path, { body, signal: ended } = {}) {
      const signal = ended ? AbortSignal.any([interrupted, ended]) : interrupted;
      const response = await call(
        path,
        body === undefined ? { signal } : { method: 'POST', body: JSON.stringify(body), signal },
      );
      const queue: { event: string; data: string }[] = [];
      const parser = createParser({
        onEvent: (event) => {
          queue.push({ event: event.event ?? 'message', data: event.data });
        },
      });
      const decoder = new TextDecoder();
      try {
        for await (const chunk of response.body ?? []) {
          parser.feed(decoder.decode(chunk, { stream: true }));
          yield* queue.splice(0);
        }
      } catch (cause) {
        if (!signal.aborted)
          throw cause instanceof Fault ? cause : new Fault('interrupted', { cause });
      }
    },
    async put(target, headers, bytes) {
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
      (target.startsWith('https:') ? httpsRequest : httpRequest)(
        target,
        {
          method: 'PUT',
          headers: { ...headers, 'Content-Length': bytes.length },
          lookup: lookupLocalhost,
          signal: interrupted,
        },
        resolve,
      )
        .on('error', reject)
        .end(bytes);
      const response = await promise.catch((cause: unknown) => {
        if (interrupted.aborted) throw cause;
        throw new Fault('unreachable', {
          message: `Files are sent to ${new URL(target).origin}, which cannot be reached. Check GLOSS_CONTENT_URL.`,
          cause,
        });
      });
      const text = (await response.setEncoding('utf8').toArray()).join('');
      if ((response.statusCode ?? 0) >= 300) throw refused(response.statusCode ?? 0, text);
    },
  };
}

const Details = z.array(z.object({ field: z.string(), message: z.string() }));
/** What the server found wrong, field by field. */
function withDetails(message: string, details: unknown): string {
  const parsed = Details.safeParse(details);
  if (!parsed.success) return message;
  return [message, ...parsed.data.map((it) => `${it.field || 'request'}: ${it.message}`)].join(
    '\n',
  );
}
