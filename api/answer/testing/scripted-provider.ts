/** A real HTTP server that speaks the provider's protocol, with faults that a test sets. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ProviderCall {
  path: string;
  authorization: string | undefined;
  body: { model?: string; messages?: { role: string; content: string }[]; stream?: boolean };
  /** resolves when the client disconnects */
  closed: Promise<void>;
}
export type Script = (res: ServerResponse, call: ProviderCall, n: number) => void | Promise<void>;

/** One chunk as `data:` lines. */
export const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 0, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
export const say = (text: string): string => chunk({ content: text });
export const FINISH = chunk({}, 'stop');
export const DONE = 'data: [DONE]\n\n';

export function open(res: ServerResponse): ServerResponse {
  res.writeHead(200, { 'content-type': 'text/event-stream' });
  res.flushHeaders();
  return res;
}
/** Responds with a complete stream of these texts. */
export const speaks =
  (...texts: string[]): Script =>
  (res) => {
    open(res).end([...texts.map(say), FINISH, DONE].join(''));
  };
export const fails =
  (status: number, headers: Record<string, string> = {}): Script =>
  (res) => {
    res
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ error: { message: 'scripted', type: 'scripted' } }));
  };

export interface ScriptedProvider {
  baseUrl: string;
  /** requests since the last `script`, except for the list of models */
  calls: ProviderCall[];
  script(next: Script): void;
  /**
   * Sets the response for the list of models: entries, any other body, or the status of a refusal.
   * At first it is 404.
   */
  list(models: readonly { id: string; [more: string]: unknown }[] | object | number): void;
  close(): Promise<void>;
}

export async function scriptedProvider(): Promise<ScriptedProvider> {
  const calls: ProviderCall[] = [];
  let script: Script = speaks('Hello.');
  let listed: object | number = 404;
  const server = createServer((req, res) => {
    void play(req, res);
  });
  async function play(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of req) parts.push(part as Buffer);
    if (req.method === 'GET' && req.url?.endsWith('/models')) {
      res.writeHead(typeof listed === 'number' ? listed : 200, {
        'content-type': 'application/json',
      });
      res.end(
        JSON.stringify(
          typeof listed === 'number'
            ? { error: { message: 'scripted' } }
            : Array.isArray(listed)
              ? { object: 'list', data: listed }
              : listed,
        ),
      );
      return;
    }
    const closed = new Promise<void>((resolve) => {
      res.on('close', resolve);
    });
    res.on('error', () => {
      res.destroy();
    });
    const call: ProviderCall = {
      path: req.url ?? '',
      authorization: req.headers.authorization,
      body: parts.length ? JSON.parse(Buffer.concat(parts).toString()) : {},
      closed,
    };
    calls.push(call);
    await script(res, call, calls.length);
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    script(next) {
      script = next;
      calls.length = 0;
    },
    list(models) {
      listed = models;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
