import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startQdrantStandIn, type QdrantStandIn } from './stand-in.ts';

/** A mistake that the stand-in accepts would go unnoticed in every other test. */
describe('the Qdrant stand-in', () => {
  let server: QdrantStandIn;
  beforeAll(async () => {
    server = await startQdrantStandIn();
    expect(
      await send('PUT', '', { vectors: {}, sparse_vectors: { words: { modifier: 'idf' } } }),
    ).toBe(200);
    for (const [field_name, field_schema] of Object.entries({
      owner: { type: 'uuid', is_tenant: true },
      words: { type: 'keyword', prefix: true },
    })) {
      expect(await send('PUT', '/index?wait=true', { field_name, field_schema })).toBe(200);
    }
    expect(
      await send('PUT', '/vectors/near?wait=true', { dense: { size: 2, distance: 'Cosine' } }),
    ).toBe(200);
  });
  afterAll(() => server.stop());
  async function send(method: string, path: string, body?: unknown): Promise<number> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return (
      await fetch(`${server.url}/collections/test${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(text === undefined ? {} : { body: text }),
      })
    ).status;
  }
  const id = '0a3c5f5e-0000-5000-8000-000000000001';
  const near = (value: unknown) => ({
    points: [{ id, vector: { near: value }, payload: { owner: id, words: ['wave'] } }],
  });
  const filter = { must: [{ key: 'owner', match: { value: id } }] };

  it('accepts what the API describes', async () => {
    expect(await send('PUT', '/points?wait=true', near([1, 0]))).toBe(200);
    expect(
      await send('POST', '/points/query', {
        query: { rrf: { k: 60 } },
        prefetch: [
          { query: [1, 0], using: 'near', filter, limit: 5 },
          { query: { indices: [1], values: [1] }, using: 'words', filter, limit: 5 },
        ],
        limit: 5,
      }),
    ).toBe(200);
    expect(
      await send('POST', '/points/count', {
        filter: { must_not: [{ key: 'words', match: { prefix: 'wa' } }] },
        exact: true,
      }),
    ).toBe(200);
    expect(server.refused).toEqual([]);
  });

  it.each<[string, string, string, unknown]>([
    ['a path that there is not', 'POST', '/points/find', {}],
    ['a method that the path has not', 'GET', '/points/query', undefined],
    ['a parameter that there is not', 'PUT', '/points?wate=true', near([1, 0])],
    ['a parameter of another type', 'PUT', '/points?wait=perhaps', near([1, 0])],
    [
      'a field that there is not',
      'POST',
      '/points/query',
      { query: [1, 0], usin: 'near', limit: 1 },
    ],
    [
      'a field too many deep inside',
      'POST',
      '/points/count',
      { filter: { must: [{ key: 'owner', match: { value: id, exact: true } }] }, exact: true },
    ],
    [
      'a field too many where the description has "this or null"',
      'POST',
      '/points/query',
      { query: [1, 0], using: 'near', limit: 1, params: { exakt: true } },
    ],
    [
      'a value of another type',
      'POST',
      '/points/query',
      { query: [1, 0], using: 'near', limit: '1' },
    ],
    [
      'a part of a whole number',
      'POST',
      '/points/query',
      { query: [1, 0], using: 'near', limit: 1.5 },
    ],
    ['no body where there must be one', 'POST', '/points/count', undefined],
    [
      'a word that is none of those described',
      'PUT',
      '/vectors/far?wait=true',
      { dense: { size: 2, distance: 'Cosinus' } },
    ],
  ])('refuses %s', async (_, method, path, body) => {
    const before = server.refused.length;
    expect(await send(method, path, body)).toBe(400);
    expect(server.refused).toHaveLength(before + 1);
  });

  it.each<[string, string, string, unknown, number]>([
    [
      'an id that is no UUID',
      'PUT',
      '/points?wait=true',
      { points: [{ id: 'first', vector: {} }] },
      400,
    ],
    ['a vector of another length', 'PUT', '/points?wait=true', near([1, 0, 0]), 400],
    [
      'a vector that was not made',
      'POST',
      '/points/query',
      { query: [1, 0], using: 'far', limit: 1 },
      400,
    ],
    [
      'a term twice in a sparse vector',
      'POST',
      '/points/query',
      { query: { indices: [7, 7], values: [1, 1] }, using: 'words', limit: 1 },
      422,
    ],
    [
      'a filter on what has no index',
      'POST',
      '/points/count',
      { filter: { must: [{ key: 'title', match: { value: 'x' } }] }, exact: true },
      400,
    ],
    [
      'half of a character',
      'POST',
      '/points/count',
      '{"filter":{"must":[{"key":"owner","match":{"value":"\\ud800"}}]},"exact":true}',
      400,
    ],
    ['a collection that is there already', 'PUT', '', { vectors: {}, sparse_vectors: {} }, 409],
  ])('answers %s with an error, as Qdrant does', async (_, method, path, body, status) => {
    expect(await send(method, path, body)).toBe(status);
  });
});
