import { QueryTypes } from 'sequelize';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { applyUpdate, Doc, encodeStateAsUpdate } from 'yjs';
import { clip } from '#core/editor/blocks/clip/block.ts';
import { Fault } from '#core/contract/faults.ts';
import { eventually } from '#pipeline/testing/eventually.ts';
import { describeOnDatabases, type OpenedTestDatabase } from '../db/testing/test-database.ts';
import type { TestClient } from './testing/client.ts';
import { roomsIn } from './testing/collab-room.ts';
import { toJson } from './stored-notes.ts';
import { createUpdateStore } from './update-store.ts';

describeOnDatabases('shared documents', (open) => {
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

  it('add blocks to the notes once, while people have them open', async () => {
    const stored: string[] = [];
    const { join, collab, threadId } = await room({
      onStored: async (_, { document }) => {
        stored.push(JSON.stringify(toJson(document)));
        return true;
      },
    });
    const ada = join();
    await eventually(() => expect(ada.isSaved()).toBe(true));
    const hello = {
      type: 'paragraph',
      content: [
        {
          type: 'text',
          text: 'Hello',
          marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }],
        },
      ],
    };
    expect(await collab.appendBlocks(threadId, [hello, clip.example])).toBe(2);
    expect(await collab.appendBlocks(threadId, [clip.example])).toBe(0);
    await eventually(() => expect(ada.document.getXmlFragment('default').length).toBe(2));
    const doc = await collab.readDocument(threadId);
    expect(doc.content?.map(({ type }) => type)).toEqual(['paragraph', 'clip']);
    expect(doc.content?.[1]).toEqual(clip.example);
    expect(JSON.stringify(doc)).not.toContain('javascript:');
    ada.close();
    await eventually(() => expect(stored.at(-1)).toContain('Hello'));
    await eventually(() => expect(collab.health().documents).toBe(0));
    expect(await collab.readDocument(threadId)).toEqual(doc);
    // The cached preview includes what another server writes.
    for (let n = 0; n < 2; n += 1)
      expect((await collab.readDocument(threadId, 1)).content).toEqual(doc.content?.slice(0, 1));
    const elsewhere = new Doc();
    applyUpdate(elsewhere, encodeStateAsUpdate(ada.document));
    elsewhere.getXmlFragment('default').delete(0, 1);
    await createUpdateStore(opened.database, opened.log).append(
      `thread:${threadId}`,
      encodeStateAsUpdate(elsewhere),
    );
    expect((await collab.readDocument(threadId, 1)).content).toEqual(doc.content?.slice(1));
    await collab.forget(threadId);
    expect(await count('collab_updates', threadId)).toBe(0);
  });

  it('are not read again shortly after the last person leaves, unless another process wrote to them', async () => {
    const store = createUpdateStore(opened.database, opened.log);
    let reads = 0;
    const { join, collab, threadId } = await room({
      store: {
        ...store,
        read: (doc, into) => {
          reads += 1;
          return store.read(doc, into);
        },
      },
    });
    const leave = async (client: TestClient) => {
      client.close();
      await eventually(() =>
        expect(collab.health()).toMatchObject({ documents: 0, connections: 0 }),
      );
    };
    const visit = async (words: string) => {
      const client = join();
      await eventually(() => expect([client.isSaved(), client.words()]).toEqual([true, words]));
      return client;
    };
    const ada = await visit('');
    ada.type('one ');
    await eventually(() => expect(ada.isSaved()).toBe(true));
    await leave(ada);
    await leave(await visit('one '));
    expect(reads).toBe(1);
    const elsewhere = new Doc();
    elsewhere.getText('words').insert(0, 'two ');
    await store.append(`thread:${threadId}`, encodeStateAsUpdate(elsewhere));
    const back = join();
    await eventually(() => expect(back.words()).toContain('two '));
    await leave(back);
    // The server refuses to write to, or read, notes that were deleted from disk.
    const later = new Doc();
    later.getText('words').insert(0, 'three ');
    await store.append(`thread:${threadId}`, encodeStateAsUpdate(later));
    expect((await collab.sharedDocument(threadId)).getText('words').toString()).toContain('three ');
    await leave(await visit((await collab.sharedDocument(threadId)).getText('words').toString()));
    await collab.forget(threadId);
    expect((await collab.sharedDocument(threadId)).getText('words').toString()).toBe('');
  });

  it('are read once for a preview and for opening', async () => {
    const store = createUpdateStore(opened.database, opened.log);
    let reads = 0;
    const first = await room();
    const ada = first.join();
    await eventually(() => expect(ada.isSaved()).toBe(true));
    ada.type('one');
    await eventually(() => expect(ada.isSaved()).toBe(true));
    const { join, collab } = await room(
      {
        store: {
          ...store,
          read: (doc, into) => {
            reads += 1;
            return store.read(doc, into);
          },
        },
      },
      first.threadId,
    );
    await collab.readDocument(first.threadId, 1);
    const ben = join({ accessToken: 'second' });
    await eventually(() => expect(ben.words()).toBe('one'));
    expect(reads).toBe(1);
  });

  it('send complete notes from disk without merging them, and without deleted text', async () => {
    const store = createUpdateStore(opened.database, opened.log);
    const first = await room();
    const ada = first.join();
    await eventually(() => expect(ada.isSaved()).toBe(true));
    for (const words of ['secret ', 'plain']) {
      ada.type(words);
      await eventually(() => expect(ada.isSaved()).toBe(true));
    }
    let reads = 0;
    const { collab } = await room(
      {
        store: {
          ...store,
          read: (doc, into) => {
            reads += 1;
            return store.read(doc, into);
          },
        },
      },
      first.threadId,
    );
    const all = async () => {
      const [update, document] = [await collab.wholeUpdate(first.threadId), new Doc()];
      applyUpdate(document, update);
      return {
        words: document.getText('words').toString(),
        reads,
        secret: Buffer.from(update).includes('secret'),
      };
    };
    expect(await all()).toEqual({ words: 'secret plain', reads: 0, secret: true });
    ada.document.getText('words').delete(0, 7);
    await eventually(() => expect(ada.isSaved()).toBe(true));
    expect(await all()).toEqual({ words: 'plain', reads: 1, secret: false });
    // One unreadable row affects nothing else.
    await store.append(`thread:${first.threadId}`, Uint8Array.of(1, 9, 7, 7, 0));
    expect(await all()).toMatchObject({ words: 'plain', secret: false });
    expect(await count('collab_quarantine', first.threadId)).toBe(1);
    const unread = await room({
      store: {
        ...store,
        asStored: async () => undefined,
        read: () => Promise.reject(new Error('disk')),
      },
    });
    await expect(unread.collab.wholeUpdate(unread.threadId)).rejects.toThrow(Fault);
  });
});
