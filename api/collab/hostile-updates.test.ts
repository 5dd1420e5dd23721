import type { JSONContent } from '@tiptap/core';
import { TableMap } from '@tiptap/pm/tables';
import { prosemirrorJSONToYXmlFragment } from '@tiptap/y-tiptap';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { applyUpdate, Doc, encodeStateAsUpdate, encodeStateVector, XmlElement, XmlText } from 'yjs';
import { NOTES_CLOSE_CODES } from '#core/contract/notes-close-codes.ts';
import { BLOCKS } from '#core/editor/blocks/registry.ts';
import { cleanDoc } from '#core/editor/document.ts';
import { notesSchema } from '#core/editor/schema.ts';
import { eventually } from '#pipeline/testing/eventually.ts';
import { openOnSqlite, type OpenedTestDatabase } from '../db/testing/test-database.ts';
import { checkUpdate } from './check-update.ts';
import { toJson } from './stored-notes.ts';
import { roomsIn } from './testing/collab-room.ts';
import { hostileUpdates, nest, withoutItsPast } from './testing/hostile-updates.ts';
import { openEditor, sendUpdate, sendUpdates } from './testing/raw-socket.ts';
import { createUpdateStore } from './update-store.ts';

const FRAGMENT = 'default';
const SEED = Number(process.env['GLOSS_TEST_SEED'] ?? 21);
const text = (words: string, marks?: JSONContent['marks']): JSONContent => ({
  type: 'text',
  text: words,
  ...(marks ? { marks } : {}),
});
const paragraph = (...content: JSONContent[]): JSONContent => ({ type: 'paragraph', content });
const cell = (type: string, attrs: Record<string, unknown> = {}): JSONContent => ({
  type,
  attrs,
  content: [paragraph(text('cell'))],
});
const list = (type: string, item: string, attrs: Record<string, unknown> = {}): JSONContent => ({
  type,
  attrs,
  content: [{ type: item, content: [paragraph(text('item'))] }],
});

/** One of everything that notes may contain. */
const EVERYTHING: JSONContent = {
  type: 'doc',
  content: [
    {
      type: 'heading',
      attrs: {
        level: 2,
        indent: 3,
        _id: '0198c0de-0000-7000-8000-000000000001',
        createdAt: '2026-01-01T00:00:00.000Z',
      },
      content: [text('Notes')],
    },
    paragraph(
      text('bold', [{ type: 'bold' }]),
      text('link', [{ type: 'link', attrs: { href: 'https://example.org/' } }]),
      text('marked', [
        { type: 'highlight', attrs: { color: 'red' } },
        { type: 'italic' },
        { type: 'strike' },
        { type: 'underline' },
      ]),
      text('code', [{ type: 'code' }]),
      { type: 'hardBreak' },
    ),
    { type: 'blockquote', content: [paragraph(text('quoted'))] },
    list('bulletList', 'listItem'),
    list('orderedList', 'listItem', { start: 7 }),
    list('taskList', 'taskItem'),
    { type: 'codeBlock', attrs: { language: 'c++' }, content: [text('let x;')] },
    { type: 'horizontalRule' },
    {
      type: 'table',
      content: [
        {
          type: 'tableRow',
          content: [cell('tableHeader', { colspan: 2, colwidth: [100, 120] }), cell('tableHeader')],
        },
        {
          type: 'tableRow',
          content: [cell('tableCell', { rowspan: 1 }), cell('tableCell'), cell('tableCell')],
        },
      ],
    },
    ...BLOCKS.map(({ inline, example }) => (inline ? paragraph(text('at '), example) : example)),
  ],
};

