import type { Editor, JSONContent } from '@tiptap/core';
import { expect, it } from 'vitest';
import { place } from '#core/editor/blocks/place/block.ts';
import { insertBlocks } from '#core/editor/insert-blocks.ts';
import { openEditor, pressIn, typeInto } from './testing/test-editor.ts';
import { timedParagraphs } from './timed-paragraphs.ts';

const chip = (at: number, medium = 'timed') => ({
  type: 'place',
  attrs: place.clean({ source_id: 's1', medium, place: at }),
});
const line = (...content: JSONContent[]) => ({ type: 'paragraph', content });
const text = (value: string) => ({ type: 'text', text: value });

/** With a video open at 83 seconds. */
function opened(content: JSONContent[], isVideoOpen = true): Editor {
  const timestamp = () => void insertBlocks(editor, [chip(83)]);
  const editor = openEditor([timedParagraphs(() => (isVideoOpen ? { timestamp } : {}))], content);
  return editor;
}
const lines = (editor: Editor) => {
  const doc: JSONContent = editor.getJSON();
  return doc.content?.map(({ content = [] }) =>
    content.map((it) => it.text ?? String(it.attrs?.['label'])).join(''),
  );
};

it('starts the next paragraph at the current time, until an empty one is left', () => {
  const editor = opened([line(chip(12), text(' Ice flows.'))]);
  pressIn(editor, 'Enter');
  typeInto(editor, 'It melts.');
  expect(lines(editor)).toEqual(['00:12 Ice flows.', '01:23 It melts.']);
  pressIn(editor, 'Enter');
  expect(lines(editor)?.at(-1)).toBe('01:23 ');
  pressIn(editor, 'Enter');
  typeInto(editor, 'So much for ice.');
  expect(lines(editor)).toEqual(['00:12 Ice flows.', '01:23 It melts.', 'So much for ice.']);
  pressIn(editor, 'Enter');
  expect(lines(editor)?.at(-1)).toBe('');
});

it('leaves other paragraphs, pages and notes without a video alone', () => {
  for (const editor of [
    opened([line(text('At '), chip(12))]),
    opened([line(chip(4, 'paged'), text(' Ice.'))]),
    opened([line(chip(12), text(' Ice.'))], false),
    opened([
      {
        type: 'bulletList',
        content: [{ type: 'listItem', content: [line(chip(12), text(' a'))] }],
      },
    ]),
  ]) {
    pressIn(editor, 'Enter');
    expect(JSON.stringify(editor.getJSON())).not.toContain('"place":83');
  }
});
