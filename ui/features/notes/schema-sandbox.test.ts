import { prosemirrorJSONToYXmlFragment, yXmlFragmentToProseMirrorRootNode } from '@tiptap/y-tiptap';
import { expect, it, vi } from 'vitest';
import {
  applyUpdate,
  Doc,
  encodeStateAsUpdate,
  type XmlElement,
  XmlElement as Element,
  type XmlText,
} from 'yjs';
import { notesSchema } from '#core/editor/schema.ts';
import { openSchemaSandbox } from './schema-sandbox.ts';

const fragment = (document: Doc) => document.getXmlFragment('default');
const kept = (): Doc => {
  const document = new Doc();
  prosemirrorJSONToYXmlFragment(
    notesSchema(),
    {
      type: 'doc',
      content: [
        { type: 'paragraph', content: [{ type: 'text', text: 'One', marks: [{ type: 'bold' }] }] },
      ],
    },
    fragment(document),
  );
  return document;
};
const words = (document: Doc): XmlText =>
  (fragment(document).get(0) as XmlElement).get(0) as XmlText;
const names = (document: Doc): string[] =>
  fragment(document)
    .toArray()
    .map((child) => (child as XmlElement).nodeName);
const atOnce = (work: () => void): void => work();
/** What an editor does to what its schema does not know. */
const edit = (document: Doc) =>
  yXmlFragmentToProseMirrorRootNode(fragment(document), notesSchema());

/** A later build, elsewhere. */
function written(document: Doc, write: (later: Doc) => void): Uint8Array {
  const later = new Doc();
  applyUpdate(later, encodeStateAsUpdate(document));
  write(later);
  return encodeStateAsUpdate(later);
}

it('passes on what is written, both ways, while all is known', () => {
  const [document, onForeign] = [kept(), vi.fn()];
  const desk = openSchemaSandbox(document, onForeign, { soon: atOnce });
  words(desk.document).insert(3, ' two');
  applyUpdate(
    document,
    written(document, (later) => words(later).insert(7, ' three')),
  );
  expect([words(document).toString(), words(desk.document).toString()]).toEqual([
    '<bold>One two three</bold>',
    '<bold>One two three</bold>',
  ]);
  expect([desk.isOpen(), onForeign.mock.calls.length]).toEqual([true, 0]);
});

it.each<[string, (later: Doc) => void]>([
  ['a block', (later) => fragment(later).insert(1, [new Element('of-a-later-build')])],
  [
    'a block within another',
    (later) => (fragment(later).get(0) as XmlElement).insert(1, [new Element('of-a-later-build')]),
  ],
  ['an attribute', (later) => (fragment(later).get(0) as XmlElement).setAttribute('tone', 'loud')],
  ['a mark', (later) => words(later).format(0, 3, { tone: {} })],
])('lets nothing out once %s of a later build has come', (_, write) => {
  const [document, onForeign] = [kept(), vi.fn()];
  const desk = openSchemaSandbox(document, onForeign, { soon: atOnce });
  words(desk.document).insert(3, ' two');
  applyUpdate(document, written(document, write));
  const before = JSON.stringify(fragment(document).toJSON());
  edit(desk.document);
  fragment(desk.document).insert(0, [new Element('paragraph')]);
  expect([JSON.stringify(fragment(document).toJSON()), onForeign.mock.calls.length]).toEqual([
    before,
    1,
  ]);
  expect(before).toContain(' two');
  // Found by whoever opens it later, too.
  const again = openSchemaSandbox(document, onForeign, { soon: atOnce });
  edit(again.document);
  expect([
    JSON.stringify(fragment(document).toJSON()),
    onForeign.mock.calls.length,
    again.isOpen(),
  ]).toEqual([before, 2, false]);
  applyUpdate(
    document,
    written(document, (later) => fragment(later).push([new Element('heading')])),
  );
  expect(names(again.document)).toContain('heading');
});

