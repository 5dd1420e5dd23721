import type { JSONContent } from '@tiptap/core';
import { prosemirrorJSONToYXmlFragment } from '@tiptap/y-tiptap';
import { v7 as uuid } from 'uuid';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { applyUpdate, Doc, encodeStateAsUpdate, XmlElement, type XmlText } from 'yjs';
import type { UserId } from '#core/contract/id.ts';
import { docText } from '#core/editor/document.ts';
import { notesSchema } from '#core/editor/schema.ts';
import { eventually } from '#pipeline/testing/eventually.ts';
import { contentOf, notesJson, spellingOf, writeContent } from '../../collab/index.ts';
import { openRoom, type Room } from '../../collab/testing/collab-room.ts';
import { describeOnDatabases, type OpenedTestDatabase } from '../../db/testing/test-database.ts';
import { Accounts } from '../accounts/index.ts';
import { Threads } from '../threads/index.ts';
import { diffNotes } from './diff-notes.ts';
import { History } from './history.ts';
import { versionsToDelete } from './versions-to-delete.ts';

const paragraph = (text: string): JSONContent => ({
  type: 'paragraph',
  content: [{ type: 'text', text }],
});
const write = (document: Doc, ...texts: string[]) =>
  prosemirrorJSONToYXmlFragment(
    notesSchema(),
    { type: 'doc', content: texts.map(paragraph) },
    document.getXmlFragment('default'),
  );
const fragment = (document: Doc) => document.getXmlFragment('default');
const block = (document: Doc, at: number) => fragment(document).get(at) as XmlElement;
const HOUR = 3_600_000;

describe('restoring notes', () => {
  it('changes only what differs, and keeps content from a newer build', () => {
    const old = new Doc();
    write(old, 'The first.', 'An otter 🦦 sleeps.', 'The last.');
    const later = new XmlElement('of-a-later-build');
    later.setAttribute('deep', { of: [1] } as never);
    fragment(old).insert(1, [later]);
    block(old, 0).setAttribute('tone', 'loud');
    const content = contentOf(old);

    const now = new Doc();
    applyUpdate(now, encodeStateAsUpdate(old));
    const [first, last] = [block(now, 0), block(now, 3)];
    fragment(now).delete(1, 1);
    block(now, 0).removeAttribute('tone');
    (block(now, 1).get(0) as XmlText).insert(9, '🦭');
    fragment(now).insert(3, [new XmlElement('paragraph')]);
    // Meanwhile someone edits another part offline.
    const apart = new Doc();
    applyUpdate(apart, encodeStateAsUpdate(now));
    (block(apart, 2).get(0) as XmlText).insert(0, 'Still: ');

    writeContent(now, content);
    expect(spellingOf(now)).toBe(spellingOf(old));
    expect([block(now, 0) === first, block(now, 3) === last]).toEqual([true, true]);
    expect(block(now, 1).getAttributes()).toEqual({ deep: { of: [1] } });
    expect(docText(notesJson(now))).toBe('The first.\nAn otter 🦦 sleeps.\nThe last.');
    applyUpdate(now, encodeStateAsUpdate(apart));
    expect(docText(notesJson(now))).toBe('The first.\nAn otter 🦦 sleeps.\nStill: The last.');
  });
});

describe('a comparison of notes', () => {
  it('shows changed lines, changed words and changed formatting', () => {
    const before: JSONContent = {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'Otters' }] },
        paragraph('They sleep hand in hand in the cold water.'),
        paragraph('They eat.'),
        {
          type: 'bulletList',
          content: [
            { type: 'listItem', content: [paragraph('mussels')] },
            { type: 'listItem', content: [paragraph('clams')] },
          ],
        },
      ],
    };
    const after: JSONContent = {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Otters' }] },
        paragraph('They sleep hand in hand in the warm water.'),
        {
          type: 'bulletList',
          content: [
            { type: 'listItem', content: [paragraph('mussels')] },
            { type: 'listItem', content: [paragraph('clams')] },
            { type: 'listItem', content: [paragraph('urchins')] },
          ],
        },
      ],
    };
    const { parts, ...counts } = diffNotes(before, after);
    expect(counts).toEqual({ added: 1, removed: 1, changed: 2 });
    expect(
      parts.map((part) => [
        part.kind,
        part.line.kind,
        part.kind === 'changed'
          ? part.words.filter(({ kind }) => kind !== 'same').map(({ text }) => text)
          : part.text,
      ]),
    ).toEqual([
      ['restyled', 'heading', 'Otters'],
      ['changed', 'paragraph', ['cold', 'warm']],
      ['removed', 'paragraph', 'They eat.'],
      ['same', 'item', 'mussels'],
      ['same', 'item', 'clams'],
      ['added', 'item', 'urchins'],
    ]);
  });
});

