import type { JSONContent } from '@tiptap/core';
import Collaboration from '@tiptap/extension-collaboration';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { applyUpdate, Doc, encodeStateAsUpdate, XmlElement, XmlText } from 'yjs';
import { insertBlocks } from '#core/editor/insert-blocks.ts';
import { slashCommands } from '#core/editor/slash-commands.ts';
import { changeBlock } from '../block-edits.ts';
import { moveBlocks } from '../handles/block-moves.ts';
import { openEditor } from '../testing/test-editor.ts';
import { recordAuthors } from './record-authors.ts';

const START = '2026-01-02T03:04:05.000Z';
const LATER = '2026-01-02T04:04:05.000Z';
const line = (text: string, attrs: Record<string, unknown> = {}): JSONContent => ({
  type: 'paragraph',
  attrs,
  content: [{ type: 'text', text }],
});
const theirs = { _id: 'b1', createdAt: START, createdBy: 'u2' };
const open = (content: JSONContent[], me = 'u1') => openEditor([recordAuthors(() => me)], content);
const attrsOf = (editor: ReturnType<typeof open>) =>
  (editor.getJSON().content ?? []).map(({ attrs }) => attrs ?? {});

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(LATER) });
});
afterEach(() => {
  vi.useRealTimers();
});

it('stamps a block once typing pauses', () => {
  const editor = open([line('old', theirs)]);
  editor.commands.insertContent('x');
  vi.advanceTimersByTime(1500);
  editor.commands.insertContent(' y');
  vi.advanceTimersByTime(1500);
  expect(attrsOf(editor)[0]).toMatchObject({ updatedBy: null });
  vi.advanceTimersByTime(600);
  expect(attrsOf(editor)[0]).toMatchObject({ ...theirs, updatedBy: 'u1' });
  expect(String(attrsOf(editor)[0]?.['updatedAt'])).toMatch(/^2026-01-02T04:04/);
});

it('stamps a new block at once, and the first text of empty notes', () => {
  const editor = open([line('old', theirs)]);
  editor.commands.splitBlock();
  const [before, made] = attrsOf(editor);
  expect(before).toMatchObject({ ...theirs, updatedBy: null });
  expect(made).toMatchObject({
    _id: expect.stringMatching(/^[\w-]{36}$/) as unknown,
    createdAt: LATER,
    createdBy: 'u1',
  });
  const empty = open([]);
  empty.commands.insertContent('a');
  vi.advanceTimersByTime(2100);
  expect(attrsOf(empty)[0]).toMatchObject({ createdBy: 'u1', updatedBy: null });
});

it('records who inserted and who changed a block', () => {
  const editor = open([line('old', theirs)]);
  slashCommands('insight')[0]?.run(editor);
  const insight = attrsOf(editor)[1];
  expect(insight).toMatchObject({ createdBy: 'u1', createdAt: LATER });
  insertBlocks(editor, [{ type: 'clip', attrs: { ...theirs, _id: 'c1' } }], 'end');
  expect(attrsOf(editor).find((it) => it['_id'] === 'c1')).toMatchObject({
    createdBy: 'u2',
    updatedBy: null,
  });
  changeBlock(editor, 'c1', { clip_heading: 'Margins' });
  expect(attrsOf(editor).find((it) => it['_id'] === 'c1')).toMatchObject({
    createdBy: 'u2',
    updatedBy: 'u1',
    updatedAt: LATER,
  });
});

const NEW_ID = expect.stringMatching(/^[\w-]{36}$/) as unknown;

it.each([
  ['a paragraph', 'paragraph', (inner: JSONContent) => inner],
  ['a heading', 'heading', (inner: JSONContent) => inner],
  [
    'a list item',
    'paragraph',
    (inner: JSONContent) => ({
      type: 'bulletList',
      content: [{ type: 'listItem', content: [inner] }],
    }),
  ],
  [
    'a task',
    'paragraph',
    (inner: JSONContent) => ({
      type: 'taskList',
      content: [{ type: 'taskItem', content: [inner] }],
    }),
  ],
])('gives the second half of a split %s its own id', (_, type, within) => {
  const editor = open([within({ ...line('onetwo', theirs), type }), line('end')]);
  let middle = 0;
  editor.state.doc.descendants((node, position) => {
    if (node.text === 'onetwo') middle = position + 3;
  });
  editor.commands.setTextSelection(middle);
  editor.commands.keyboardShortcut('Enter');
  const halves: Record<string, unknown>[] = [];
  editor.state.doc.descendants((node) => {
    if (['one', 'two'].includes(node.textContent) && node.isTextblock) halves.push(node.attrs);
  });
  expect(halves).toMatchObject([
    theirs,
    { _id: NEW_ID, createdAt: LATER, createdBy: 'u1', updatedAt: null },
  ]);
});

