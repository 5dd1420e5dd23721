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
/** What an editor does to content that its schema doesn't know. */
const edit = (document: Doc) =>
  yXmlFragmentToProseMirrorRootNode(fragment(document), notesSchema());

/** Another client with a later build. */
function written(document: Doc, write: (later: Doc) => void): Uint8Array {
  const later = new Doc();
  applyUpdate(later, encodeStateAsUpdate(document));
  write(later);
  return encodeStateAsUpdate(later);
}

it('passes edits on in both directions while everything is known', () => {
  const [document, onForeign] = [kept(), vi.fn()];
  const sandbox = openSchemaSandbox(document, onForeign, { soon: atOnce });
  words(sandbox.document).insert(3, ' two');
  applyUpdate(
    document,
    written(document, (later) => words(later).insert(7, ' three')),
  );
  expect([words(document).toString(), words(sandbox.document).toString()]).toEqual([
    '<bold>One two three</bold>',
    '<bold>One two three</bold>',
  ]);
  expect([sandbox.isOpen(), onForeign.mock.calls.length]).toEqual([true, 0]);
});

it.each<[string, (later: Doc) => void]>([
  ['a block', (later) => fragment(later).insert(1, [new Element('of-a-later-build')])],
  [
    'a nested block',
    (later) => (fragment(later).get(0) as XmlElement).insert(1, [new Element('of-a-later-build')]),
  ],
  ['an attribute', (later) => (fragment(later).get(0) as XmlElement).setAttribute('tone', 'loud')],
  ['a mark', (later) => words(later).format(0, 3, { tone: {} })],
])('sends nothing once %s of a later build has arrived', (_, write) => {
  const [document, onForeign] = [kept(), vi.fn()];
  const sandbox = openSchemaSandbox(document, onForeign, { soon: atOnce });
  words(sandbox.document).insert(3, ' two');
  applyUpdate(document, written(document, write));
  const before = JSON.stringify(fragment(document).toJSON());
  edit(sandbox.document);
  fragment(sandbox.document).insert(0, [new Element('paragraph')]);
  expect([JSON.stringify(fragment(document).toJSON()), onForeign.mock.calls.length]).toEqual([
    before,
    1,
  ]);
  expect(before).toContain(' two');
  // Also detected by a client that opens the document later.
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

it('sends edits together after a moment, at once on request, and before unknown content', () => {
  const [document, later] = [kept(), [] as (() => void)[]];
  const updates = vi.fn();
  const sandbox = openSchemaSandbox(document, vi.fn(), {
    soon: (work) => {
      later.push(work);
    },
  });
  document.on('update', updates);
  words(sandbox.document).insert(3, ' t');
  words(sandbox.document).insert(5, 'wo');
  expect([words(document).toString(), later.length]).toEqual(['<bold>One</bold>', 1]);
  later[0]?.();
  expect([words(document).toString(), updates.mock.calls.length]).toEqual([
    '<bold>One two</bold>',
    1,
  ]);
  words(sandbox.document).insert(7, ' three');
  sandbox.pass();
  expect(words(document).toString()).toBe('<bold>One two three</bold>');
  words(sandbox.document).insert(13, ' four');
  applyUpdate(
    document,
    written(document, (other) => fragment(other).insert(1, [new Element('of-a-later-build')])),
  );
  expect([words(document).toString(), sandbox.isOpen()]).toEqual([
    '<bold>One two three four</bold>',
    false,
  ]);
});

/** Stored in this browser by an earlier visit. */
function reading() {
  const [document, onForeign, reader, origins] = [new Doc(), vi.fn(), {}, [] as unknown[]];
  const sandbox = openSchemaSandbox(document, onForeign, { soon: atOnce, readers: [reader] });
  document.on('update', (_: Uint8Array, origin: unknown) => {
    origins.push(origin);
  });
  return {
    document,
    sandbox,
    onForeign,
    reader,
    origins,
    put: (update: Uint8Array) => {
      applyUpdate(sandbox.document, update, reader);
    },
  };
}

it('shows the first content before it is stored, and then passes edits on', () => {
  const { document, sandbox, reader, origins, put } = reading();
  put(encodeStateAsUpdate(kept()));
  sandbox.read(reader);
  expect([words(sandbox.document).toString(), fragment(document).length, sandbox.isOpen()]).toEqual(
    ['<bold>One</bold>', 0, true],
  );
  sandbox.settle(reader);
  sandbox.settle(reader);
  expect([words(document).toString(), origins]).toEqual(['<bold>One</bold>', [reader]]);
  words(sandbox.document).insert(3, ' two');
  applyUpdate(
    document,
    written(document, (later) => words(later).insert(7, ' three')),
  );
  expect([words(document).toString(), words(sandbox.document).toString(), origins[1]]).toEqual([
    '<bold>One two three</bold>',
    '<bold>One two three</bold>',
    sandbox.document,
  ]);
});

it('stores the first content with earlier edits, as an edit', () => {
  const { document, sandbox, reader, origins, put } = reading();
  put(encodeStateAsUpdate(kept()));
  sandbox.read(reader);
  words(sandbox.document).insert(3, ' two');
  sandbox.settle(reader);
  words(sandbox.document).insert(7, ' three');
  expect([words(document).toString(), origins]).toEqual([
    '<bold>One two three</bold>',
    [sandbox.document, sandbox.document],
  ]);
});

it('stores the first content unchanged if some of it is from a later build', () => {
  const { document, sandbox, reader, onForeign, put } = reading();
  put(written(kept(), (later) => fragment(later).insert(1, [new Element('of-a-later-build')])));
  sandbox.read(reader);
  edit(sandbox.document);
  fragment(sandbox.document).insert(0, [new Element('paragraph')]);
  expect([names(document), onForeign.mock.calls.length, sandbox.isOpen()]).toEqual([
    ['paragraph', 'of-a-later-build'],
    1,
    false,
  ]);
});

it.each([
  ['before', false],
  ['after', true],
])(
  'accepts content that reaches the stored document %s it settles, and checks it first',
  (_, settled) => {
    const { document, sandbox, reader } = reading();
    if (settled) sandbox.settle(reader);
    applyUpdate(document, encodeStateAsUpdate(kept()), reader);
    expect([words(sandbox.document).toString(), sandbox.isOpen()]).toEqual([
      '<bold>One</bold>',
      true,
    ]);
    applyUpdate(
      document,
      written(document, (later) => fragment(later).insert(1, [new Element('of-a-later-build')])),
      reader,
    );
    edit(sandbox.document);
    fragment(sandbox.document).insert(0, [new Element('paragraph')]);
    sandbox.settle(reader);
    expect([sandbox.isOpen(), names(document)]).toEqual([false, ['paragraph', 'of-a-later-build']]);
  },
);
