import {
  absolutePositionToRelativePosition,
  initProseMirrorDoc,
  prosemirrorJSONToYXmlFragment,
  undo,
  updateYFragment,
  yUndoPlugin,
  ySyncPlugin,
  ySyncPluginKey,
  type ProsemirrorBinding,
  yXmlFragmentToProseMirrorRootNode,
} from '@tiptap/y-tiptap';
import type { JSONContent } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { EditorState, TextSelection, type Transaction } from '@tiptap/pm/state';
import { Transform } from '@tiptap/pm/transform';
import type { EditorView } from '@tiptap/pm/view';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Doc, encodeStateAsUpdate } from 'yjs';
import { BLOCKS } from '#core/editor/blocks/registry.ts';
import { notesSchema } from '#core/editor/schema.ts';
import { withFastBinding, writeShared, sharedPosition } from './fast-binding.ts';
import { CachedNodes } from './minimal-changes.ts';

const schema = notesSchema();
const text = fc.record({
  type: fc.constant('text'),
  text: fc.constantFrom('a', 'gloss', 'in the margin ☂'),
  marks: fc.constantFrom<{ type: string }[]>([], [{ type: 'bold' }]),
});
const inline = fc.constantFrom(...BLOCKS.filter((it) => it.inline).map((it) => it.example));
const holding = (type: string, ...content: JSONContent[]): JSONContent => ({ type, content });
const paragraph = fc
  .array(fc.oneof(text, text, inline), { maxLength: 3 })
  .map((content) => holding('paragraph', ...content));
const list = fc
  .array(paragraph, { minLength: 1, maxLength: 3 })
  .map((it) => holding('bulletList', ...it.map((one) => holding('listItem', one))));
const table = paragraph.map((it) =>
  holding('table', holding('tableRow', holding('tableHeader', it), holding('tableCell', it))),
);
const block = fc.oneof(
  paragraph,
  paragraph,
  list,
  table,
  fc.constantFrom(...BLOCKS.filter((it) => !it.inline).map((it) => it.example)),
);
const notes = fc
  .array(block, { minLength: 1, maxLength: 8 })
  .map((content) => holding('doc', ...content));

function open(note: JSONContent) {
  const document = new Doc();
  document.clientID = 1;
  const type = document.getXmlFragment('default');
  prosemirrorJSONToYXmlFragment(schema, note, type);
  const { doc, mapping } = initProseMirrorDoc(type, schema);
  return { document, doc, bound: { doc: document, type, mapping, isOMark: new Map() } };
}

const CHANGES: ((tr: Transform, pos: number) => unknown)[] = [
  (tr, pos) => tr.insert(pos, schema.text('x')),
  (tr, pos) => tr.insert(pos, schema.text('yz')),
  (tr, pos) => tr.split(pos),
  (tr, pos) => tr.delete(Math.max(1, pos - 3), pos),
  (tr, pos) => tr.setBlockType(pos, pos, schema.node('heading').type, { level: 2 }),
  // two blocks at once
  (tr, pos) =>
    tr
      .insert(pos, schema.text('x'))
      .replaceWith(
        0,
        tr.doc.child(0).nodeSize,
        schema.node('paragraph', null, schema.text('first')),
      ),
  // the same value a second time
  (tr, pos) => {
    const $pos = tr.doc.resolve(pos);
    return tr.insert($pos.after(1), $pos.node(1));
  },
];
const bytes = (document: Doc): string => [...encodeStateAsUpdate(document)].join();

/** `doc` with one random edit between letters, or unchanged if that is impossible. */
function changed(doc: Node, [what, at]: readonly [number, number]): Node {
  const places: number[] = [];
  doc.descendants((node, pos) => {
    if (node.inlineContent)
      for (let within = 0; within <= node.content.size; within += 1) places.push(pos + 1 + within);
  });
  const tr = new Transform(doc);
  try {
    CHANGES[what]?.(tr, places[at % Math.max(1, places.length)] ?? 0);
  } catch {
    return doc;
  }
  return tr.doc;
}

it('maps positions and writes changes like the original binding', () => {
  fc.assert(
    fc.property(
      notes,
      fc.array(fc.tuple(fc.nat(CHANGES.length - 1), fc.nat(1000)), { maxLength: 12 }),
      (note, changes) => {
        const [mine, theirs] = [open(note), open(note)];
        // Both were created in the same order, and have the same values from here on.
        const values = [...mine.bound.mapping.values()];
        [...theirs.bound.mapping.keys()].forEach((key, at) =>
          theirs.bound.mapping.set(key, values[at] ?? []),
        );
        let { doc } = mine;
        let twice = false;
        const look = (): void => {
          const { type, mapping } = mine.bound;
          for (let pos = 0; pos <= doc.content.size; pos += 1)
            expect(
              sharedPosition(mine.bound, doc, pos),
              `place ${pos} of ${doc.toString()}`,
            ).toEqual(absolutePositionToRelativePosition(pos, type, mapping));
          expect(yXmlFragmentToProseMirrorRootNode(type, schema).toJSON()).toEqual(doc.toJSON());
          // The binding confuses equal values, and writes more than changed.
          twice ||= new Set(doc.content.content).size < doc.childCount;
          if (!twice) expect(bytes(mine.document), doc.toString()).toBe(bytes(theirs.document));
        };
        look();
        for (const change of changes) {
          doc = changed(doc, change);
          writeShared(mine.bound, doc);
          updateYFragment(theirs.document, theirs.bound.type, doc, theirs.bound);
          look();
        }
      },
    ),
    { numRuns: 100 },
  );
});

it('returns the caret to its position before the undone change', () => {
  const { document } = open(
    holding(
      'doc',
      ...['first', 'second', 'third'].map((it) => holding('paragraph', { type: 'text', text: it })),
    ),
  );
  const plugins = withFastBinding([
    ySyncPlugin(document.getXmlFragment('default'), { mapping: new CachedNodes() }),
    yUndoPlugin(),
  ]);
  const view = {
    state: EditorState.create({ schema, plugins }),
    hasFocus: () => false,
    dispatch(tr: Transaction) {
      const before = view.state;
      view.state = before.apply(tr);
      for (const it of drawn) it?.update?.(view as never, before);
    },
  };
  const drawn = plugins.map((it) => it.spec.view?.(view as unknown as EditorView));
  (ySyncPluginKey.getState(view.state) as { binding: ProsemirrorBinding }).binding._forceRerender();
  const caretTo = (pos: number) => {
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, pos)));
  };
  // after "first", inside "second" and after "third"
  for (const pos of [6, 11, 21]) {
    caretTo(pos);
    view.dispatch(view.state.tr.insertText('!'));
    caretTo(2);
    undo(view.state);
    expect([view.state.doc.textContent, view.state.selection.anchor]).toEqual([
      'firstsecondthird',
      pos,
    ]);
  }
});