it('gives blocks copied by dragging their own ids, and drafts no post', () => {
  const blog = {
    type: 'blog',
    attrs: { ...theirs, _id: 'p1', published: true, post_id: 'post' },
    content: [line('draft')],
  };
  const editor = open([line('two', theirs), blog]);
  const { doc, tr } = editor.state;
  editor.view.dispatch(tr.insert(doc.content.size, doc.content).setMeta('uiEvent', 'drop'));
  expect(attrsOf(editor)).toMatchObject([
    theirs,
    { _id: 'p1', published: true },
    { _id: NEW_ID, createdBy: 'u1' },
    { _id: NEW_ID, createdBy: 'u1', published: false, post_id: null },
  ]);
  expect(new Set(attrsOf(editor).map((it) => it['_id'])).size).toBe(4);
});

it('leaves moved blocks unchanged, and gives blocks pasted twice their own ids', () => {
  const editor = open([line('one'), line('two', theirs)]);
  editor.commands.command(({ state, tr }) => moveBlocks(state, tr, -1));
  expect(attrsOf(editor)).toMatchObject([theirs, { createdBy: null, _id: null }]);
  const copy = editor.schema.nodeFromJSON(line('two', theirs));
  editor.view.dispatch(
    editor.state.tr.insert(editor.state.doc.content.size, copy).setMeta('uiEvent', 'paste'),
  );
  const [first, , pasted] = attrsOf(editor);
  expect(first).toMatchObject(theirs);
  expect(pasted).toMatchObject({ createdBy: 'u1', createdAt: LATER });
  expect(pasted?.['_id']).not.toBe('b1');
});

it('stamps many blocks at once and keeps the selection', () => {
  const editor = open([line('old', theirs)]);
  insertBlocks(
    editor,
    Array.from({ length: 50 }, (_, n) => line(`point ${n}`)),
    'end',
  );
  editor.commands.setTextSelection(3);
  expect(
    attrsOf(editor)
      .slice(1)
      .every((it) => it['createdBy'] === 'u1'),
  ).toBe(true);
  expect(new Set(attrsOf(editor).map((it) => it['_id'])).size).toBe(editor.state.doc.childCount);
  editor.commands.selectAll();
  editor.commands.setMark('bold');
  const { from, to } = editor.state.selection;
  vi.advanceTimersByTime(70_000);
  expect(attrsOf(editor)[0]).toMatchObject({ ...theirs, updatedBy: 'u1' });
  expect([editor.state.selection.from, editor.state.selection.to]).toEqual([from, to]);
});

it('stamps own edits in shared notes, but not those of others or undone ones', () => {
  const [mine, other] = [new Doc(), new Doc()];
  const block = new XmlElement('paragraph');
  other.getXmlFragment('default').insert(0, [block]);
  const words = new XmlText('old');
  block.insert(0, [words]);
  for (const [name, value] of Object.entries(theirs)) block.setAttribute(name, value);
  applyUpdate(mine, encodeStateAsUpdate(other));
  other.on('update', (update: Uint8Array) => applyUpdate(mine, update, 'remote'));
  const editor = openEditor([
    Collaboration.configure({ document: mine, field: 'default' }),
    recordAuthors(() => 'u1'),
  ]);
  const shared = () => mine.getXmlFragment('default').toJSON();
  words.insert(3, ' more');
  vi.advanceTimersByTime(2100);
  expect(shared()).toContain('more');
  expect(shared()).not.toContain('u1');
  editor.commands.focus('end');
  editor.commands.splitBlock();
  expect(shared()).toContain('createdBy="u1"');
  editor.commands.undo();
  vi.advanceTimersByTime(2100);
  expect(shared()).not.toContain('u1');
});
