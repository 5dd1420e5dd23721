/**
 * A server that stands in for Qdrant on loopback. Checks path, method, query and body of each
 * request, and each of its own responses, against Qdrant's published description; refuses and
 * records everything else.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { publishedOperations } from './published-operations.ts';
import { QdrantError } from './qdrant-error.ts';
import {
  Count,
  CreateIndex,
  CreateVector,
  Facet,
  Query,
  Retrieve,
  Scroll,
  Selector,
  StoredCollection,
  Upsert,
} from './stored-collection.ts';

const MAX_BODY = 32 * 2 ** 20;
export interface SeenRequest {
  operation: string;
  query: Record<string, unknown>;
  body: unknown;
}
/**
 * `stall`: takes the request and never answers. `break`: the connection ends, before it was done or
 * after. A number: answers with that status, without doing anything.
 */
export type Fault = 'stall' | 'break before' | 'break after' | number;
export interface QdrantStandIn {
  readonly url: string;
  /** valid requests, in order */
  readonly requests: SeenRequest[];
  /** requests and responses that violate the description */
  readonly refused: string[];
  /** Sets a function that may make each of the next requests fail. */
  disturb(how: (operation: string, count: number, body: unknown) => Fault | undefined): void;
  /** Reports collections as being reorganised for this many requests. */
  reorganise(looks: number): void;
  /** Deletes the matching points of all collections. */
  lose(isLost: (payload: Record<string, unknown>) => boolean): number;
  /** Copies the data; the returned function restores it. */
  backUp(): () => void;
  dropCollections(): void;
  /** Simulates a killed process: connections break, and new ones are refused. */
  stop(): Promise<void>;
  /** Starts again on the same port, with the same data. */
  start(): Promise<void>;
}

const value = (text: string): unknown =>
  text === 'true' || text === 'false' ? text === 'true' : /^\d+$/.test(text) ? Number(text) : text;
const bytesOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_BODY)
      throw new QdrantError(
        413,
        'Payload error: JSON payload is larger than allowed (limit: 33554432 bytes).',
      );
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
};
/** Parses JSON like Qdrant, which refuses lone surrogates. */
const parse = (text: string): unknown =>
  JSON.parse(text, (_, it: unknown) => {
    if (typeof it === 'string' && !it.isWellFormed())
      throw new QdrantError(400, 'Format error in JSON body: lone leading surrogate in hex escape');
    return it;
  });

