import type { JSONContent } from '@tiptap/core';
import { CellSelection } from '@tiptap/pm/tables';
import { expect, it } from 'vitest';
import { docToMarkdown } from '#core/editor/markdown.ts';
import { paste } from './paste/paste.ts';
import { tableIn } from './paste/pasted-table.ts';
import { keepHeaderRow } from './tables/keep-header-row.ts';
import { openEditor, pasteInto, typeInto } from './testing/test-editor.ts';
import { typedMarkdown } from './typed-markdown.ts';

const written = (content: JSONContent) => docToMarkdown(content).trim();
function typed(text: string): string {
  const editor = openEditor([typedMarkdown]);
  typeInto(editor, text);
  return written(editor.getJSON());
}
function pasted(text: string): string {
  const editor = openEditor([
    paste({ onLink: () => undefined, origin: 'http://127.0.0.1', hasSource: () => false }),
  ]);
  pasteInto(editor, { 'text/plain': text });
  return written(editor.getJSON());
}

it.each([
  ['Euler: $e^x$ ', 'Euler: $e^x$'],
  ['See [a page](https://example.org/a) ', 'See [a page](https://example.org/a)'],
  ['[x](javascript:alert) ', '\\[x\\](javascript:alert)'],
  ['#### Deep', '### Deep'],
  ['- [ ] write', '- [ ] write'],
  ['- [x] written', '- [x] written'],
  ['www.example.de is', '[www.example.de](https://www.example.de) is'],
  ['example.com is', '[example.com](https://example.com) is'],
  ['index.ts is', 'index.ts is'],
  ['*a* **b** _c_ __d__ ~~e~~ ==f== ', '*a* **b** *c* **d** ~~e~~ ==f=='],
  ['_foo_bar_ and __two_words__.', '*foo\\_bar* and **two\\_words**.'],
  ['*two words* and', '*two words* and'],
  ['2 * 3 * 4', '2 \\* 3 \\* 4'],
  ['2 *3 * 4', '2 \\*3 \\* 4'],
  ['a ** b ** c', 'a \\*\\* b \\*\\* c'],
  ['a _ b _ c and snake_case_name', 'a \\_ b \\_ c and snake\\_case\\_name'],
  ['a ~~ b ~~ c', 'a \\~\\~ b \\~\\~ c'],
  ['a == b == c', 'a == b == c'],
])('parses the typed text %j as %j', (text, markdown) => expect(typed(text)).toBe(markdown));

it('formats no part of a word between underscores', () => {
  const editor = openEditor([typedMarkdown]);
  typeInto(editor, '_firstname');
  editor.commands.setTextSelection(7);
  typeInto(editor, '_');
  expect(editor.getText()).toBe('_first_name');
  expect(pasted('_first_name, 2 * 3 * 4, _x_ and *y*')).toBe(
    '\\_first\\_name, 2 \\* 3 \\* 4, *x* and *y*',
  );
});

it('formats text between underscores before a line break', () => {
  const editor = openEditor([typedMarkdown]);
  typeInto(editor, '- _foo_bar_');
  editor.view.someProp('handleKeyDown', (press) =>
    press(editor.view, new KeyboardEvent('keydown', { key: 'Enter' })),
  );
  typeInto(editor, 'next');
  expect(written(editor.getJSON())).toBe('- *foo\\_bar*\n- next');
});

it('turns typed text between dollars into a formula', () => {
  const editor = openEditor([typedMarkdown]);
  typeInto(editor, 'It is $x^2$');
  expect(editor.getJSON().content[0]?.content?.[1]).toMatchObject({
    type: 'math-inline',
    attrs: { latex: 'x^2' },
  });
});

it('keeps footnotes, deep headings and spreadsheet rows that are pasted', () => {
  expect(pasted('# T\n\nx[^1]\n\n[^1]: the foot')).toContain('the foot');
  expect(pasted('#### Deep\n\ntext')).toBe('### Deep\n\ntext');
  const table = '| Name | Year |\n| ---- | ---- |\n| Ada  | 1843 |';
  expect(pasted('Name\tYear\nAda\t1843\n')).toBe(table);
  expect(pasted('Name,Year\nAda,1843')).toBe(table);
});

it('parses quoted cells, but no prose as a table', () => {
  expect(tableIn('a,b\n"x, ""y""",2')).toEqual([
    ['a', 'b'],
    ['x, "y"', '2'],
  ]);
  expect(tableIn('Dear Ada, hello\nyours, Ben')).toBeUndefined();
  expect(tableIn('one, two\nthree')).toBeUndefined();
  expect(tableIn('one line\twith a tab')).toBeUndefined();
});

it('keeps a header row when cells are pasted into it', () => {
  const row = (type: string, words: readonly string[]) => ({
    type: 'tableRow',
    content: words.map((text) => ({
      type,
      content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
    })),
  });
  const editor = openEditor(
    [keepHeaderRow],
    [{ type: 'table', content: [row('tableHeader', ['a', 'b']), row('tableCell', ['c', 'd'])] }],
  );
  const { doc } = editor.state;
  const cells: number[] = [];
  doc.descendants((node, position) => {
    if (node.type.spec['tableRole'] === 'cell') cells.push(position);
  });
  const copied = CellSelection.create(doc, cells[0] ?? 0, cells[1] ?? 0).content();
  editor.commands.setTextSelection(4);
  const event = new Event('paste') as ClipboardEvent;
  editor.view.someProp('handlePaste', (take) => take(editor.view, event, copied));
  const kinds: string[] = [];
  editor.state.doc.descendants(({ type }) => {
    if (type.name === 'tableHeader' || type.name === 'tableCell') kinds.push(type.name);
  });
  expect(kinds).toEqual(['tableHeader', 'tableHeader', 'tableCell', 'tableCell']);
  expect(editor.getText()).toContain('c');
  expect(editor.getText()).not.toContain('a');
});
