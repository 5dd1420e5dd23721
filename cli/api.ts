import { createParser } from 'eventsource-parser';
import { z } from 'zod';
import { ErrorBody, Fault, FAULTS, type FaultCode } from '#core/contract/faults.ts';

export interface Api {
  readonly url: string;
  /** hosted by this command, and gone with it */ readonly hosted: boolean;
  get<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>>;
  send<S extends z.ZodType>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body: unknown, schema: S): Promise<z.output<S>>;
  /** Server-sent events until the server ends them or `signal` aborts. */
  events(path: string, options: { method?: 'GET' | 'POST'; body?: unknown; signal: AbortSignal }): AsyncIterable<{ event: string; data: string }>;
  /** Puts bytes at a signed address. */
  put(url: string, headers: Record<string, string>, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  close(): Promise<void>;
}

const isCode = (code: string): code is FaultCode => code in FAULTS;

async function refused(response: Response): Promise<Fault> {
  const parsed = ErrorBody.safeParse(await response.json().catch(() => undefined));
  if (!parsed.success) return new Fault('unreachable', { message: `The server answered ${response.status} ${response.statusText}, which is not Gloss. Check GLOSS_SERVER.` });
  return new Fault(isCode(parsed.data.code) ? parsed.data.code : 'internal', { message: parsed.data.message, details: parsed.data.details });
}

/** `close` ends the server too when this command hosts it. */
export function createApi(url: string, token: string | undefined, hosted = false, close: () => Promise<void> = async () => undefined): Api {
  async function call(path: string, init: RequestInit): Promise<Response> {
    const headers = { ...(token ? { Authorization: `Bearer ${token}` } : {}), ...(init.body ? { 'Content-Type': 'application/json' } : {}) };
    const response = await fetch(`${url}/api/${path}`, { ...init, headers }).catch((cause: unknown) => {
      if (init.signal?.aborted) throw cause;
      throw new Fault('unreachable', { message: `The server at ${url} cannot be reached. Start it with scripts/start, or check GLOSS_SERVER.`, cause });
    });
    if (!response.ok) throw await refused(response);
    return response;
  }
  const data = async <S extends z.ZodType>(response: Response, schema: S): Promise<z.output<S>> => schema.parse(z.object({ data: z.unknown() }).parse(await response.json()).data);
  return {
    url, hosted, close,
    async get(path, schema) { return data(await call(path, {}), schema); },
    async send(method, path, body, schema) { return data(await call(path, { method, body: JSON.stringify(body ?? {}) }), schema); },
    async *events(path, { method = 'GET', body, signal }) {
      const response = await call(path, { method, signal, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
      const queue: { event: string; data: string }[] = [];
      const parser = createParser({ onEvent: (event) => { queue.push({ event: event.event ?? 'message', data: event.data }); } });
      const decoder = new TextDecoder();
      try {
        for await (const chunk of response.body ?? []) {
          parser.feed(decoder.decode(chunk, { stream: true }));
          yield* queue.splice(0);
        }
      } catch (cause) {
        if (!signal.aborted) throw new Fault('interrupted', { cause });
      }
    },
    async put(target, headers, bytes) {
      const response = await fetch(target, { method: 'PUT', headers, body: bytes });
      if (!response.ok) throw await refused(response);
    },
  };
}
