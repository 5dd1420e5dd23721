import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { Fault } from '#core/contract/faults.ts';
import type { SourceId } from '#core/contract/id.ts';
import { EmbeddingStatus, type Stage } from '#core/contract/source.ts';
import type { StageRunner } from '#pipeline/stages/contract.ts';
import { eventually } from '#pipeline/testing/eventually.ts';
import { describeOnDatabases } from './db/testing/test-database.ts';
import { openStubPipeline } from './testing/stub-pipeline.ts';

describeOnDatabases('the runner', (open) => {
  const undo: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const step of undo.reverse()) await step();
  });
  const openPipeline = async (stages: Partial<Record<Stage, StageRunner>>) => {
    const { database, log } = await open();
    const it = await openStubPipeline(database, log, { stages });
    const { library, queue, owner } = it;
    const add = (name: string, more: object = {}) =>
      database.write(async (transaction) => {
        const url = `https://example.org/${name}`;
        const { source } = await library.add(
          {
            ownerId: owner._id,
            kind: 'web',
            medium: 'flow',
            kindCertain: true,
            url,
            canonicalUrl: url,
            title: name,
          },
          transaction,
        );
        await library.patch(source.id, more, transaction);
        await queue.enqueue([{ sourceId: source.id, version: 1, stage: 'fetch' }], { transaction });
        return source.id;
      });
    const crashed = (crashes: number) =>
      database.write((transaction) =>
        database.sequelize.query('UPDATE jobs SET crashes = $1', { bind: [crashes], transaction }),
      );
    const work = async () => {
      undo.push(await it.work());
    };
    return { ...it, database, add, crashed, work };
  };

  it('runs the stages of a source in order, and commits each before the next begins', async () => {
    const seen: string[] = [];
    const note =
      (ends: object = {}): StageRunner =>
      async ({ source, ports }) => {
        seen.push(
          `${source.stage} ${(await ports.library.find(source.id))?.stage} ${source.title}`,
        );
        return { artifact: {}, patch: { title: `after ${source.stage}`, ...ends } };
      };
    const { add, work, library, queue } = await openPipeline({
      fetch: note(),
      extract: note(),
      snapshot: note(),
      chunk: note(),
      embed: note(),
      index: note({ embeddingStatus: EmbeddingStatus.ready }),
    });
    const id = await add('one');
    await work();
    await eventually(async () =>
      expect(await library.find(id)).toMatchObject({
        stage: null,
        embeddingStatus: EmbeddingStatus.ready,
        title: 'after index',
      }),
    );
    expect(seen).toEqual([
      'fetch fetch one',
      'extract extract after fetch',
      'snapshot snapshot after extract',
      'chunk chunk after snapshot',
      'embed embed after chunk',
      'index index after embed',
    ]);
    await eventually(async () =>
      expect(await queue.counts()).toEqual({ waiting: 0, delayed: 0, running: 0, background: 0 }),
    );
  });

  it('is given jobs again that its queue lost, half a minute after they were due', async () => {
    const { database, add, work, library, queue, runner } = await openPipeline({});
    const ids = [await add('lost'), await add('lost-too')];
    await database.write((transaction) =>
      database.sequelize.query('DELETE FROM jobs', { transaction }),
    );
    expect(await queue.counts()).toEqual({ waiting: 0, delayed: 0, running: 0, background: 0 });
    expect(await runner.sweep(new Date(Date.now() + 20_000))).toBe(0);
    expect(await runner.sweep(new Date(Date.now() + 40_000))).toBe(2);
    // A waiting job is not added again.
    await runner.sweep(new Date(Date.now() + 40_000));
    expect((await queue.counts()).waiting).toBe(2);
    await work();
    for (const id of ids)
      await eventually(async () =>
        expect(await library.find(id)).toMatchObject({
          stage: null,
          embeddingStatus: EmbeddingStatus.ready,
        }),
      );
  });

  it('retries once a day after a host was not found, then gives up', async () => {
    const hosts = new Set<string>();
    const HOUR_MS = 3_600_000;
    const { add, work, library, runner } = await openPipeline({
      fetch: async ({ source }) => {
        if (!hosts.has(source.title)) throw new Fault('no_such_host');
        return { artifact: {} };
      },
    });
    const ids = [await add('moved'), await add('gone')];
    const failed = {
      stage: null,
      errorCode: 'no_such_host',
      embeddingStatus: EmbeddingStatus.unreadable,
    };
    const settled = (id: SourceId, row: object) =>
      eventually(async () => expect(await library.find(id)).toMatchObject(row));
    await work();
    for (const id of ids) await settled(id, failed);
    expect(await runner.sweep(new Date(Date.now() + 23 * HOUR_MS))).toBe(0);
    hosts.add('moved');
    expect(await runner.sweep(new Date(Date.now() + 25 * HOUR_MS))).toBe(2);
    const [moved, gone] = ids as [SourceId, SourceId];
    await settled(moved, { stage: null, embeddingStatus: EmbeddingStatus.ready });
    await settled(gone, { ...failed, dueAt: null });
    expect(await runner.sweep(new Date(Date.now() + 99 * HOUR_MS))).toBe(0);
  });

  it('stores nothing of a source that is deleted during a stage, and starts no other stage', async () => {
    const read = Promise.withResolvers<void>();
    const begun: string[] = [];
    const { database, add, work, library, queue } = await openPipeline({
      fetch: async () => {
        begun.push('fetch');
        await read.promise;
        return { artifact: {}, patch: { title: 'Came after all' } };
      },
      extract: async () => {
        begun.push('extract');
        return { artifact: {} };
      },
    });
    const id = await add('removed');
    await work();
    await eventually(() => expect(begun).toEqual(['fetch']));
    await database.write((transaction) => library.remove(id, transaction));
    read.resolve();
    await eventually(async () =>
      expect(await queue.counts()).toEqual({ waiting: 0, delayed: 0, running: 0, background: 0 }),
    );
    expect([
      begun,
      (await library.find(id))?.title,
      (await library.find(id))?.stage,
      await library.artifacts.find(id, 1, 'fetch'),
    ]).toEqual([['fetch'], 'removed', null, undefined]);
  });

  it('continues with the stage that is due when the job is of an earlier one, since its worker died', async () => {
    const begun: string[] = [];
    const note: StageRunner = async ({ source }) => {
      begun.push(String(source.stage));
      return { artifact: {} };
    };
    const { add, work, crashed, library } = await openPipeline({
      fetch: note,
      extract: note,
      snapshot: note,
      chunk: note,
      embed: note,
    });
    const id = await add('two', { stage: 'chunk' });
    await crashed(1);
    await work();
    await eventually(async () =>
      expect(await library.find(id)).toMatchObject({
        stage: null,
        embeddingStatus: EmbeddingStatus.ready,
      }),
    );
    expect(begun).toEqual(['chunk', 'embed']);
  });

  it('runs jobs of a crashed worker again, one at a time', async () => {
    let inside = 0;
    let most = 0;
    const { add, work, crashed, library } = await openPipeline({
      fetch: async () => {
        inside += 1;
        most = Math.max(most, inside);
        await wait(20);
        inside -= 1;
        return { artifact: {} };
      },
    });
    const suspects = [await add('a'), await add('b'), await add('c')];
    await crashed(4);
    await work();
    for (const id of suspects)
      await eventually(async () =>
        expect(await library.find(id)).toMatchObject({ embeddingStatus: EmbeddingStatus.ready }),
      );
    expect(most).toBe(1);
  });

  it('sets a source aside that crashed its worker five times alone, or ten times with others, and says so', async () => {
    const { add, work, library, database } = await openPipeline({
      fetch: async ({ source }) => {
        if (source.title !== 'other') throw new Error('it must not be tried again');
        await release;
        return { artifact: {} };
      },
    });
    const { promise: release, resolve: go } = Promise.withResolvers<void>();
    const aside = {
      stage: null,
      embeddingStatus: EmbeddingStatus.empty,
      errorCode: 'internal',
      errorMessage: expect.stringContaining('broke the worker again and again') as string,
    };
    const [poison, other] = [await add('poison'), await add('other')];
    await database.write((transaction) =>
      database.sequelize.query('UPDATE jobs SET crashes = 10 WHERE source_id = $1', {
        bind: [poison],
        transaction,
      }),
    );
    await work();
    await eventually(async () => expect(await library.find(poison)).toMatchObject(aside));
    expect(await library.find(other)).toMatchObject({ errorCode: null });
    go();
    await eventually(async () =>
      expect(await library.find(other)).toMatchObject({ embeddingStatus: EmbeddingStatus.ready }),
    );
    const alone = await openPipeline({
      fetch: () => Promise.reject(new Error('it must not be tried again')),
    });
    const second = await alone.add('poison');
    await alone.crashed(5);
    await alone.work();
    await eventually(async () => expect(await alone.library.find(second)).toMatchObject(aside));
  });
});
