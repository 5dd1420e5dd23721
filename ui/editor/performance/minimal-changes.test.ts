import {
  prosemirrorJSONToYXmlFragment,
  type ProsemirrorBinding,
  ySyncPlugin,
  ySyncPluginKey,
  yXmlFragmentToProseMirrorRootNode,
} from '@tiptap/y-tiptap';
import { EditorState, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { expect, it } from 'vitest';
import { applyUpdate, Doc, encodeStateAsUpdate } from 'yjs';
import { notesSchema } from '#core/editor/schema.ts';
import { CachedNodes, minimalChange } from './minimal-changes.ts';

const schema = notesSchema();
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const NOTE = {
  type: 'doc',
  content: [
    paragraph('one'),
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'two' }] },
    {
      type: 'bulletList',
      content: ['three', 'four'].map((it) => ({ type: 'listItem', content: [paragraph(it)] })),
    },
    paragraph('five'),
    { type: 'codeBlock', content: [{ type: 'text', text: 'six' }] },
  ],
};

/** The binding with only a state: what a view would draw. */
function open(document: Doc) {
  const fragment = document.getXmlFragment('default');
  const plugin = ySyncPlugin(fragment, { mapping: new CachedNodes() });
  const done: Transaction[] = [];
  const view = {
    state: EditorState.create({ schema, plugins: [plugin] }),
    hasFocus: () => false,
    dispatch(tr: Transaction) {
      const less = minimalChange(view.state, tr);
      done.push(less);
      view.state = view.state.apply(less);
      drawn?.update?.(view as never, view.state);
    },
  };
  const drawn = plugin.spec.view?.(view as unknown as EditorView);
  const { binding } = ySyncPluginKey.getState(view.state) as { binding: ProsemirrorBinding };
  binding._forceRerender();
  return {
    view,
    document,
    done,
    /** the node of block `at` in the shared document */
    madeOf: (at: number) => binding.mapping.get(fragment.get(at)),
    shared: () => yXmlFragmentToProseMirrorRootNode(fragment, schema),
  };
}

function two(): [ReturnType<typeof open>, ReturnType<typeof open>] {
  const first = new Doc();
  first.clientID = 1;
  prosemirrorJSONToYXmlFragment(schema, NOTE, first.getXmlFragment('default'));
  const second = new Doc();
  second.clientID = 2;
  applyUpdate(second, encodeStateAsUpdate(first));
  return [open(first), open(second)];
}
const send = (from: Doc, to: Doc) => applyUpdate(to, encodeStateAsUpdate(from));

it('applies only what changed in a remote edit, and keeps all other nodes', () => {
  const [mine, theirs] = two();
  const before = mine.view.state.doc;
  theirs.view.dispatch(theirs.view.state.tr.insertText('!', 4));
  send(theirs.document, mine.document);
  const now = mine.view.state.doc;
  expect(now.textContent).toBe('one!twothreefourfivesix');
  for (const at of [1, 2, 3, 4])
    expect(
      [now.child(at) === before.child(at), mine.madeOf(at) === now.child(at)],
      `block ${at}`,
    ).toEqual([true, true]);
  const last = mine.done.at(-1);
  expect([
    last?.mapping.map(2),
    last?.mapping.mapResult(6).deleted,
    last?.getMeta('addToHistory'),
  ]).toEqual([2, false, false]);
});

it('shows the shared content after any concurrent edits', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  const [mine, theirs] = two();
  const edit = ({ view }: typeof mine) => {
    const { doc, tr } = view.state;
    const texts: [number, number][] = [];
    const blocks: number[] = [];
    doc.descendants((node, position) => {
      if (node.isTextblock) texts.push([position + 1, node.content.size]);
    });
    doc.forEach((_, position) => {
      blocks.push(position);
    });
    const [start = 1, size = 0] = texts[random(texts.length)] ?? [];
    const block = blocks[random(blocks.length)] ?? 0;
    const node = doc.nodeAt(block);
    if (!node) return;
    switch (random(6)) {
      case 0:
        tr.split(start + random(size + 1));
        break;
      case 1:
        if (doc.childCount > 3) tr.delete(block, block + node.nodeSize);
        break;
      case 2:
        tr.delete(block, block + node.nodeSize);
        tr.insert(tr.mapping.map(blocks[random(blocks.length)] ?? 0), node);
        break;
      case 3:
        if (size > 1) tr.addMark(start, start + size, schema.mark('bold'));
        break;
      case 4:
        if (node.type.name === 'paragraph')
          tr.setBlockType(block + 1, block + 1, schema.nodes['heading'] ?? node.type, {
            level: 1 + random(3),
          });
        break;
      default:
        tr.insertText('abc '.charAt(random(4)), start + random(size + 1));
    }
    if (tr.docChanged) view.dispatch(tr);
  };
  for (let round = 0; round < 80; round += 1) {
    for (let n = random(3); n >= 0; n -= 1) edit(mine);
    for (let n = random(3); n >= 0; n -= 1) edit(theirs);
    send(mine.document, theirs.document);
    send(theirs.document, mine.document);
    const [a, b] = [mine.view.state.doc, theirs.view.state.doc];
    expect([a.eq(mine.shared()), b.eq(theirs.shared()), a.eq(b)], `round ${round}`).toEqual([
      true,
      true,
      true,
    ]);
  }
});
