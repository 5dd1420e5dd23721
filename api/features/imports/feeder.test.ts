import { afterAll, expect, it } from 'vitest';
import { Fault } from '#core/contract/faults.ts';
import type { ImportId } from '#core/contract/id.ts';
import { Imports } from '#pipeline/library/index.ts';
import { startImport } from '#pipeline/imports/index.ts';
import type { StageRunner } from '#pipeline/stages/contract.ts';
import { eventually } from '#pipeline/testing/eventually.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { openStubPipeline, type StubPipelineOptions } from '../../testing/stub-pipeline.ts';

/** A first stage that waits for a release per source. */
function gate() {
  const inside = new Map<string, () => void>();
  const begun: string[] = [];
  let most = 0;
  const fetch: StageRunner = async ({ source, signal }) => {
    begun.push(source.canonicalUrl);
    const { promise, resolve } = Promise.withResolvers<void>();
    inside.set(source.canonicalUrl, resolve);
    most = Math.max(
      most,
      [...inside.keys()].filter((url) => new URL(url).host === 'slow.example').length,
    );
    signal.addEventListener('abort', () => resolve(), { once: true });
    await promise;
    inside.delete(source.canonicalUrl);
    return { artifact: {} };
  };
  const release = (which: (url: string) => boolean = () => true) => {
    for (const [url, end] of inside) if (which(url)) end();
  };
  return { fetch, begun, inside, release, mostOfSlow: () => most };
}

