import { describe, expect, test } from 'vitest';
import { createLog } from '#config/log.ts';
import { createLifecycle, combine } from './lifecycle.ts';

const log = createLog('silent');

describe('a lifecycle', () => {
  test('closes its parts one after another, the last one first', async () => {
    const events: string[] = [];
    const lifecycle = createLifecycle(log);
    for (const name of ['database', 'queue', 'listener']) {
      lifecycle.add(name, async () => {
        events.push(`${name} closes`);
        await new Promise((resolve) => setImmediate(resolve));
        events.push(`${name} is closed`);
      });
    }
    await lifecycle.closeAll(0);
    expect(events).toEqual([
      'listener closes',
      'listener is closed',
      'queue closes',
      'queue is closed',
      'database closes',
      'database is closed',
    ]);
  });

  test('begins to close its last part before closeAll returns', () => {
    let isClosed = false;
    const lifecycle = createLifecycle(log);
    lifecycle.add('listener', () => {
      isClosed = true;
    });
    void lifecycle.closeAll(0);
    expect(isClosed).toBe(true);
  });

  test('closes the other parts when one fails, then rejects with its error', async () => {
    const closed: string[] = [];
    const lifecycle = createLifecycle(log);
    lifecycle.add('database', () => void closed.push('database'));
    lifecycle.add('queue', () => Promise.reject(new Error('Redis is away')));
    lifecycle.add('listener', () => void closed.push('listener'));
    await expect(lifecycle.closeAll(0)).rejects.toThrow('Redis is away');
    expect(closed).toEqual(['listener', 'database']);
  });

  test('rejects with all errors when several parts fail', async () => {
    const lifecycle = createLifecycle(log);
    const [first, second] = [new Error('first'), new Error('second')];
    lifecycle.add('database', () => Promise.reject(first));
    lifecycle.add('queue', () => {
      throw second;
    });
    const error: unknown = await lifecycle.closeAll(0).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AggregateError);
    expect((error as AggregateError).errors).toEqual([second, first]);
  });

  test('closes each part once and tells it the grace period of the first call', async () => {
    const graces: number[] = [];
    const lifecycle = createLifecycle(log);
    lifecycle.add('worker', (graceMs) => void graces.push(graceMs));
    await Promise.all([lifecycle.closeAll(1_500), lifecycle.closeAll(7_000)]);
    await lifecycle.closeAll(1);
    expect(graces).toEqual([1_500]);
  });
});

describe('combined parts', () => {
  test('start in their order, and are all closed also when one of them fails', async () => {
    const events: string[] = [];
    const part = combine([
      {
        name: 'posts',
        start: () => void events.push('posts start'),
        close: () => Promise.reject(new Error('a post cannot be stored')),
      },
      { name: 'samples' },
      {
        name: 'search',
        async start() {
          await new Promise((resolve) => setImmediate(resolve));
          events.push('search starts');
        },
        async close(graceMs) {
          await new Promise((resolve) => setImmediate(resolve));
          events.push(`search is closed within ${graceMs} ms`);
        },
      },
    ]);
    await part.start?.();
    expect(events).toEqual(['posts start', 'search starts']);
    await expect(part.close?.(5)).rejects.toThrow('a post cannot be stored');
    expect(events.at(-1)).toBe('search is closed within 5 ms');
  });
});
