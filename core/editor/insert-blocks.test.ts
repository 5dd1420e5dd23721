import { Editor, type JSONContent } from '@tiptap/core';
import { afterEach, describe, expect, it } from 'vitest';
import { clip } from './blocks/clip/block.ts';
import { place } from './blocks/place/block.ts';
import { schemaViolation } from './document.ts';
import { blockIds, insertBlocks } from './insert-blocks.ts';
import { editorExtensions } from './schema.ts';

const open: Editor[] = [];
afterEach(() => {
  for (const editor of open.splice(0)) editor.destroy();
});
/** An editor without a page, with its cursor at the `|`. */
function editorOf(...content: JSONContent[]): Editor {
  const editor = new Editor({
    element: null,
    extensions: editorExtensions(),
    content: { type: 'doc', content },
  });
  open.push(editor);
  let cursor: number | undefined;
  editor.state.doc.descendants((node, position) => {
    const at = node.text?.indexOf('|') ?? -1;
    if (at >= 0) cursor = position + at;
  });
  if (cursor !== undefined) editor.commands.deleteRange({ from: cursor, to: cursor + 1 });
  if (cursor !== undefined) editor.commands.setTextSelection(cursor);
  return editor;
}
const paragraph = (text = ''): JSONContent => ({
  type: 'paragraph',
  ...(text === '' ? {} : { content: [{ type: 'text', text }] }),
});
const clipOf = (_id: string): JSONContent => ({
  type: 'clip',
  attrs: { _id, source_id: 's1', clip_text: _id },
});
/** The top-level blocks in short: their text, or the id of a clip. */
const shown = (editor: Editor): string[] => {
  const doc = editor.getJSON();
  expect(schemaViolation(doc)).toBeUndefined();
  return doc.content.map((node) =>
    node.type === 'paragraph'
      ? editor.schema.nodeFromJSON(node).textContent
      : `<${String(node.attrs?.['_id'] ?? node.type)}>`,
  );
};

describe('inserting blocks at the cursor', () => {
  it('puts them after the block with the cursor', () => {
    const editor = editorOf(paragraph('one|'), paragraph('two'));
    expect(insertBlocks(editor, [clipOf('a'), clipOf('b')])).toBe(2);
    expect(shown(editor)).toEqual(['one', '<a>', '<b>', 'two']);
  });
  it('puts them after the outermost block with the cursor, without splitting it', () => {
    const list = (text: string): JSONContent => ({
      type: 'bulletList',
      content: [{ type: 'listItem', content: [paragraph(text)] }],
    });
    const editor = editorOf(list('on|e'), paragraph('two'));
    expect(insertBlocks(editor, [clipOf('a')])).toBe(1);
    expect(shown(editor)).toEqual(['<bulletList>', '<a>', 'two']);
    expect(editor.getText()).toContain('one');
  });
  it('replaces an empty line', () => {
    const editor = editorOf(paragraph('one'), paragraph('|'), paragraph('two'));
    insertBlocks(editor, [clipOf('a')]);
    expect(shown(editor)).toEqual(['one', '<a>', 'two']);
  });
  it('adds an empty line after the last block', () => {
    const editor = editorOf(paragraph('one|'));
    expect(insertBlocks(editor, [clipOf('a')])).toBe(1);
    expect(shown(editor)).toEqual(['one', '<a>', '']);
  });
  it('puts them after a selected block', () => {
    const editor = editorOf(clipOf('a'), paragraph('two'));
    editor.commands.setNodeSelection(0);
    insertBlocks(editor, [clipOf('b')]);
    expect(shown(editor)).toEqual(['<a>', '<b>', 'two']);
  });
});