describeOnDatabases('the import feeder', (open) => {
  const undo: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const step of undo.reverse()) await step();
  });
  const openPipeline = async (options: StubPipelineOptions) => {
    const { database, log } = await open();
    const it = await openStubPipeline(database, log, options);
    const start = (urls: readonly string[], more: object = {}) =>
      startImport(
        it.staging,
        it.owner._id,
        {
          name: 'x',
          items: urls.map((url, n) => ({
            line: n + 1,
            kind: 'source',
            url,
            tags: [],
            highlights: [],
            ...more,
          })),
        },
        new Map(),
      );
    const counts = async (id: ImportId) => (await it.imports.counts([id])).get(id);
    const work = async () => {
      undo.push(await it.work());
    };
    return { ...it, database, start, counts, work };
  };
  const urls = (host: string, count: number) =>
    Array.from({ length: count }, (_, n) => `https://${host}/${n}`);

  it('processes at most two entries of a host at once, and uses the other workers for other hosts', async () => {
    const { fetch, inside, release, mostOfSlow } = gate();
    const { start, work, counts } = await openPipeline({ stages: { fetch }, isPaced: () => true });
    const { _id } = await start([
      ...urls('slow.example', 10),
      ...urls('a.example', 2),
      ...urls('b.example', 2),
    ]);
    await work();
    await eventually(() => expect(inside.size).toBe(6));
    expect([...inside.keys()].filter((url) => url.startsWith('https://slow.example/')).length).toBe(
      2,
    );
    const all = setInterval(() => release(), 10);
    await eventually(async () => expect(await counts(_id)).toMatchObject({ added: 14 })).finally(
      () => clearInterval(all),
    );
    expect(mostOfSlow()).toBe(2);
  });

  it('skips a host that asked to wait, and continues with the others', async () => {
    const asked: string[] = [];
    const { owner, imports, start, work, counts } = await openPipeline({
      isPaced: () => true,
      stages: {
        fetch: async ({ source }) => {
          asked.push(source.canonicalUrl);
          if (source.canonicalUrl.startsWith('https://slow.example/'))
            throw new Fault('rate_limited', { retryAfterS: 3_600 });
          return { artifact: {} };
        },
      },
    });
    const { _id } = await start([...urls('slow.example', 30), ...urls('other.example', 30)]);
    await work();
    // The two requested sources wait too.
    await eventually(async () =>
      expect(await counts(_id)).toMatchObject({ added: 30, waiting: 30, running: 0, failed: 0 }),
    );
    expect(asked.filter((url) => url.startsWith('https://slow.example/')).length).toBe(2);
    const { lanes } = await imports.activity(_id, Date.now());
    expect(lanes.find(({ host }) => host === 'slow.example')?.heldUntil).toBeGreaterThan(
      Date.now() + 3_000_000,
    );
    expect(await imports.find(owner._id, _id)).toMatchObject({ state: 'running' });
  });

  it('retries a host that did not respond once, at the end, and skips its other entries', async () => {
    const asked: string[] = [];
    const { start, work, counts } = await openPipeline({
      isPaced: () => true,
      stages: {
        fetch: async ({ source, requestLimits }) => {
          requestLimits?.();
          asked.push(source.canonicalUrl);
          if (source.canonicalUrl.startsWith('https://silent.example/'))
            throw new Fault('timed_out');
          return { artifact: {} };
        },
      },
    });
    const { _id } = await start([...urls('silent.example', 20), ...urls('good.example', 40)]);
    await work();
    await eventually(async () =>
      expect(await counts(_id)).toMatchObject({ added: 40, failed: 20, waiting: 0, running: 0 }),
    );
    const silent = asked.filter((url) => url.startsWith('https://silent.example/'));
    // Only the two that began at the same time were tried again.
    const tried = new Set(silent);
    expect(tried.size).toBe(2);
    expect(silent.length).toBeLessThanOrEqual(4);
    const second = asked.findLastIndex((url) => url.startsWith('https://good.example/'));
    expect(asked.slice(second + 1).length).toBeGreaterThan(0);
    expect(new Set(asked.slice(second + 1)).isSubsetOf(tried)).toBe(true);
  });

  it('alternates between imports, and puts sources that a person adds first', async () => {
    const { fetch, begun, release, inside } = gate();
    const { start, work, library, queue, owner, database } = await openPipeline({
      stages: { fetch },
    });
    const first = await start(urls('first.example', 60));
    const second = await start(urls('second.example', 60));
    await work();
    await eventually(() => expect(inside.size).toBe(6));
    const hosts = () => begun.slice(0, 12).map((url) => new URL(url).host);
    await database.write(async (transaction) => {
      const { source } = await library.add(
        {
          ownerId: owner._id,
          kind: 'web',
          medium: 'flow',
          kindCertain: true,
          url: 'https://wanted.example/',
          canonicalUrl: 'https://wanted.example/',
          title: 'Wanted',
        },
        transaction,
      );
      await queue.enqueue([{ sourceId: source.id, version: 1, stage: 'fetch' }], { transaction });
    });
    release((url) => url === begun[0]);
    await eventually(() => expect(begun[6]).toBe('https://wanted.example/'));
    release();
    await eventually(() => expect(begun.length).toBeGreaterThan(11));
    expect(hosts().filter((host) => host === 'first.example').length).toBeGreaterThanOrEqual(5);
    expect(hosts().filter((host) => host === 'second.example').length).toBeGreaterThanOrEqual(5);
    // Back-pressure: few jobs wait for a worker, however long the imports are.
    expect((await queue.counts()).waiting).toBeLessThanOrEqual(24);
    expect([first.total, second.total]).toEqual([60, 60]);
  });

  it('starts nothing of a paused import, and continues when it is resumed', async () => {
    const { fetch, inside, release } = gate();
    const { start, work, imports, counts } = await openPipeline({
      stages: { fetch },
      isPaced: () => true,
    });
    const { _id } = await start(urls('slow.example', 5));
    await work();
    await eventually(() => expect(inside.size).toBe(2));
    await imports.pause(_id);
    release();
    await eventually(async () =>
      expect(await counts(_id)).toMatchObject({ added: 2, waiting: 3, running: 0 }),
    );
    await imports.resume(_id);
    const all = setInterval(() => release(), 10);
    await eventually(async () => expect(await counts(_id)).toMatchObject({ added: 5 })).finally(
      () => clearInterval(all),
    );
  });

  it('ends an import without remaining entries, even if nothing announced its end', async () => {
    const { owner, imports, database, work } = await openPipeline({});
    const { id } = await database.write((transaction) =>
      imports.begin(
        { ownerId: owner._id, threadId: null, name: 'over', format: null, key: 'k', limits: {} },
        transaction,
      ),
    );
    await work();
    await eventually(async () =>
      expect(await imports.find(owner._id, id)).toMatchObject({ state: 'done' }),
    );
  });

  it('opens a listing again after its site asked to wait, and adds its entries once', async () => {
    const asked: string[] = [];
    const { start, work, counts, database, imports } = await openPipeline({
      openListing: async (url) => {
        asked.push(url);
        if (asked.length === 1) throw new Fault('rate_limited', { retryAfterS: 0 });
        return {
          unread: [],
          entries: urls('entries.example', 3).map((entry) => ({
            line: 1,
            kind: 'source' as const,
            url: entry,
            tags: [],
            highlights: [],
          })),
        };
      },
    });
    const { _id } = await start(['https://feeds.example/all'], { kind: 'listing' });
    await work();
    await eventually(async () => expect(await counts(_id)).toMatchObject({ added: 4, waiting: 0 }));
    expect(asked.length).toBe(2);
    expect(
      (await new Imports(database).items(_id, { limit: 10 })).map(
        ({ line, entry }) => `${line}.${entry}`,
      ),
    ).toEqual(['1.0', '1.1', '1.2', '1.3']);
    expect((await imports.items(_id, { limit: 1 }))[0]).toMatchObject({
      state: 'added',
      message: '3 entries',
    });
  });
});