function notesOf(json: JSONContent): Doc {
  const document = new Doc();
  prosemirrorJSONToYXmlFragment(notesSchema(), json, document.getXmlFragment(FRAGMENT));
  return document;
}
/** Returns the changes to a copy as an update. */
function written(base: Doc, write: (copy: Doc) => void): Uint8Array {
  const copy = new Doc();
  applyUpdate(copy, encodeStateAsUpdate(base));
  const before = encodeStateVector(copy);
  copy.transact(() => {
    write(copy);
  });
  return encodeStateAsUpdate(copy, before);
}
const faultOf = (document: Doc, update: Uint8Array) => checkUpdate(document, update).fault;
const element = (
  name: string,
  attributes: Record<string, unknown> = {},
  children: (XmlElement | XmlText)[] = [],
): XmlElement => {
  const made = new XmlElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value as string);
  made.insert(0, children);
  return made;
};
const nested = (depth: number): XmlElement => {
  let inner = element('paragraph', {}, [new XmlText('deep')]);
  for (let n = 1; n < depth; n += 1) inner = element('blockquote', {}, [inner]);
  return inner;
};
/** Parses the notes as the page does. */
function opens(document: Doc): JSONContent {
  const json = toJson(document);
  const node = notesSchema().nodeFromJSON(cleanDoc(json));
  node.check();
  node.descendants((child) => {
    if (child.type.name === 'table') expect(TableMap.get(child).map.length).toBeLessThan(30_000);
  });
  return json;
}

describe('the update guard', () => {
  it('accepts all content that notes may have, and every edit of it', () => {
    const notes = notesOf(cleanDoc(EVERYTHING));
    expect(faultOf(new Doc(), encodeStateAsUpdate(notes))).toBeUndefined();
    expect(toJson(notes)).toEqual(cleanDoc(EVERYTHING));
    const edits: ((copy: Doc) => void)[] = [
      (copy) => {
        const words = (copy.getXmlFragment(FRAGMENT).get(0) as XmlElement).get(0) as XmlText;
        words.insert(2, 'xyz');
        words.format(0, 3, { bold: {}, 'highlight--abcdefgh': { color: 'red' } });
        words.delete(1, 2);
      },
      (copy) => {
        for (const child of copy.getXmlFragment(FRAGMENT).toArray())
          (child as XmlElement).setAttribute('_id', 'another');
      },
      (copy) => {
        const table = copy
          .getXmlFragment(FRAGMENT)
          .toArray()
          .find((it) => (it as XmlElement).nodeName === 'table') as XmlElement;
        table.push([(table.get(1) as XmlElement).clone()]);
        ((table.get(0) as XmlElement).get(0) as XmlElement).setAttribute('colspan', 3 as never);
      },
      (copy) => {
        copy.getXmlFragment(FRAGMENT).push([nested(64)]);
      },
      (copy) => {
        copy.getXmlFragment(FRAGMENT).delete(0, copy.getXmlFragment(FRAGMENT).length);
      },
    ];
    for (const edit of edits) {
      const update = written(notes, edit);
      expect(faultOf(notes, update)).toBeUndefined();
      applyUpdate(notes, update);
    }
  });

  it.each<[string, (copy: Doc) => void]>([
    [
      'a colspan over another',
      (copy) => {
        everyOne(copy, 'tableCell').setAttribute('colspan', 1e9 as never);
      },
    ],
    [
      'a table that grows without end',
      (copy) => {
        for (let n = 0; n < 30; n += 1)
          everyOne(copy, 'tableRow').push([element('tableCell', { colspan: 100 }, [nested(1)])]);
        everyOne(copy, 'table').push(Array.from({ length: 50 }, () => element('tableRow')));
      },
    ],
    [
      'quotes in those that are there',
      (copy) => {
        everyOne(copy, 'blockquote').push([nested(64)]);
      },
    ],
    [
      'an indent of text',
      (copy) => {
        everyOne(copy, 'heading').setAttribute('indent', '7');
      },
    ],
    [
      'an id of an object',
      (copy) => {
        everyOne(copy, 'clip').setAttribute('_id', {} as never);
      },
    ],
    [
      'an attribute that no build has',
      (copy) => {
        everyOne(copy, 'clip').setAttribute('of-no-build', 'x');
      },
    ],
  ])('refuses %s', (_, write) => {
    const notes = notesOf(cleanDoc(EVERYTHING));
    expect(faultOf(notes, written(notes, write))).toEqual(expect.any(String));
  });
});

