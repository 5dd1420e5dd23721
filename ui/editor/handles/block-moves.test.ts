import type { JSONContent } from '@tiptap/core';
import { EditorState, TextSelection, type Transaction } from '@tiptap/pm/state';
import { expect, it } from 'vitest';
import { shiftIndent } from '#core/editor/text-blocks.ts';
import { notesSchema } from '#core/editor/schema.ts';
import { deleteBlocks, duplicateBlocks, moveBlocks } from './block-moves.ts';

const p = (text: string): JSONContent => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const list = (...points: JSONContent[]): JSONContent => ({
  type: 'bulletList',
  content: points.map((point) => ({ type: 'listItem', content: [point] })),
});

/** Includes what is between two selected words. */
function stateOf(content: JSONContent[], from: string, to = from): EditorState {
  const doc = notesSchema().nodeFromJSON({ type: 'doc', content });
  const at = (word: string) => {
    let found = -1;
    doc.descendants((node, position) => {
      if (node.text?.includes(word)) found = position + node.text.indexOf(word);
    });
    return found;
  };
  return EditorState.create({
    doc,
    selection: TextSelection.create(doc, at(from), at(to) + to.length),
  });
}
function after(
  state: EditorState,
  work: (state: EditorState, tr: Transaction) => boolean,
): EditorState | undefined {
  const { tr } = state;
  return work(state, tr) ? state.apply(tr) : undefined;
}
const words = (state: EditorState | undefined) =>
  state?.doc.textBetween(0, state.doc.content.size, '|', '*');

it('moves one block or all selected ones with the selection, and stops at the ends', () => {
  const up = after(stateOf([p('one'), p('two'), p('three')], 'two', 'three'), (state, tr) =>
    moveBlocks(state, tr, -1),
  );
  expect(words(up)).toBe('two|three|one');
  expect(up?.doc.textBetween(up.selection.from, up.selection.to, '|')).toBe('two|three');
  expect(
    after(stateOf([p('one'), p('two')], 'one'), (state, tr) => moveBlocks(state, tr, -1)),
  ).toBeUndefined();
  expect(
    words(
      after(stateOf([list(p('one'), p('two')), p('three')], 'one'), (state, tr) =>
        moveBlocks(state, tr, 1),
      ),
    ),
  ).toBe('two|one|three');
  const post = { type: 'blog', content: [p('inner'), p('outer')] };
  expect(
    words(after(stateOf([p('one'), post], 'inner'), (state, tr) => moveBlocks(state, tr, 1))),
  ).toBe('one|outer|inner');
});

it('duplicates a block with a new id, and a post without its page', () => {
  const post = {
    type: 'blog',
    attrs: { _id: 'b1', post_id: 'p1', published: true },
    content: [{ type: 'callout', attrs: { _id: 'c1' }, content: [p('held')] }],
  };
  const state = stateOf([p('one'), post, p('two')], 'one', 'two');
  const copied = after(state, duplicateBlocks);
  const ids: unknown[] = [];
  copied?.doc.descendants(({ attrs }) => {
    if (attrs['_id']) ids.push(attrs['_id']);
  });
  expect(new Set(ids).size).toBe(4);
  expect([
    copied?.doc.childCount,
    copied?.doc.child(4).attrs['post_id'],
    copied?.doc.child(4).attrs['published'],
  ]).toEqual([6, null, false]);
});

it('deletes blocks and leaves a line to write on', () => {
  expect(words(after(stateOf([p('one'), p('two')], 'one'), deleteBlocks))).toBe('two');
  const none = after(stateOf([p('one')], 'one'), deleteBlocks);
  expect([none?.doc.childCount, none?.doc.firstChild?.type.name, words(none)]).toEqual([
    1,
    'paragraph',
    '',
  ]);
  expect(words(after(stateOf([p('one'), list(p('two'))], 'two'), deleteBlocks))).toBe('one');
});

it('indents paragraphs, headings and images from 0 to 8, but not list items', () => {
  const deep = (content: JSONContent[], from: string, to: string, by: 1 | -1, times: number) => {
    let state: EditorState | undefined = stateOf(content, from, to);
    for (let n = 0; n < times; n += 1)
      state = after(state, (now, tr) => shiftIndent(now, tr, by)) ?? state;
    const levels: unknown[] = [];
    state.doc.forEach(({ attrs }) => levels.push(attrs['indent']));
    return levels;
  };
  const picture = { type: 'image', attrs: { alt: 'a' } };
  expect(
    deep(
      [
        p('one'),
        picture,
        { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'two' }] },
      ],
      'one',
      'two',
      1,
      10,
    ),
  ).toEqual([8, 8, 8]);
  expect(deep([p('one'), p('two')], 'one', 'one', -1, 3)).toEqual([0, 0]);
  expect(
    after(stateOf([list(p('one'))], 'one'), (state, tr) => shiftIndent(state, tr, 1)),
  ).toBeUndefined();
});
