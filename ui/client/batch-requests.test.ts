import { expect, it } from 'vitest';
import { batchRequests } from './batch-requests.ts';

it('batches requests, each key once, and returns undefined for missing ones', async () => {
  const asked: string[][] = [];
  const get = batchRequests(
    (keys) => {
      asked.push(keys);
      return Promise.resolve(
        new Map(keys.filter((it) => it !== 'c').map((it) => [it, it.toUpperCase()])),
      );
    },
    { most: 2, waitMs: 1 },
  );
  expect(await Promise.all(['a', 'b', 'a', 'c'].map(get))).toEqual(['A', 'B', 'A', undefined]);
  expect(asked).toEqual([['a', 'b'], ['c']]);
  expect(await get('d')).toBe('D');
});

it('fails the requests of one batch but not of later ones', async () => {
  let broken = true;
  const get = batchRequests(
    () =>
      broken ? Promise.reject(new Error('network error')) : Promise.resolve(new Map([['a', 1]])),
    { most: 10, waitMs: 1 },
  );
  await expect(get('a')).rejects.toThrow('network error');
  broken = false;
  expect(await get('a')).toBe(1);
});
