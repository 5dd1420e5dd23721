import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnDatabases } from './db/testing/test-database.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

interface Described {
  paths: Record<string, Record<string, { requestBody?: unknown }>>;
}
const RUNS = 100;

/**
 * Input that a client may send instead of the expected one: the wrong type, the wrong size, foreign
 * syntax.
 */
const junk = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e9',
    'null',
    'undefined',
    'NaN',
    '\u0000',
    '\ud83d',
    "' OR 1=1 --",
    '%',
    '_',
    '"',
    '" OR "',
    'NEAR(',
    '*',
    '../../etc/passwd',
    '__proto__',
    'constructor',
    '0198c0de-0000-7000-8000-000000000001',
  ),
  fc.string({ maxLength: 60, unit: 'grapheme' }),
);
const body = fc.oneof(
  fc.dictionary(fc.constantFrom('title', 'sentence', 'user_query', 'url', 'fileKey', 'id'), junk, {
    maxKeys: 3,
  }),
  fc.object({
    maxDepth: 2,
    key: fc.constantFrom(
      'title',
      'threadId',
      'thread_id',
      'sourceId',
      'sources',
      'url',
      'fileKey',
      'user_query',
      'sentence',
      'model',
      'source_metadata',
      'visibility',
      'id',
      '__proto__',
    ),
  }),
  fc.jsonValue({ maxDepth: 2 }),
);
const queries = fc.dictionary(
  fc.constantFrom(
    'q',
    'query',
    'limit',
    'cursor',
    'threadId',
    'fileKey',
    'name',
    'sources',
    'type',
    'status',
    'code',
  ),
  junk,
  { maxKeys: 2 },
);

describeOnDatabases('every route with random input', (open) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(open, { worker: false });
  });
  afterAll(() => server.close());

  it('responds with a refusal at worst, and the server keeps running', {
    timeout: 400_000,
  }, async () => {
    const { paths } = (await server.nobody.get('openapi.json')).body as Described;
    const routes = Object.entries(paths)
      .flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => ({ path: path.replace(/^\/api\//, ''), method })),
      )
      // Streams that stay open, and routes that rebuild the index, have their own tests.
      .filter(({ path }) => !path.endsWith('/events') && path !== 'reindex');
    expect(routes.length).toBeGreaterThan(25);
    const thread = await server.thread();
    for (const { path, method } of routes) {
      await fc.assert(
        fc.asyncProperty(
          fc.array(junk, { minLength: 4, maxLength: 4 }),
          body,
          queries,
          fc.boolean(),
          async (parts, sent, query, real) => {
            let n = 0;
            const target = path.replace(
              /\{\w+\}/g,
              () =>
                encodeURIComponent(
                  n++ === 0 && real ? thread._id : (parts[n] ?? '').toWellFormed(),
                ) || '-',
            );
            const search = new URLSearchParams(
              Object.entries(query).map(([name, value]) => [name, value.toWellFormed()]),
            );
            const response = await fetch(`${server.server.url}/api/${target}?${search}`, {
              method: method.toUpperCase(),
              redirect: 'manual',
              headers: {
                Authorization: `Bearer ${server.ownerToken}`,
                'Content-Type': 'application/json',
              },
              ...(method === 'get' ? {} : { body: JSON.stringify(sent) }),
            });
            await response.body?.cancel();
            if (response.status >= 500)
              throw new Error(
                `${method} ${target}?${search} answered ${response.status} to ${JSON.stringify(sent)}`,
              );
          },
        ),
        { numRuns: RUNS, seed: 20_261_121 },
      );
    }
    expect((await server.nobody.get('health')).status).toBe(200);
  });
});
