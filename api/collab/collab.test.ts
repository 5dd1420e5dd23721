import { QueryTypes } from 'sequelize';
import { v7 as uuid } from 'uuid';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { Doc } from 'yjs';
import { Fault } from '#core/contract/faults.ts';
import type { ThreadId } from '#core/contract/id.ts';
import { schemaVersion } from '#core/editor/schema-version.ts';
import { eventually } from '#pipeline/testing/eventually.ts';
import { describeOnDatabases, type OpenedTestDatabase } from '../db/testing/test-database.ts';
import { MOST_NOTES } from './unload-grace.ts';
import type { TestClient } from './testing/client.ts';
import { ORIGIN, roomsIn } from './testing/collab-room.ts';
import { createUpdateStore } from './update-store.ts';

describeOnDatabases('collaboration', (open) => {
  let opened: OpenedTestDatabase;
  const { room, closeRooms } = roomsIn(() => opened);
  const count = async (table: string, threadId: string): Promise<number> => {
    const rows = await opened.database.sequelize.query<{ seq: number }>(
      `SELECT seq FROM ${table} WHERE doc = $1`,
      { bind: [`thread:${threadId}`], type: QueryTypes.SELECT },
    );
    return rows.length;
  };
  beforeAll(async () => {
    opened = await open();
  });
  afterEach(closeRooms);

  it('lets two people edit the same notes', async () => {
    const { join } = await room();
    const [ada, ben] = [join(), join({ accessToken: 'second' })];
    await eventually(() => expect([ada.isSaved(), ben.isSaved()]).toEqual([true, true]));
    ada.type('left ');
    ben.type('right ');
    await eventually(() => {
      expect(ada.words()).toBe(ben.words());
      expect([...ada.words().trim().split(' ')].sort()).toEqual(['left', 'right']);
    });
  });

  it('reports synced only when the edit is on disk, and serves it after a restart', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    const store = createUpdateStore(opened.database, opened.log);
    let slow = false;
    const first = await room({
      store: {
        ...store,
        append: async (doc, update) => {
          if (slow) await held;
          return store.append(doc, update);
        },
      },
    });
    const ada = first.join();
    await eventually(() => expect(ada.isSaved()).toBe(true));
    slow = true;
    ada.type('kept');
    // The protocol has acknowledged the edit, but the row is not stored.
    await eventually(() => expect(ada.provider.unsyncedChanges).toBe(0));
    expect(ada.isSaved()).toBe(false);
    expect(await count('collab_updates', first.threadId)).toBe(0);
    release();
    await eventually(() => expect(ada.isSaved()).toBe(true));
    expect(await count('collab_updates', first.threadId)).toBe(1);
    await first.close();
    const second = await room({}, first.threadId);
    const ben = second.join({ accessToken: 'second' });
    await eventually(() => expect(ben.words()).toBe('kept'));
  });

  it('neither stores nor forwards edits of a reader', async () => {
    const { join, threadId, collab } = await room();
    const [ada, reader] = [join(), join({ accessToken: 'reader' })];
    await eventually(() => expect([ada.isSaved(), reader.provider.isSynced]).toEqual([true, true]));
    reader.type('graffiti');
    ada.type('mine');
    await eventually(() => expect(reader.words()).toContain('mine'));
    await eventually(() => expect(ada.isSaved()).toBe(true));
    expect(ada.words()).toBe('mine');
    expect(reader.isSaved()).toBe(false);
    // A new connection sends the complete state of the reader.
    const again = join({ accessToken: 'reader', document: reader.document });
    await eventually(() => expect(again.provider.isSynced).toBe(true));
    expect(ada.words()).toBe('mine');
    expect(await count('collab_updates', threadId)).toBe(1);
    expect(collab.health().failing).toEqual([]);
  });

  it('refuses people without access, and names of other documents', async () => {
    const { join, threadId, guests, collab } = await room();
    const other = uuid();
    const token = (it_: object) =>
      JSON.stringify({
        accessToken: 'writer',
        threadId,
        threadSlug: '',
        environment: 'prod',
        ...it_,
      });
    const intruders = [
      join({ accessToken: 'nobody' }),
      join({ name: `thread:${other}` }),
      join({ name: threadId }),
      join({ name: `thread:${threadId} ` }),
      join({ name: ' ' }),
      join({ name: `thread:${threadId.toUpperCase()}` }),
      join({ token: 'not json' }),
      join({ token: token({ threadId: other }) }),
      join({ token: token({ accessToken: 7 }) }),
    ];
    await eventually(() => {
      for (const it_ of intruders) expect(it_.refused[0]).toBe('permission-denied');
    });
    await eventually(() => {
      for (const it_ of intruders) expect(it_.closed).toContain(4403);
    });
    expect(guests.size).toBe(3);
    expect(collab.health().documents).toBe(0);
  });

  it('stores edits from an older build of the page, and makes that page read-only from then on', async () => {
    const { join, threadId, collab } = await room();
    const [ada, ben] = [join({ schema: schemaVersion() }), join({ accessToken: 'second' })];
    await eventually(() => expect([ada.isSaved(), ben.isSaved()]).toEqual([true, true]));
    const tab = new Doc();
    tab.getText('words').insert(0, 'offline ');
    const old = join({ schema: 'of-another-build', document: tab });
    await eventually(() =>
      expect([old.messages[0], old.isSaved(), ada.words()]).toEqual(['stale', true, 'offline ']),
    );
    expect(old.provider.authorizedScope).toBe('readonly');
    old.type('unheard');
    ada.type('heard');
    await eventually(() => expect(old.words()).toContain('heard'));
    await collab.accessChanged(threadId);
    old.type('still unheard');
    await eventually(() =>
      expect([ada.isSaved(), ada.words(), ben.words(), old.provider.unsyncedChanges]).toEqual([
        true,
        'offline heard',
        'offline heard',
        2,
      ]),
    );
    expect(ada.messages).not.toContain('stale');
  });

  it("requires the page's own origin for cookies", async () => {
    const { join } = await room();
    const cookie = 'session=writer';
    const own = join({ accessToken: '', headers: { cookie, origin: ORIGIN } });
    await eventually(() => expect(own.isSaved()).toBe(true));
    const foreigners: Record<string, string>[] = [
      { cookie, origin: 'http://evil.test' },
      { cookie, origin: 'null' },
      { cookie },
    ];
    for (const headers of foreigners) {
      const foreign = join({ accessToken: '', headers });
      await eventually(() => expect(foreign.closed.length).toBeGreaterThan(0));
      expect(foreign.provider.isSynced).toBe(false);
    }
  });

  it('closes open connections when access is revoked', async () => {
    const { join, guests, collab, threadId } = await room();
    const [ada, ben] = [join(), join({ accessToken: 'second' })];
    await eventually(() => expect([ada.isSaved(), ben.isSaved()]).toEqual([true, true]));
    guests.set('writer', { user: { _id: 'u1', name: 'Ada' }, access: 'read' });
    guests.delete('second');
    await collab.accessChanged(threadId);
    await eventually(() => expect(ben.closed).toContain(4403));
    let answers = 0;
    ada.provider.on('message', () => {
      answers += 1;
    });
    ada.type('too late');
    await eventually(() => expect(answers).toBeGreaterThan(0));
    expect(ada.provider.unsyncedChanges).toBe(1);
    expect(JSON.stringify(await collab.readDocument(threadId))).not.toContain('too late');
    expect(await count('collab_updates', threadId)).toBe(0);
  });

  it('sets a corrupt row aside, serves the rest and reports it', async () => {
    const first = await room();
    const ada = first.join();
    await eventually(() => expect(ada.isSaved()).toBe(true));
    for (const word of ['one ', 'two ', 'three ']) {
      ada.document.getArray('ops').push([word]);
      await eventually(() => expect(ada.isSaved()).toBe(true));
    }
    await first.close();
    const [, , last] = await opened.database.sequelize.query<{ seq: number; update: Buffer }>(
      'SELECT seq, "update" FROM collab_updates WHERE doc = $1 ORDER BY seq',
      { bind: [`thread:${first.threadId}`], type: QueryTypes.SELECT },
    );
    // One changed letter: still a valid update, but not the one that was written.
    const flipped = Buffer.from(last?.update ?? []);
    flipped.write('T', flipped.indexOf('three'));
    await opened.database.write((transaction) =>
      opened.database.sequelize.query('UPDATE collab_updates SET "update" = $1 WHERE seq = $2', {
        bind: [flipped, last?.seq],
        transaction,
      }),
    );
    const second = await room({}, first.threadId);
    const ben = second.join({ accessToken: 'second' });
    await eventually(() => expect(ben.messages).toContain('fetchDocError'));
    await eventually(() =>
      expect(ben.document.getArray('ops').toArray()).toEqual(['one ', 'two ']),
    );
    expect(await count('collab_quarantine', first.threadId)).toBe(1);
    expect(await count('collab_updates', first.threadId)).toBe(2);
  });

  it('sets aside stored bytes that are not an update', async () => {
    const first = await room();
    const ada = first.join();
    await eventually(() => expect(ada.isSaved()).toBe(true));
    ada.document.getArray('ops').push(['one ']);
    await eventually(() => expect(ada.isSaved()).toBe(true));
    await first.close();
    await createUpdateStore(opened.database, opened.log).append(
      `thread:${first.threadId}`,
      Uint8Array.of(1, 9, 7, 7, 7),
    );
    const second = await room({}, first.threadId);
    const ben = second.join({ accessToken: 'second' });
    await eventually(() => expect(ben.messages).toContain('fetchDocError'));
    await eventually(() => expect(ben.document.getArray('ops').toArray()).toEqual(['one ']));
    expect(await count('collab_quarantine', first.threadId)).toBe(1);
  });

  it("refuses to open notes that can't be read, instead of showing them empty", async () => {
    const store = createUpdateStore(opened.database, opened.log);
    let broken = true;
    const { join, collab, threadId } = await room({
      store: {
        ...store,
        read: (doc, into) => (broken ? Promise.reject(new Error('disk')) : store.read(doc, into)),
      },
    });
    const ada = join();
    await eventually(() => expect(ada.refused).toContain('fetchDocError'));
    expect(ada.provider.isSynced).toBe(false);
    await expect(collab.readDocument(threadId)).rejects.toThrow(Fault);
    broken = false;
    const again = join();
    await eventually(() => expect(again.isSaved()).toBe(true));
  });

  it('reports syncFailed when the disk refuses, keeps the notes in memory, and resumes by itself', async () => {
    const store = createUpdateStore(opened.database, opened.log);
    let full = true;
    const { join, threadId, collab } = await room({
      store: {
        ...store,
        append: (doc, update) =>
          full ? Promise.reject(new Fault('storage_full')) : store.append(doc, update),
      },
    });
    const ada = join();
    await eventually(() => expect(ada.isSaved()).toBe(true));
    ada.type('not lost');
    await eventually(() => expect(ada.messages).toContain('syncFailed'));
    expect(ada.isSaved()).toBe(false);
    ada.close();
    await eventually(() =>
      expect(collab.health()).toMatchObject({
        documents: 1,
        connections: 0,
        failing: [`thread:${threadId}`],
      }),
    );
    full = false;
    const ben = join({ accessToken: 'second' });
    await eventually(() => expect([ben.words(), ben.isSaved()]).toEqual(['not lost', true]));
    await eventually(async () => expect(await count('collab_updates', threadId)).toBe(1));
    expect(collab.health().failing).toEqual([]);
  });

  it('compacts a long log into one snapshot without losing text', async () => {
    const first = await room({ compaction: { rows: 5 } });
    const ada = first.join();
    await eventually(() => expect(ada.isSaved()).toBe(true));
    for (let n = 0; n < 12; n += 1) {
      ada.type(`${n} `);
      await eventually(() => expect(ada.isSaved()).toBe(true), { interval: 2 });
    }
    expect(await count('collab_updates', first.threadId)).toBe(12);
    ada.close();
    await eventually(async () =>
      expect([
        await count('collab_updates', first.threadId),
        await count('collab_snapshots', first.threadId),
      ]).toEqual([0, 1]),
    );
    const ben = first.join({ accessToken: 'second' });
    await eventually(() => expect(ben.words()).toBe('0 1 2 3 4 5 6 7 8 9 10 11 '));
  });

  it('compacts the log when the last person leaves, and does not restore deleted notes', async () => {
    const { join, collab, threadId } = await room();
    const rows = async () => [
      await count('collab_updates', threadId),
      await count('collab_snapshots', threadId),
    ];
    /** Other notes, enough to make the server unload these. */
    const leaveOthers = async () => {
      for (let n = 0; n <= MOST_NOTES; n += 1) await collab.readDocument(uuid() as ThreadId, 1);
    };
    const visit = async (write: (client: TestClient) => void) => {
      const client = join();
      await eventually(() => expect(client.isSaved()).toBe(true));
      write(client);
      await eventually(() => expect(client.isSaved()).toBe(true));
      client.close();
      await eventually(() =>
        expect(collab.health()).toMatchObject({ documents: 0, connections: 0 }),
      );
    };
    await visit((ada) => ada.type('secret '));
    await visit((ada) => ada.document.getText('words').delete(0, 7));
    await visit((ada) => ada.type('plain'));
    expect(await rows()).toEqual([3, 0]);
    await leaveOthers();
    await eventually(async () => expect(await rows()).toEqual([0, 1]));
    expect(Buffer.from(await collab.wholeUpdate(threadId)).includes('secret')).toBe(false);
    await visit((ada) => {
      expect(ada.words()).toBe('plain');
      ada.type(' more');
    });
    expect(await rows()).toEqual([1, 1]);
    await collab.forget(threadId);
    await leaveOthers();
    expect((await collab.sharedDocument(threadId)).getText('words').toString()).toBe('');
    expect(await rows()).toEqual([0, 0]);
  });

  it('sets the name of a cursor itself', async () => {
    const { join } = await room();
    const [ada, ben] = [join(), join({ accessToken: 'second' })];
    await eventually(() => expect([ada.isSaved(), ben.isSaved()]).toEqual([true, true]));
    ada.provider.setAwarenessField('user', {
      _id: 'u2',
      name: 'Ben',
      color: 'red;background:url(//evil.test)',
    });
    await eventually(() =>
      expect(ben.provider.awareness?.getStates().get(ada.document.clientID)).toMatchObject({
        user: { _id: 'u1', name: 'Ada', color: expect.stringMatching(/^#[0-9a-f]{6}$/) },
      }),
    );
  });

  it('refuses connections over the limit', async () => {
    const { join } = await room({ limits: { clientsPerDocument: 3, socketsPerUser: 2 } });
    const mine = [join(), join()];
    await eventually(() => expect(mine.map((it_) => it_.isSaved())).toEqual([true, true]));
    const third = join();
    await eventually(() => expect(third.refused).toContain('too-many-clients'));
    third.close();
    const ben = join({ accessToken: 'second' });
    await eventually(() => expect(ben.isSaved()).toBe(true));
    const reader = join({ accessToken: 'reader' });
    await eventually(() => expect(reader.refused).toContain('too-many-clients'));
    mine[0]?.close();
    await eventually(() => expect(reader.provider.isSynced).toBe(true));
  });
});