describe('old versions', () => {
  it('are thinned with age, except for those with a name', () => {
    const now = Date.UTC(2026, 5, 1);
    const versions = Array.from({ length: 6 * 24 * 100 }, (_, n) => ({
      id: `v${n}`,
      name: n === 9000 ? 'Draft' : null,
      createdAt: new Date(now - (n * HOUR) / 6),
    }));
    const gone = new Set(versionsToDelete(versions, now));
    const left = versions.filter(({ id }) => !gone.has(id));
    const between = (from: number, to: number) =>
      left.filter(
        ({ createdAt }) =>
          now - createdAt.getTime() > from * 24 * HOUR &&
          now - createdAt.getTime() <= to * 24 * HOUR,
      ).length;
    expect([between(-1, 1), between(1, 7), between(7, 60)]).toEqual([145, 144, 53]);
    expect(between(60, 100)).toBeLessThanOrEqual(8);
    expect(left.some(({ name }) => name === 'Draft')).toBe(true);
    expect(versionsToDelete(left, now)).toEqual([]);
  });
});

describeOnDatabases('the history of notes', (open) => {
  let opened: OpenedTestDatabase;
  let by: UserId;
  let threads: Threads;
  let room: Room | undefined;
  beforeAll(async () => {
    opened = await open();
    threads = new Threads(opened.database);
    by = (await new Accounts(opened.database).owner())._id;
  });
  afterEach(async () => {
    await room?.close();
  });

  async function openHistory(now: () => number) {
    const { id } = await threads.create(by, 'Otters');
    const made = await openRoom(
      opened,
      { onStored: (threadId, notes) => history.follow(threadId, notes) },
      id,
    );
    const history: History = new History({ database: opened.database, collab: made.collab, now });
    made.guests.set('writer', { user: { _id: by, name: 'Ada' }, access: 'write' });
    room = made;
    return { history, id, join: made.join, collab: made.collab };
  }

  it('saves versions when everyone leaves or on request, and restores them as an edit that can be undone', async () => {
    let clock = Date.now();
    const { history, id, join } = await openHistory(() => clock);
    const ada = join();
    await eventually(() => expect(ada.isSaved()).toBe(true));
    write(ada.document, 'Otters sleep.');
    await eventually(() => expect(ada.isSaved()).toBe(true));
    ada.close();
    await eventually(async () =>
      expect(await history.list(id)).toMatchObject([
        { name: null, words: 2, blocks: 1, editors: [{ _id: by }] },
      ]),
    );

    const ben = join({ accessToken: 'second' });
    await eventually(() => expect(docText(notesJson(ben.document))).toBe('Otters sleep.'));
    (block(ben.document, 0).get(0) as XmlText).insert(6, ' always');
    await eventually(() => expect(ben.isSaved()).toBe(true));
    clock += 1000;
    const named = await history.keep(id, 'Draft', by);
    expect(named).toMatchObject({ name: 'Draft', namedBy: { _id: by } });
    const [, first] = await history.list(id);
    const { restored, before } = await history.restore(id, first?._id ?? '', by);
    expect([restored._id, before._id]).toEqual([first?._id, named._id]);
    await eventually(() => expect(docText(notesJson(ben.document))).toBe('Otters sleep.'));
    expect(await history.diff(id, named._id, 'now')).toMatchObject({
      changed: 1,
      parts: [
        { words: [{ text: 'Otters ' }, { kind: 'removed', text: 'always ' }, { text: 'sleep.' }] },
      ],
    });
    expect(await history.diff(id, named._id, 'before')).toMatchObject({
      changed: 1,
      parts: [{ words: [{}, { kind: 'added' }, {}] }],
    });
    await history.restore(id, before._id, by);
    await eventually(() => expect(docText(notesJson(ben.document))).toBe('Otters always sleep.'));
    // Content of an existing version is not saved again.
    expect(await history.list(id)).toHaveLength(2);
  });

  it('saves a version at intervals while someone writes, and none without changes', async () => {
    let clock = Date.now();
    const { history, id, collab } = await openHistory(() => clock);
    const document = new Doc();
    write(document, 'One.');
    const follow = () =>
      history.follow(id, { document, editors: [by], since: clock - 1000, isClosed: false });
    expect([await follow(), (await history.list(id)).length]).toEqual([false, 0]);
    expect(
      await history.follow(id, { document, editors: [by], since: clock - HOUR, isClosed: false }),
    ).toBe(true);
    clock += HOUR;
    expect(
      await history.follow(id, { document, editors: [by], since: clock - HOUR, isClosed: false }),
    ).toBe(true);
    expect(await history.list(id)).toHaveLength(1);
    await threads.remove(await threads.owned(by, id));
    await collab.forget(id);
    expect(await history.list(id)).toEqual([]);
  });

  it('shows no versions of other threads', async () => {
    const { history, id } = await openHistory(Date.now);
    const { _id } = await history.keep(id, 'Draft', by);
    const other = await threads.create(by, 'Bees');
    await expect(history.restore(other.id, _id, by)).rejects.toMatchObject({ code: 'absent' });
    await expect(history.diff(id, uuid(), 'now')).rejects.toMatchObject({ code: 'absent' });
  });
});
