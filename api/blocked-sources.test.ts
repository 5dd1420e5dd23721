import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import type { SourceId } from '#core/contract/id.ts';
import { EmbeddingStatus } from '#core/contract/source.ts';
import { BlockedSources } from '#pipeline/run/blocked-sources.ts';
import type { StageRunner } from '#pipeline/stages/contract.ts';
import { eventually } from '#pipeline/testing/eventually.ts';
import { describeOnDatabases } from './db/testing/test-database.ts';
import { openStubPipeline } from './testing/stub-pipeline.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const REFUSE: StageRunner = () => Promise.reject(new Error('it must not be run'));

describeOnDatabases('a source that blocked the event loop', (open) => {
  const undo: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const step of undo.reverse()) await step();
  });

  async function openPipeline(fetch: StageRunner) {
    const { database, log } = await open();
    const root = await mkdtemp(join(tmpdir(), 'gloss-aside-'));
    undo.push(() => rm(root, { recursive: true, force: true }));
    const folder = join(root, 'blocked');
    const it = await openStubPipeline(database, log, {
      stages: { fetch },
      blocked: new BlockedSources({ folder, log }),
    });
    const add = (name: string) =>
      database.write(async (transaction) => {
        const url = `https://example.org/${name}`;
        const fields = {
          kind: 'web',
          medium: 'flow',
          kindCertain: true,
          url,
          canonicalUrl: url,
          title: name,
        } as const;
        const { source } = await it.library.add({ ownerId: it.owner._id, ...fields }, transaction);
        await it.queue.enqueue([{ sourceId: source.id, version: 1, stage: 'fetch' }], {
          transaction,
        });
        return source.id;
      });
    /** Records the event as the watchdog does. */
    const note = async (ids: readonly SourceId[], version = 1) => {
      const jobs = ids.map((sourceId) => ({ sourceId, version, stage: 'fetch' }));
      await mkdir(folder, { recursive: true });
      const text = JSON.stringify({
        at: new Date().toISOString(),
        pid: 1,
        jobs,
        isCertain: ids.length === 1,
      });
      await writeFile(join(folder, `${Date.now()}-1.json`), text);
    };
    const row = async (id: SourceId) => {
      const found = await it.library.find(id);
      if (!found) throw new Error('there is no such source');
      return found;
    };
    return { ...it, database, folder, add, note, row };
  }

  it('fails with its own message, and only runs again when someone retries it', async () => {
    const it = await openPipeline(REFUSE);
    const id = await it.add('hostile');
    await it.note([id]);
    await it.runner.setAsideBlockers();
    const message = 'Reading this source stopped the server. It is set aside until you retry it.';
    const failed = { stage: null, embeddingStatus: EmbeddingStatus.unreadable };
    const aside = { ...failed, errorCode: 'internal', errorMessage: message };
    expect(await it.row(id)).toMatchObject(aside);
    undo.push(await it.work());
    await eventually(async () =>
      expect(await it.queue.counts()).toEqual({
        waiting: 0,
        delayed: 0,
        running: 0,
        background: 0,
      }),
    );
    expect(await it.row(id)).toMatchObject(aside);
    expect(await readdir(it.folder)).toEqual([]);
    expect(await it.runner.sweep(new Date(Date.now() + DAY_MS))).toBe(0);
  });

  it('keeps its good version if it was a refresh, and is not scheduled any more', async () => {
    const it = await openPipeline(REFUSE);
    const id = await it.add('good');
    const ready = { stage: null, embeddingStatus: EmbeddingStatus.ready, refreshEvery: 'P1D' };
    await it.database.write(async (transaction) => {
      await it.queue.cancel(id, { transaction });
      await it.library.patch(id, ready, transaction);
    });
    const before = await it.row(id);
    await it.database.write((transaction) => it.library.versions.begin(before, transaction));
    await it.note([id], 2);
    await it.runner.setAsideBlockers();
    expect(await it.row(id)).toMatchObject({
      ...ready,
      version: 1,
      pendingVersion: null,
      nextRefreshAt: null,
      refreshError: {
        code: 'internal',
        message: expect.stringContaining('stopped the server') as string,
      },
    });
    expect(await it.library.versions.due(new Date(Date.now() + 10 * DAY_MS), 10)).toEqual([]);
    // A person may refresh it, and then its schedule continues.
    const now = await it.row(id);
    expect(
      await it.database.write((transaction) => it.library.versions.begin(now, transaction)),
    ).toBe(true);
    const begun = await it.row(id);
    await it.database.write((transaction) => it.library.versions.drop(begun, transaction));
    expect((await it.row(id)).nextRefreshAt).toBeInstanceOf(Date);
  });

  it('is found among several suspects by running them one at a time, and the others succeed', async () => {
    let inside = 0;
    let most = 0;
    const it = await openPipeline(async () => {
      inside += 1;
      most = Math.max(most, inside);
      await wait(20);
      inside -= 1;
      return { artifact: {} };
    });
    const suspects = [await it.add('a'), await it.add('b'), await it.add('c')];
    await it.note(suspects);
    await it.runner.setAsideBlockers();
    undo.push(await it.work());
    const ready = { embeddingStatus: EmbeddingStatus.ready, errorCode: null };
    for (const id of suspects)
      await eventually(async () => expect(await it.row(id)).toMatchObject(ready));
    expect(most).toBe(1);
    await eventually(async () => expect(await readdir(it.folder)).toEqual([]));
  });
});