function everyOne(document: Doc, name: string): XmlElement {
  const open = [...document.getXmlFragment(FRAGMENT).toArray()];
  for (let next = open.shift(); next; next = open.shift()) {
    if (next instanceof XmlElement && next.nodeName === name) return next;
    if (next instanceof XmlElement) open.push(...next.toArray());
  }
  throw new Error(`There is no ${name}`);
}

describe('hostile updates over the socket', () => {
  let opened: OpenedTestDatabase;
  const { room, closeRooms } = roomsIn(() => opened);
  const open = openOnSqlite();
  beforeAll(async () => {
    opened = await open();
  });
  afterEach(closeRooms);

  it(`leave the notes readable, whatever an editor sends (seed ${SEED})`, async () => {
    const { url, threadId, join, collab } = await room();
    const notes = notesOf(cleanDoc(EVERYTHING));
    const updates = hostileUpdates(encodeStateAsUpdate(notes), 110, SEED);
    const fates = await sendUpdates({ url, threadId }, [
      encodeStateAsUpdate(notes),
      ...updates.map(({ update }) => update),
    ]);
    const fateOf = (name: string) => fates[1 + updates.findIndex((it_) => it_.name === name)];
    expect(fates[0]).toBe('taken');
    for (const name of [
      'colspan 1e9',
      'heading level x',
      'ten thousand quotes in each other',
      'a map among the blocks',
      'an unknown block',
      'objects as ids',
      'nothing at all',
    ]) {
      expect([name, fateOf(name)]).toEqual([name, NOTES_CLOSE_CODES.invalid]);
    }
    expect(fateOf('two hundred thousand blocks')).toBe(NOTES_CLOSE_CODES.full);
    expect(new Set(fates)).toEqual(
      new Set(['taken', NOTES_CLOSE_CODES.invalid, NOTES_CLOSE_CODES.full]),
    );
    // The next person opens valid notes, and the disk has them too.
    const ada = join();
    await eventually(() => expect(ada.isSaved()).toBe(true));
    opens(ada.document);
    opens((await collab.sharedDocument(threadId)) as Doc);
    const stored = new Doc();
    await createUpdateStore(opened.database, opened.log).read(`thread:${threadId}`, stored);
    expect(opens(stored)).toEqual(opens(ada.document));
  });

  it('are neither applied nor stored nor forwarded, and do not stop later edits', async () => {
    const { url, threadId, join } = await room();
    const ada = join();
    await eventually(() => expect(ada.isSaved()).toBe(true));
    const [bad] = hostileUpdates(encodeStateAsUpdate(new Doc()), 1, SEED);
    const raw = await openEditor({ url, threadId, accessToken: 'second' });
    expect(await sendUpdate(raw, bad?.update ?? new Uint8Array())).toBe(NOTES_CLOSE_CODES.invalid);
    const good = await openEditor({ url, threadId, accessToken: 'second' });
    expect(
      await sendUpdate(
        good,
        encodeStateAsUpdate(notesOf({ type: 'doc', content: [paragraph(text('well'))] })),
      ),
    ).toBe('taken');
    await eventually(() => expect(JSON.stringify(toJson(ada.document))).toContain('well'));
    expect(ada.document.getXmlFragment(FRAGMENT).toString()).not.toContain('colspan');
    const stored = new Doc();
    await createUpdateStore(opened.database, opened.log).read(`thread:${threadId}`, stored);
    expect(stored.getXmlFragment(FRAGMENT).toString()).not.toContain('colspan');
  });

  it('are not held in memory when they depend on missing updates', async () => {
    const { url, threadId, collab } = await room();
    const raw = await openEditor({ url, threadId });
    for (let n = 0; n < 5; n += 1)
      expect(await sendUpdate(raw, withoutItsPast(4_000_000_000 + n, 100_000))).toBe('taken');
    const { store } = await collab.sharedDocument(threadId);
    expect([store.pendingStructs, store.pendingDs]).toEqual([null, null]);
    // An edit that waits would be applied later without a check.
    const document = new Doc();
    const first = written(document, (copy) => {
      copy.clientID = 77;
      copy
        .getXmlFragment(FRAGMENT)
        .push([element('table', {}, [element('tableRow', {}, [element('tableCell')])])]);
    });
    applyUpdate(document, first);
    const later = written(document, (copy) => {
      copy.clientID = 78;
      everyOne(copy, 'tableCell').setAttribute('colspan', 1e9 as never);
    });
    expect([await sendUpdate(raw, later), await sendUpdate(raw, first)]).toEqual([
      'taken',
      'taken',
    ]);
    expect((await collab.sharedDocument(threadId)).getXmlFragment(FRAGMENT).toString()).toBe(
      '<table><tablerow><tablecell></tablecell></tablerow></table>',
    );
  });

  it('are held in memory when the setting says so', async () => {
    const { url, threadId, collab } = await room({ pendingEdits: 'hold' });
    const raw = await openEditor({ url, threadId });
    expect(await sendUpdate(raw, withoutItsPast(4_000_000_000, 1000))).toBe('taken');
    expect((await collab.sharedDocument(threadId)).store.pendingStructs).not.toBeNull();
  });

  it('do not stop a page from saving what it writes while it connects', async () => {
    const { join } = await room();
    const ada = join();
    await eventually(() => expect(ada.isSaved()).toBe(true));
    const document = new Doc();
    document.getXmlFragment(FRAGMENT).push([element('paragraph', {}, [new XmlText('offline')])]);
    const ben = join({ accessToken: 'second', document });
    // Both edits are made before the server responds, and depend on text that it does not have yet.
    ben.provider.on('authenticated', () => {
      ((document.getXmlFragment(FRAGMENT).get(0) as XmlElement).get(0) as XmlText).insert(
        7,
        ' and on',
      );
    });
    await eventually(() =>
      expect(ada.document.getXmlFragment(FRAGMENT).toString()).toBe(
        '<paragraph>offline and on</paragraph>',
      ),
    );
    await eventually(() => expect(ben.isSaved()).toBe(true));
  });
});