it('passes on together what is written in a moment, at once where it is told to, and before anything foreign', () => {
  const [document, later] = [kept(), [] as (() => void)[]];
  const updates = vi.fn();
  const desk = openSchemaSandbox(document, vi.fn(), {
    soon: (work) => {
      later.push(work);
    },
  });
  document.on('update', updates);
  words(desk.document).insert(3, ' t');
  words(desk.document).insert(5, 'wo');
  expect([words(document).toString(), later.length]).toEqual(['<bold>One</bold>', 1]);
  later[0]?.();
  expect([words(document).toString(), updates.mock.calls.length]).toEqual([
    '<bold>One two</bold>',
    1,
  ]);
  words(desk.document).insert(7, ' three');
  desk.pass();
  expect(words(document).toString()).toBe('<bold>One two three</bold>');
  words(desk.document).insert(13, ' four');
  applyUpdate(
    document,
    written(document, (other) => fragment(other).insert(1, [new Element('of-a-later-build')])),
  );
  expect([words(document).toString(), desk.isOpen()]).toEqual([
    '<bold>One two three four</bold>',
    false,
  ]);
});

/** What an earlier visit left in this browser. */
function reading() {
  const [document, onForeign, reader, origins] = [new Doc(), vi.fn(), {}, [] as unknown[]];
  const desk = openSchemaSandbox(document, onForeign, { soon: atOnce, readers: [reader] });
  document.on('update', (_: Uint8Array, origin: unknown) => {
    origins.push(origin);
  });
  return {
    document,
    desk,
    onForeign,
    reader,
    origins,
    put: (update: Uint8Array) => {
      applyUpdate(desk.document, update, reader);
    },
  };
}

it('shows what was read before it is kept again, and then goes on both ways', () => {
  const { document, desk, reader, origins, put } = reading();
  put(encodeStateAsUpdate(kept()));
  desk.read(reader);
  expect([words(desk.document).toString(), fragment(document).length, desk.isOpen()]).toEqual([
    '<bold>One</bold>',
    0,
    true,
  ]);
  desk.settle(reader);
  desk.settle(reader);
  expect([words(document).toString(), origins]).toEqual(['<bold>One</bold>', [reader]]);
  words(desk.document).insert(3, ' two');
  applyUpdate(
    document,
    written(document, (later) => words(later).insert(7, ' three')),
  );
  expect([words(document).toString(), words(desk.document).toString(), origins[1]]).toEqual([
    '<bold>One two three</bold>',
    '<bold>One two three</bold>',
    desk.document,
  ]);
});

it('keeps all of it with what is written before that, as something written', () => {
  const { document, desk, reader, origins, put } = reading();
  put(encodeStateAsUpdate(kept()));
  desk.read(reader);
  words(desk.document).insert(3, ' two');
  desk.settle(reader);
  words(desk.document).insert(7, ' three');
  expect([words(document).toString(), origins]).toEqual([
    '<bold>One two three</bold>',
    [desk.document, desk.document],
  ]);
});

it('keeps what was read whole where some of it is of a later build', () => {
  const { document, desk, reader, onForeign, put } = reading();
  put(written(kept(), (later) => fragment(later).insert(1, [new Element('of-a-later-build')])));
  desk.read(reader);
  edit(desk.document);
  fragment(desk.document).insert(0, [new Element('paragraph')]);
  expect([names(document), onForeign.mock.calls.length, desk.isOpen()]).toEqual([
    ['paragraph', 'of-a-later-build'],
    1,
    false,
  ]);
});

it.each([
  ['before', false],
  ['after', true],
])('takes what comes to what is kept %s that, and looks at it first', (_, settled) => {
  const { document, desk, reader } = reading();
  if (settled) desk.settle(reader);
  applyUpdate(document, encodeStateAsUpdate(kept()), reader);
  expect([words(desk.document).toString(), desk.isOpen()]).toEqual(['<bold>One</bold>', true]);
  applyUpdate(
    document,
    written(document, (later) => fragment(later).insert(1, [new Element('of-a-later-build')])),
    reader,
  );
  edit(desk.document);
  fragment(desk.document).insert(0, [new Element('paragraph')]);
  desk.settle(reader);
  expect([desk.isOpen(), names(document)]).toEqual([false, ['paragraph', 'of-a-later-build']]);
});
