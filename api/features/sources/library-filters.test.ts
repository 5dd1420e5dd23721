import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SourceId, UserId } from '#core/contract/id.ts';
import { LibraryIds } from '#core/contract/library.ts';
import { EmbeddingStatus, SourceState, type Source } from '#core/contract/source.ts';
import type { SourcePatch } from '#pipeline/library/index.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';

const { ready, unreadable } = EmbeddingStatus;
const HOUR_MS = 3_600_000;
const later = new Date(Date.now() + HOUR_MS);
const before = new Date(Date.now() - HOUR_MS);
const notFound = { code: 'not_found', message: 'Nothing.', at: before.toISOString() };
const settled = { stage: null, dueAt: null } as const;
/** The fields of a row, with the state that they give it. */
const ROWS: { name: string; state: SourceState; patch: SourcePatch }[] = [
  { name: 'new', state: 'waiting', patch: {} },
  { name: 'asked to wait', state: 'waiting', patch: { progressDone: 1, dueAt: later } },
  { name: 'offline', state: 'waiting', patch: { progressDone: 1, errorCode: 'offline' } },
  { name: 'begun', state: 'fetching', patch: { progressDone: 1, dueAt: before } },
  { name: 'in its second step', state: 'reading', patch: { stage: 'extract', dueAt: before } },
  { name: 'index away', state: 'waiting', patch: { stage: 'index', dueAt: later } },
  { name: 'read', state: 'ready', patch: { ...settled, embeddingStatus: ready } },
  {
    name: 'being refreshed',
    state: 'ready',
    patch: { embeddingStatus: ready, stage: 'fetch', pendingVersion: 2 },
  },
  {
    name: 'changed too much',
    state: 'held',
    patch: { ...settled, embeddingStatus: ready, pendingVersion: 2, refreshError: notFound },
  },
  {
    name: 'gone since',
    state: 'gone',
    patch: { ...settled, embeddingStatus: ready, refreshError: notFound },
  },
  {
    name: 'refresh failed',
    state: 'ready',
    patch: {
      ...settled,
      embeddingStatus: ready,
      refreshError: { ...notFound, code: 'timed_out' },
    },
  },
  {
    name: 'broken',
    state: 'failed',
    patch: { ...settled, embeddingStatus: unreadable, errorCode: 'corrupt_file' },
  },
  {
    name: 'never there',
    state: 'failed',
    patch: { ...settled, embeddingStatus: unreadable, errorCode: 'not_found' },
  },
  {
    name: 'behind a login',
    state: 'bookmark',
    patch: { ...settled, embeddingStatus: unreadable, errorCode: 'private_or_removed' },
  },
  {
    name: 'imported and dead',
    state: 'bookmark',
    patch: {
      ...settled,
      embeddingStatus: unreadable,
      errorCode: 'not_found',
      kept: { imported: true },
    },
  },
];
const inState = (...states: SourceState[]) =>
  ROWS.filter(({ state }) => states.includes(state)).map(({ name }) => name);