describe('notes that were damaged before', () => {
  let opened: OpenedTestDatabase;
  const { room, closeRooms } = roomsIn(() => opened);
  const open = openOnSqlite();
  beforeAll(async () => {
    opened = await open();
  });
  afterEach(closeRooms);

  it('open repaired, and are repaired on disk', async () => {
    const { threadId, join, collab } = await room();
    const store = createUpdateStore(opened.database, opened.log);
    const notes = notesOf(cleanDoc(EVERYTHING));
    await store.append(`thread:${threadId}`, encodeStateAsUpdate(notes));
    for (const { name, update } of hostileUpdates(encodeStateAsUpdate(notes), 45, SEED)) {
      // These change nothing, or delete everything.
      if (
        !/^(nothing|a million clients|all taken|two hundred thousand|a hundred thousand|a text of|a gap|a piece)/.test(
          name,
        )
      )
        await store.append(`thread:${threadId}`, update);
    }
    const ada = join();
    await eventually(() => expect(ada.isSaved()).toBe(true), { timeout: 100_000 });
    opens(ada.document);
    expect(JSON.stringify(toJson(ada.document))).toContain('quoted');
    const fault = faultOf(
      new Doc(),
      encodeStateAsUpdate((await collab.sharedDocument(threadId)) as Doc),
    );
    // Content that this build does not know may come from a newer one.
    expect(fault ?? 'a block').toMatch(/^(a block|an attribute|a mark) /);
    const stored = new Doc();
    await store.read(`thread:${threadId}`, stored);
    expect(stored.getXmlFragment(FRAGMENT).toString()).toBe(
      ada.document.getXmlFragment(FRAGMENT).toString(),
    );
  });

  it('are read repaired when no socket is open', async () => {
    const { threadId, collab } = await room();
    const deep = new Doc();
    deep.transact(() => {
      deep.getXmlFragment(FRAGMENT).push([nested(1)]);
      nest(deep.getXmlFragment(FRAGMENT), 'blockquote', 10_000);
    });
    await createUpdateStore(opened.database, opened.log).append(
      `thread:${threadId}`,
      encodeStateAsUpdate(deep),
    );
    expect(JSON.stringify(await collab.readDocument(threadId))).toContain('deep');
  });
});
