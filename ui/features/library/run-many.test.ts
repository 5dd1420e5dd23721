import { expect, test } from 'vitest';
import { SourceId } from '#core/contract/id.ts';
import type { BulkResult } from '#core/contract/library.ts';
import { reasonsOf, runMany } from './run-many.ts';

const IDS = Array.from({ length: 5 }, (_, n) =>
  SourceId.parse(`01935b6e-0000-7000-8000-00000000000${n}`),
);
const some = (ids: string[]): BulkResult => ({
  done: ids.map((id) => SourceId.parse(id)),
  left: [],
});

test('works in batches, and adds up what was done and skipped', async () => {
  const steps: number[] = [];
  const outcome = await runMany(
    IDS,
    (ids) =>
      Promise.resolve({
        ...some(ids.slice(1)),
        left: [{ _id: SourceId.parse(ids[0]), message: 'An upload.' }],
      }),
    { atOnce: 2, signal: new AbortController().signal, onStep: (tried) => steps.push(tried) },
  );
  expect(steps).toEqual([2, 4, 5]);
  expect(outcome).toMatchObject({ done: 2, rest: [] });
  expect(reasonsOf([...outcome.left, { _id: SourceId.parse(IDS[0]), message: 'Gone.' }])).toEqual([
    { message: 'An upload.', count: 3 },
    { message: 'Gone.', count: 1 },
  ]);
});

test('stops on request, and returns what was not tried', async () => {
  const stop = new AbortController();
  const outcome = await runMany(
    IDS,
    (ids) => {
      stop.abort();
      return Promise.resolve(some(ids));
    },
    { atOnce: 2, signal: stop.signal, onStep: () => undefined },
  );
  expect(outcome).toEqual({ done: 2, left: [], rest: IDS.slice(2) });
});

test('returns what was done before a failure', async () => {
  let calls = 0;
  const outcome = await runMany(
    IDS,
    (ids) => {
      calls += 1;
      return calls > 1 ? Promise.reject(new Error('network error')) : Promise.resolve(some(ids));
    },
    { atOnce: 2, signal: new AbortController().signal, onStep: () => undefined },
  );
  expect(outcome).toMatchObject({ done: 2, rest: IDS.slice(2), error: new Error('network error') });
});