export async function startQdrantStandIn({
  apiKey,
  version = '1.19.0',
}: {
  apiKey?: string;
  version?: string;
} = {}): Promise<QdrantStandIn> {
  const collections = new Map<string, StoredCollection>();
  const requests: SeenRequest[] = [];
  const refused: string[] = [];
  let disturbance: (operation: string, count: number, body: unknown) => Fault | undefined = () =>
    undefined;
  let count = 0;
  let busyLooks = 0;

  const collection = (name: string): StoredCollection => {
    const found = collections.get(name);
    if (!found) throw new QdrantError(404, `Not found: Collection \`${name}\` doesn't exist!`);
    return found;
  };
  const done = { operation_id: 0, status: 'completed' };
  const perform: Record<string, (names: string[], body: unknown) => unknown> = {
    collection_exists: ([name = '']) => ({ exists: collections.has(name) }),
    root: () => ({ title: 'qdrant - vector search engine', version }),
    get_collection: ([name = '']) => ({
      ...collection(name).info(),
      ...(busyLooks > 0 ? ((busyLooks -= 1), { status: 'yellow' }) : {}),
    }),
    create_collection([name = ''], body) {
      if (collections.has(name))
        throw new QdrantError(409, `Wrong input: Collection \`${name}\` already exists!`);
      collections.set(name, new StoredCollection(body));
      return true;
    },
    delete_collection: ([name = '']) => collections.delete(name),
    create_field_index([name = ''], body) {
      collection(name).addIndex(CreateIndex.parse(body));
      return done;
    },
    create_vector_name([name = '', vector = ''], body) {
      collection(name).addVector(vector, CreateVector.parse(body));
      return done;
    },
    upsert_points([name = ''], body) {
      collection(name).upsert(Upsert.parse(body));
      return done;
    },
    delete_points([name = ''], body) {
      collection(name).delete(Selector.parse(body));
      return done;
    },
    query_points: ([name = ''], body) => collection(name).query(Query.parse(body)),
    scroll_points: ([name = ''], body) => collection(name).scroll(Scroll.parse(body)),
    get_points: ([name = ''], body) => collection(name).retrieve(Retrieve.parse(body)),
    count_points: ([name = ''], body) => collection(name).count(Count.parse(body)),
    facet: ([name = ''], body) => collection(name).facet(Facet.parse(body)),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (apiKey !== undefined && request.headers['api-key'] !== apiKey)
      throw new QdrantError(401, 'Must provide an API key or an Authorization bearer token');
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const operation = publishedOperations().find(
      (it) => it.method === request.method && it.path.test(url.pathname),
    );
    if (!operation) return refuse(`${request.method} ${url.pathname} is not described`);
    const query = operation.query.safeParse(
      Object.fromEntries([...url.searchParams].map(([key, text]) => [key, value(text)])),
    );
    if (!query.success) return refuse(`${operation.name}: query: ${z.prettifyError(query.error)}`);
    const text = await bytesOf(request);
    const body = text === '' ? undefined : parse(text);
    const isBodyRight = operation.body
      ? operation.body.safeParse(body)
      : z.undefined().safeParse(body);
    if (!isBodyRight.success)
      return refuse(`${operation.name}: body: ${z.prettifyError(isBodyRight.error)}`);
    requests.push({
      operation: operation.name,
      query: query.data as Record<string, unknown>,
      body,
    });

    const fault = disturbance(operation.name, (count += 1), body);
    if (fault === 'stall') return;
    if (fault === 'break before') return void response.destroy();
    if (typeof fault === 'number')
      throw new QdrantError(fault, 'Service internal error: disturbed');
    const run = perform[operation.name];
    if (!run) return refuse(`${operation.name} is described, but the stand-in does not do it`);
    const result = run(
      url.pathname.match(operation.path)?.slice(1).map(decodeURIComponent) ?? [],
      body,
    );
    const sent = operation.name === 'root' ? result : { result, status: 'ok', time: 0.001 };
    const isAnswerRight = operation.answer.safeParse(sent);
    if (!isAnswerRight.success)
      return refuse(`${operation.name}: own answer: ${z.prettifyError(isAnswerRight.error)}`);
    if (fault === 'break after') return void response.destroy();
    send(response, 200, sent);
  }
  function refuse(why: string): never {
    refused.push(why);
    throw new QdrantError(400, `Format error in JSON body: ${why}`);
  }
  const send = (response: ServerResponse, status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  function fail(response: ServerResponse, error: unknown): void {
    if (error instanceof z.ZodError)
      refused.push(`asked for more than the stand-in does: ${z.prettifyError(error)}`);
    const status =
      error instanceof QdrantError ? error.status : error instanceof z.ZodError ? 400 : 500;
    send(response, status, {
      status: { error: error instanceof Error ? error.message : String(error) },
      time: 0.001,
    });
  }

  let server: Server | undefined;
  let port = 0;
  const start = async () => {
    const made = createServer((request, response) => {
      answer(request, response).catch((error: unknown) => {
        fail(response, error);
      });
    });
    await new Promise<void>((resolve, reject) =>
      made.once('error', reject).listen(port, '127.0.0.1', resolve),
    );
    ({ port } = made.address() as AddressInfo);
    server = made;
  };
  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    refused,
    start,
    disturb(how) {
      disturbance = how;
      count = 0;
    },
    reorganise(looks) {
      busyLooks = looks;
    },
    lose: (isLost) => [...collections.values()].reduce((sum, it) => sum + it.lose(isLost), 0),
    backUp() {
      const restore = [...collections.values()].map((it) => it.copy());
      return () => {
        for (const it of restore) it();
      };
    },
    dropCollections() {
      collections.clear();
    },
    async stop() {
      const running = server;
      server = undefined;
      if (!running) return;
      const closed = new Promise((resolve) => running.close(resolve));
      running.closeAllConnections();
      await closed;
    },
  };
}
