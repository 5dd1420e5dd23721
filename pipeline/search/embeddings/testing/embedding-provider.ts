/**
 * An HTTP server that implements OpenAI's `embeddings` with deterministic vectors and scripted
 * failures.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hashedEmbedding, HASHED_DIMENSIONS } from './hashed-embeddings.ts';

export interface EmbeddingCall {
  path: string;
  authorization: string | undefined;
  model: string;
  input: string[];
  format: string | undefined;
  dimensions: number | undefined;
  /** resolves when the client is gone */
  closed: Promise<void>;
}
export type EmbeddingScript = (
  res: ServerResponse,
  call: EmbeddingCall,
  n: number,
) => void | Promise<void>;
export interface EmbeddingProvider {
  baseUrl: string;
  hostPort: string;
  calls: EmbeddingCall[];
  /** Each text that was embedded, once per response. */
  paid: string[];
  /** Sets the behaviour from now on; by default all calls succeed. */
  script(next?: EmbeddingScript): void;
  /** The successful response, for scripts that only sometimes fail. */
  well: EmbeddingScript;
  close(): Promise<void>;
}

/** Uses `dimensions` of the call, else those in `model@n`; each model name gives different vectors. */
const vectorOf = (call: EmbeddingCall, text: string) =>
  hashedEmbedding(text, call.model, call.dimensions ?? HASHED_DIMENSIONS);

export const vectorsAnswer = (
  call: EmbeddingCall,
  vectors: readonly (readonly number[] | string)[],
) => ({
  object: 'list',
  model: call.model,
  data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
  usage: { prompt_tokens: call.input.length * 10, total_tokens: call.input.length * 10 },
});
export const answerJson = (
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void => {
  res
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(body));
};

export async function embeddingProvider(): Promise<EmbeddingProvider> {
  const calls: EmbeddingCall[] = [];
  const paid: string[] = [];
  const well: EmbeddingScript = (res, call) => {
    paid.push(...call.input);
    const vectors = call.input.map((text) => vectorOf(call, text));
    answerJson(
      res,
      200,
      vectorsAnswer(
        call,
        vectors.map((it) =>
          call.format === 'base64' ? Buffer.from(it.buffer).toString('base64') : [...it],
        ),
      ),
    );
  };
  let script = well;
  const server = createServer((req, res) => {
    void play(req, res);
  });
  async function play(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of req) parts.push(part as Buffer);
    res.on('error', () => {
      res.destroy();
    });
    const closed = new Promise<void>((resolve) => {
      res.on('close', resolve);
    });
    const body = JSON.parse(Buffer.concat(parts).toString() || '{}') as {
      model: string;
      input: string[];
      encoding_format?: string;
      dimensions?: number;
    };
    const call: EmbeddingCall = {
      path: req.url ?? '',
      authorization: req.headers.authorization,
      model: body.model,
      input: body.input,
      format: body.encoding_format,
      dimensions: body.dimensions,
      closed,
    };
    calls.push(call);
    await script(res, call, calls.length);
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const hostPort = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl: `http://${hostPort}/v1`,
    hostPort,
    calls,
    paid,
    well,
    script(next = well) {
      script = next;
      calls.length = 0;
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
