import { Editor, type JSONContent } from '@tiptap/core';
import { EditorState, TextSelection } from '@tiptap/pm/state';
import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { cleanDoc } from './document.ts';
import { MAX_INDENT } from './fields.ts';
import { editorExtensions, notesSchema } from './schema.ts';
import { docFromHtml, docToHtml } from './testing/html.ts';
import { cleanShared, INDENT_PX, shiftIndent } from './text-blocks.ts';

const paragraph = (text: string, attrs = {}): JSONContent => ({
  type: 'paragraph',
  attrs,
  ...(text === '' ? {} : { content: [{ type: 'text', text }] }),
});
const docOf = (...content: JSONContent[]): JSONContent => cleanDoc({ type: 'doc', content });
const bodyOf = (html: string): HTMLElement => new JSDOM(html).window.document.body;

describe('the attributes of all text blocks', () => {
  it('are complete and valid, whatever was written', () => {
    fc.assert(
      fc.property(
        fc.record(
          {
            _id: fc.anything(),
            parentId: fc.anything(),
            createdAt: fc.anything(),
            updatedAt: fc.anything(),
            createdBy: fc.anything(),
            updatedBy: fc.anything(),
            indent: fc.oneof(fc.anything(), fc.double()),
          },
          { requiredKeys: [] },
        ),
        (attrs) => {
          const clean = cleanShared(attrs);
          expect(Object.keys(clean).sort()).toEqual([
            '_id',
            'createdAt',
            'createdBy',
            'indent',
            'parentId',
            'updatedAt',
            'updatedBy',
          ]);
          expect(Number.isInteger(clean.indent)).toBe(true);
          expect(clean.indent).toBeGreaterThanOrEqual(0);
          expect(clean.indent).toBeLessThanOrEqual(MAX_INDENT);
          expect(cleanShared(clean)).toEqual(clean);
        },
      ),
    );
  });

  const shared = {
    _id: 'b1',
    parentId: 'p1',
    createdAt: '2026-01-02T03:04:05.000Z',
    updatedAt: '2026-01-03T03:04:05.000Z',
    createdBy: 'u1',
    updatedBy: 'u2',
  };
  it.each([
    ['a paragraph', paragraph('x', { ...shared, indent: 3 })],
    [
      'a heading',
      { ...paragraph('x'), type: 'heading', attrs: { ...shared, level: 2, indent: 8 } },
    ],
    ['a quotation', { type: 'blockquote', attrs: shared, content: [paragraph('x')] }],
    ['a divider', { type: 'horizontalRule', attrs: shared }],
    [
      'a list',
      {
        type: 'bulletList',
        attrs: shared,
        content: [{ type: 'listItem', content: [paragraph('x', { _id: 'b2' })] }],
      },
    ],
    ['code', { type: 'codeBlock', attrs: shared, content: [{ type: 'text', text: 'let a;' }] }],
  ] satisfies [string, JSONContent][])('are kept through the HTML of %s', (_, node) => {
    const doc = docOf(node);
    expect(doc.content?.[0]?.attrs).toMatchObject(shared);
    expect(docFromHtml(bodyOf(docToHtml(doc)))).toEqual(doc);
  });

  it('are not written if they are not set', () =>
    expect(docToHtml(docOf(paragraph('x')))).toBe('<p>x</p>'));
  it('are validated when they are read from HTML', () => {
    const read = docFromHtml(
      bodyOf('<p data-_id="../etc" data-createdat="yesterday" data-indent="99">x</p>'),
    );
    expect(read.content?.[0]?.attrs).toMatchObject({ _id: null, createdAt: null, indent: 8 });
    expect(docFromHtml(bodyOf('<p data-indent="many">x</p>')).content?.[0]?.attrs?.['indent']).toBe(
      0,
    );
  });
  it('show an indent as a margin', () =>
    expect(docToHtml(docOf(paragraph('x', { indent: 2 })))).toContain(
      `style="margin-left: ${2 * INDENT_PX}px"`,
    ));

  it('stay with the block when it is split, except that the indent is copied', () => {
    const editor = new Editor({
      element: null,
      extensions: editorExtensions(),
      content: docOf(paragraph('margin', { ...shared, indent: 2 })),
    });
    editor.commands.setTextSelection(7);
    editor.commands.splitBlock();
    const attrs = editor.getJSON().content.map((node) => node.attrs);
    editor.destroy();
    expect(attrs).toHaveLength(2);
    expect(attrs[0]).toMatchObject({ _id: 'b1', indent: 2 });
    expect(attrs[1]).toMatchObject({ _id: null, createdAt: null, indent: 2 });
  });
});

describe('indenting blocks', () => {
  const image = (indent = 0): JSONContent => ({ type: 'image', attrs: { indent } });
  const list: JSONContent = {
    type: 'bulletList',
    content: [{ type: 'listItem', content: [paragraph('item')] }],
  };
  /** The indents after moving the blocks; `undefined` if nothing moved. */
  function shifted(
    by: 1 | -1,
    content: JSONContent[],
    select: (size: number) => [number, number] = (size) => [1, size - 1],
  ): unknown[] | undefined {
    const doc = notesSchema().nodeFromJSON(docOf(...content));
    const [from, to] = select(doc.content.size);
    const state = EditorState.create({ doc, selection: TextSelection.create(doc, from, to) });
    const { tr } = state;
    if (!shiftIndent(state, tr, by)) {
      expect(tr.docChanged).toBe(false);
      return undefined;
    }
    return tr.doc.content.content.map((node) => node.attrs['indent'] as unknown);
  }

  it('moves every selected paragraph, heading and image', () =>
    expect(
      shifted(1, [
        paragraph('a'),
        { type: 'heading', attrs: { level: 1, indent: 1 }, content: [{ type: 'text', text: 'b' }] },
        image(3),
        paragraph('c'),
      ]),
    ).toEqual([1, 2, 4, 1]));
  it('moves only the selected ones', () =>
    expect(shifted(1, [paragraph('a'), paragraph('b')], () => [1, 2])).toEqual([1, 0]));
  it("moves the others if one can't go further", () =>
    expect(shifted(-1, [paragraph('a'), paragraph('b', { indent: 1 })])).toEqual([0, 0]));
  it.each([
    [-1, 0],
    [1, MAX_INDENT],
  ] as const)('does nothing by %d at an indent of %d', (by, indent) =>
    expect(shifted(by, [paragraph('a', { indent }), paragraph('b', { indent })])).toBeUndefined(),
  );
  it('leaves lists, tables and code to their own keys', () => {
    expect(shifted(1, [list], () => [3, 5])).toBeUndefined();
    expect(
      shifted(1, [{ type: 'codeBlock', content: [{ type: 'text', text: 'let a;' }] }]),
    ).toBeUndefined();
    expect(shifted(1, [paragraph('a'), list, paragraph('b')])).toEqual([1, undefined, 1]);
  });
  it('moves paragraphs within a quotation', () => {
    const doc = notesSchema().nodeFromJSON(
      docOf({ type: 'blockquote', content: [paragraph('a')] }),
    );
    const state = EditorState.create({ doc, selection: TextSelection.create(doc, 2) });
    const { tr } = state;
    expect(shiftIndent(state, tr, 1)).toBe(true);
    expect(tr.doc.firstChild?.firstChild?.attrs['indent']).toBe(1);
  });
});