describe('inserting blocks at the end', () => {
  it('puts them last, wherever the cursor is', () => {
    const editor = editorOf(paragraph('on|e'), paragraph('two'));
    expect(insertBlocks(editor, [clipOf('a')], 'end')).toBe(1);
    expect(shown(editor)).toEqual(['one', 'two', '<a>', '']);
  });
  it('replaces an empty last line each time', () => {
    const editor = editorOf(paragraph('one|'));
    insertBlocks(editor, [clipOf('a')], 'end');
    insertBlocks(editor, [clipOf('b')], 'end');
    expect(shown(editor)).toEqual(['one', '<a>', '<b>', '']);
  });
  it('fills an empty document', () => {
    const editor = editorOf(paragraph());
    insertBlocks(editor, [clipOf('a')], 'end');
    expect(shown(editor)).toEqual(['<a>', '']);
  });
  it('puts a chip on its own line', () => {
    const editor = editorOf(paragraph('one|'));
    expect(insertBlocks(editor, [place.example], 'end')).toBe(1);
    expect(shown(editor).length).toBe(3);
    expect(editor.getJSON().content[1]?.content?.[0]?.type).toBe('place');
  });
});

describe('inserting a block that already exists', () => {
  it('skips it and inserts the others', () => {
    const editor = editorOf(paragraph('one'), clipOf('a'));
    expect(insertBlocks(editor, [clipOf('a'), clipOf('b')], 'end')).toBe(1);
    expect(shown(editor)).toEqual(['one', '<a>', '<b>', '']);
  });
  it('finds it inside other blocks too', () => {
    const editor = editorOf({ type: 'callout', content: [clipOf('a')] }, paragraph('two|'));
    const before = editor.getJSON();
    expect(insertBlocks(editor, [clipOf('a')])).toBe(0);
    expect(editor.getJSON()).toEqual(before);
  });
  it('inserts a block without an id each time', () => {
    const editor = editorOf(paragraph('one|'));
    const node = { ...clip.example, attrs: { ...clip.example.attrs, _id: null } };
    expect([insertBlocks(editor, [node], 'end'), insertBlocks(editor, [node], 'end')]).toEqual([
      1, 1,
    ]);
  });
});

describe('inserted content', () => {
  it('is a chip with a space after it at the cursor', () => {
    const editor = editorOf(paragraph('see |there'));
    expect(insertBlocks(editor, [place.example])).toBe(1);
    const [line]: JSONContent[] = editor.getJSON().content;
    expect(line?.content?.map(({ type, text }) => text ?? type)).toEqual([
      'see ',
      'place',
      ' there',
    ]);
  });
  it('is cleaned', () => {
    const editor = editorOf(paragraph('one|'));
    insertBlocks(editor, [
      { type: 'clip', attrs: { _id: 'a', color: 'red;background:url(//evil.test)', start: 'x' } },
      { type: 'poem', content: [paragraph('kept')] },
    ]);
    expect(shown(editor)).toEqual(['one', '<a>', 'kept', '']);
    expect(JSON.stringify(editor.getJSON())).not.toContain('evil');
  });
  it('changes nothing if it is empty', () => {
    const editor = editorOf(paragraph('one|'));
    const before = editor.getJSON();
    expect([insertBlocks(editor, []), insertBlocks(editor, [], 'end')]).toEqual([0, 0]);
    const unknown = [{ type: 'poem' }, { type: 'poem', content: [{ type: 'verse' }] }];
    expect([insertBlocks(editor, unknown), insertBlocks(editor, unknown, 'end')]).toEqual([0, 0]);
    expect(editor.getJSON()).toEqual(before);
  });
});

describe('the ids of a document', () => {
  it('include nested blocks', () =>
    expect(
      blockIds({
        type: 'doc',
        content: [
          clipOf('a'),
          {
            type: 'callout',
            attrs: { _id: 'b' },
            content: [{ type: 'callout', content: [clipOf('c')] }],
          },
          { ...paragraph('x'), attrs: { _id: 7 } },
          clipOf('a'),
        ],
      }),
    ).toEqual(new Set(['a', 'b', 'c'])));
  it('are empty for an empty document', () => expect(blockIds({ type: 'doc' })).toEqual(new Set()));
});
