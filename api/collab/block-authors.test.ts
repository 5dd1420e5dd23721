import { afterEach, beforeAll, expect, it } from 'vitest';
import { XmlElement } from 'yjs';
import { eventually } from '#pipeline/testing/eventually.ts';
import { describeOnDatabases, type OpenedTestDatabase } from '../db/testing/test-database.ts';
import { roomsIn } from './testing/collab-room.ts';
import type { TestClient } from './testing/client.ts';
import { FRAGMENT } from './stored-notes.ts';

describeOnDatabases('the author of a block', (open) => {
  let opened: OpenedTestDatabase;
  const { room, closeRooms } = roomsIn(() => opened);
  beforeAll(async () => {
    opened = await open();
  });
  afterEach(closeRooms);

  const blocks = ({ document }: TestClient) => document.getXmlFragment(FRAGMENT);
  const namesOf = (client: TestClient, name: string) =>
    Object.fromEntries(
      blocks(client)
        .toArray()
        .flatMap((it) =>
          it instanceof XmlElement ? [[it.getAttribute('_id'), it.getAttribute(name)]] : [],
        ),
    );
  const makersOf = (client: TestClient) => namesOf(client, 'createdBy');
  function put(client: TestClient, _id: string, createdBy?: string): void {
    const block = new XmlElement('insight');
    block.setAttribute('_id', _id);
    if (createdBy !== undefined) block.setAttribute('createdBy', createdBy);
    blocks(client).push([block]);
  }

  it('is the person who created it, whatever an editor sends, after moves, removal, undo and restarts', async () => {
    const first = await room();
    const [ada, ben] = [first.join(), first.join({ accessToken: 'second' })];
    await eventually(() => expect([ada.isSaved(), ben.isSaved()]).toEqual([true, true]));
    put(ada, 'own', 'u1');
    put(ada, 'nobodys');
    await eventually(() => expect(makersOf(ben)).toEqual({ own: 'u1', nobodys: undefined }));
    put(ben, 'forged', 'u1');
    await eventually(() =>
      expect([ada, ben].map(makersOf)).toEqual([
        { own: 'u1', nobodys: undefined, forged: 'u2' },
        { own: 'u1', nobodys: undefined, forged: 'u2' },
      ]),
    );
    const [own, nobodys] = blocks(ben).toArray();
    if (!(own instanceof XmlElement) || !(nobodys instanceof XmlElement))
      throw new Error('no blocks');
    own.setAttribute('createdBy', 'u2');
    nobodys.setAttribute('createdBy', 'u1');
    await eventually(() =>
      expect(makersOf(ada)).toEqual({ own: 'u1', nobodys: 'u2', forged: 'u2' }),
    );
    blocks(ben).delete(0, 1);
    await eventually(() => expect(makersOf(ada)).toEqual({ nobodys: 'u2', forged: 'u2' }));
    put(ben, 'own', 'u1');
    ben.type('last');
    await eventually(() =>
      expect([ada.words(), ben.isSaved(), makersOf(ada)]).toEqual([
        'last',
        true,
        { nobodys: 'u2', forged: 'u2', own: 'u1' },
      ]),
    );
    await first.close();
    const second = await room({}, first.threadId);
    const again = second.join({ accessToken: 'second' });
    await eventually(() =>
      expect(makersOf(again)).toEqual({ nobodys: 'u2', forged: 'u2', own: 'u1' }),
    );
  });

  it('is recorded for blocks that the server adds', async () => {
    const { collab, threadId, join } = await room();
    await collab.appendBlocks(threadId, [
      { type: 'insight', attrs: { _id: 'kept', createdBy: 'u9' } },
    ]);
    const ben = join({ accessToken: 'second' });
    await eventually(() => expect(makersOf(ben)).toEqual({ kept: 'u9' }));
    put(ben, 'kept', 'u9');
    put(ben, 'end', 'u2');
    await eventually(() => expect(ben.isSaved()).toBe(true));
    expect(
      (await collab.readDocument(threadId)).content?.map(
        (it) => it.attrs?.['createdBy'] as unknown,
      ),
    ).toEqual(['u9', 'u9', 'u2']);
  });

  it("is separate from the last editor, whose name others can't use either", async () => {
    const { join } = await room();
    const [ada, ben] = [join(), join({ accessToken: 'second' })];
    await eventually(() => expect([ada.isSaved(), ben.isSaved()]).toEqual([true, true]));
    const changed = (client: TestClient, at: number, by: string) => {
      const block = blocks(client).get(at);
      if (block instanceof XmlElement) block.setAttribute('updatedBy', by);
    };
    for (const id of ['first', 'second']) put(ada, id, 'u1');
    changed(ada, 0, 'u1');
    await eventually(() =>
      expect(namesOf(ben, 'updatedBy')).toEqual({ first: 'u1', second: undefined }),
    );
    changed(ben, 1, 'u1');
    await eventually(() =>
      expect([ada, ben].map((it) => namesOf(it, 'updatedBy'))).toEqual([
        { first: 'u1', second: 'u2' },
        { first: 'u1', second: 'u2' },
      ]),
    );
    // Moved, so the author stays.
    const moved = blocks(ben).get(0).clone() as XmlElement;
    ben.document.transact(() => {
      blocks(ben).delete(0, 1);
      blocks(ben).push([moved]);
    });
    await eventually(() =>
      expect([ben.isSaved(), Object.entries(namesOf(ada, 'updatedBy'))]).toEqual([
        true,
        [
          ['second', 'u2'],
          ['first', 'u1'],
        ],
      ]),
    );
  });
});