describeOnDatabases('library filters', (open) => {
  let test: TestServer;
  beforeAll(async () => {
    test = await openTestServer(open, { worker: false });
    const { database, library } = test.server.parts;
    const { user } = dataOf(await test.owner.get('me')) as { user: { _id: UserId } };
    for (const { name, patch } of ROWS) {
      const url = `https://example.org/${encodeURIComponent(name)}`;
      await database.write(async (transaction) => {
        const { source } = await library.add(
          {
            ownerId: user._id,
            kind: 'web',
            medium: 'flow',
            kindCertain: true,
            url,
            canonicalUrl: url,
            title: name,
          },
          transaction,
        );
        await library.patch(source.id, patch, transaction);
      });
    }
  });
  afterAll(() => test.close());

  const page = async (query: string) =>
    dataOf(await test.owner.get(`sources?${query}`)) as { docs: Source[]; next: string | null };
  const namesOf = (docs: readonly Source[]) => docs.map(({ title }) => title).reverse();
  const found = async (query: string) => {
    const { docs } = await page(query);
    const { ids } = LibraryIds.parse(dataOf(await test.owner.get(`sources/ids?${query}`)));
    expect(ids).toEqual(docs.map(({ _id }) => _id));
    return namesOf(docs);
  };
  const keep = async (name: string, kept: SourcePatch['kept'], patch: SourcePatch = {}) => {
    const { docs } = await page(`query=${encodeURIComponent(name)}`);
    const id = docs.find(({ title }) => title === name)?._id as SourceId;
    const { database, library } = test.server.parts;
    await database.write((transaction) =>
      library.patch(id, { ...patch, ...(kept ? { kept } : {}) }, transaction),
    );
    return id;
  };

  it('return the state of each source', async () => {
    const { docs } = await page('limit=100');
    expect(docs.map(({ title, state }) => ({ name: title, state })).reverse()).toEqual(
      ROWS.map(({ name, state }) => ({ name, state })),
    );
  });

  it.each(SourceState.options)('find sources that are %s', async (state) => {
    const besides: Partial<Record<SourceState, SourceState[]>> = { failed: ['bookmark'] };
    const expected =
      state === 'gone'
        ? ['gone since', 'never there', 'imported and dead']
        : inState(state, ...(besides[state] ?? []));
    expect(await found(`state=${state}`)).toEqual(expected);
  });

  it('keep `status` as it was', async () => {
    expect(await found('status=processing')).toEqual(inState('waiting', 'fetching', 'reading'));
    expect(await found('status=failed')).toEqual(inState('failed', 'bookmark'));
  });

  it('continue after a page in every order', async () => {
    const all = ROWS.map(({ name }) => name);
    for (const sort of ['newest', 'oldest', 'title', 'checked']) {
      const seen: string[] = [];
      let cursor = '';
      do {
        const { docs, next } = await page(`sort=${sort}&limit=4${cursor && `&cursor=${cursor}`}`);
        seen.push(...docs.map(({ title }) => title));
        cursor = next ?? '';
      } while (cursor);
      if (sort === 'newest') expect(seen).toEqual(all.toReversed());
      else if (sort === 'oldest') expect(seen).toEqual(all);
      else if (sort === 'title') expect(seen).toEqual(all.toSorted());
      else expect(seen.toSorted()).toEqual(all.toSorted());
    }
  });

  describe('own data', () => {
    const own = {
      title: 'My own title',
      note: 'Look again',
      tags: ['sea'],
      folders: ['Reading / 50%_done', 'Other'],
      addedAt: '2019-05-01T00:00:00.000Z',
      flags: ['favorite' as const, 'toread' as const],
    };
    it('is shown next to the title of the page', async () => {
      const id = await keep('read', own);
      expect(dataOf(await test.owner.get(`sources/${id}`))).toMatchObject({
        title: 'read',
        ownTitle: 'My own title',
        ownNote: 'Look again',
        tags: ['sea'],
        folder: 'Reading/50%_done',
        folders: ['Reading / 50%_done', 'Other'],
        addedAt: '2019-05-01T00:00:00.000Z',
        flags: ['favorite', 'toread'],
      });
    });
    it.each([
      ['folder=Reading', ['read']],
      ['folder=reading/50%25_DONE', ['read']],
      ['folder=Reading%20/%2050%25_done', ['read']],
      ['folder=Read', []],
      ['folder=Reading/50xxdone', []],
      ['folder=other', ['read']],
      ['flag=toread', ['read']],
      ['flag=archive', []],
      ['tag=sea', ['read']],
      ['tag=sea&folder=Reading&flag=favorite&state=ready', ['read']],
      ['query=own%20TITLE', ['read']],
    ])('is found by %s', async (query, names) => {
      await keep('read', own);
      expect(await found(query)).toEqual(names);
    });
  });

  it('keep a source in the inbox until it is archived or set aside for later', async () => {
    await keep('read', {});
    const views = async () =>
      Promise.all(
        ['inbox', 'later', 'archive'].map(async (view) =>
          (await found(`view=${view}`)).includes('read'),
        ),
      );
    expect(await views()).toEqual([true, false, false]);
    await keep('read', { flags: ['favorite'] });
    expect(await views()).toEqual([true, false, false]);
    await keep('read', { flags: ['toread'] });
    expect(await views()).toEqual([false, true, false]);
    await keep('read', { flags: ['toread', 'archive'] });
    expect(await views()).toEqual([false, false, true]);
    expect((await test.owner.get('sources?view=trash')).status).toBe(400);
  });

  it('find a site by its host and its name', async () => {
    await keep('broken', undefined, { canonicalUrl: 'https://blog.example.net:8080' });
    expect(await found('channel=example.net')).toEqual(['broken']);
    expect(await found('channel=blog.example.net:8080')).toEqual(['broken']);
    expect(await found('channel=ample.net')).toEqual([]);
    expect(await found('channel=net/')).toEqual([]);
    await keep('broken', undefined, { facts: { siteName: 'The Blog' } });
    expect(await found('channel=the%20blog')).toEqual(['broken']);
  });

  it('refuse unknown values', async () => {
    for (const query of ['state=lost', 'flag=later', 'sort=size', 'cursor=1'])
      expect((await test.owner.get(`sources?${query}`)).status).toBe(400);
    const other = '01935b6e-0000-7000-8000-000000000001';
    expect((await test.owner.get(`sources?sort=title&cursor=${other}`)).status).toBe(400);
  });
});
