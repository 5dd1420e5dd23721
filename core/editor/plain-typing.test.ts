import { Editor, type JSONContent } from '@tiptap/core';
import { Slice } from '@tiptap/pm/model';
import { EditorState, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state';
import { describe, expect, it } from 'vitest';
import { skipPlainTyping } from './plain-typing.ts';
import { editorExtensions, notesSchema } from './schema.ts';

const schema = notesSchema();
const doc = (...words: string[]) =>
  schema.node(
    'doc',
    null,
    words.map((it) => schema.node('paragraph', null, it === '' ? [] : [schema.text(it)])),
  );

describe('a plugin that skips plain typing', () => {
  const asked = (change: (tr: Transaction) => Transaction): number => {
    let times = 0;
    const plugins = skipPlainTyping.addProseMirrorPlugins.call({
      parent: () => [
        new Plugin({
          appendTransaction: () => {
            times += 1;
            return null;
          },
        }),
      ],
    });
    const state = EditorState.create({ doc: doc('margin', 'gloss'), plugins });
    state.apply(change(state.tr));
    return times;
  };

  it("doesn't run for characters typed inside a word, in any number of steps", () => {
    expect(asked((tr) => tr.insertText('a', 3))).toBe(0);
    expect(asked((tr) => tr.insertText('a', 3).insertText('é', 4).insertText('語', 5))).toBe(0);
  });

  it('runs for every other change', () => {
    for (const blank of [' ', '\u00a0', '\u2003', 'a b', '\t', '\u180e'])
      expect(
        asked((tr) => tr.insertText(blank, 3)),
        JSON.stringify(blank),
      ).toBe(1);
    expect(asked((tr) => tr.delete(3, 4))).toBe(1);
    expect(asked((tr) => tr.insertText('a', 3, 5))).toBe(1);
    expect(asked((tr) => tr.split(3))).toBe(1);
    expect(asked((tr) => tr.addMark(1, 4, schema.mark('bold')))).toBe(1);
    expect(asked((tr) => tr.insert(3, schema.node('hardBreak')))).toBe(1);
    expect(asked((tr) => tr.insertText('a', 3).split(4))).toBe(1);
    expect(asked((tr) => tr.replace(4, 4, new Slice(doc('one', 'two').content, 1, 1)))).toBe(1);
  });

  it('runs for selections', () => {
    expect(asked((tr) => tr.setSelection(TextSelection.create(tr.doc, 3)))).toBe(1);
    expect(asked((tr) => tr.setSelection(TextSelection.create(tr.doc, 2, 10)))).toBe(1);
    expect(
      asked((tr) => {
        const typed = tr.insertText('a', 3);
        return typed.setSelection(TextSelection.create(typed.doc, 2, 10));
      }),
    ).toBe(1);
  });
});

describe('the notes editor', () => {
  const stateOf = (content: JSONContent): EditorState => {
    const editor = new Editor({
      element: null,
      extensions: editorExtensions(),
      content: { type: 'doc', content: [content] },
    });
    const state = EditorState.create({
      doc: editor.state.doc,
      plugins: editor.extensionManager.plugins,
    });
    editor.destroy();
    return state;
  };
  const typed = (text: string): string => {
    let state = stateOf({ type: 'paragraph' });
    for (const letter of text) state = state.applyTransaction(state.tr.insertText(letter)).state;
    return JSON.stringify(state.doc);
  };

  it('keeps a selection inside a table cell', () => {
    const cell = (text: string) => ({
      type: 'tableCell',
      content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
    });
    const state = stateOf({
      type: 'table',
      content: [{ type: 'tableRow', content: [cell('word'), cell('gloss')] }],
    });
    const [word, gloss] = [5, 12];
    const { selection } = state.apply(
      state.tr.setSelection(TextSelection.create(state.doc, word, gloss)),
    );
    expect(selection.$to.node(-1)).toBe(selection.$from.node(-1));
  });

  it('links a typed address only after the space that ends it', () => {
    expect(typed('see https://example.com')).not.toContain('link');
    expect(typed('see https://example.com ')).toContain('"href":"https://example.com"');
    expect(typed('see https://example.com now')).toContain('"href":"https://example.com"');
  });
});
