import { expect, test } from 'vitest';
import { citationMarks } from './marks.ts';

const marked = (value: string, ...known: number[]) => {
  const position = { start: { offset: 0 }, end: { offset: value.length } };
  const tree = {
    type: 'root',
    children: [{ type: 'paragraph', children: [{ type: 'text', value, position }] }],
  };
  citationMarks(new Set(known))()(tree, { toString: () => value });
  return tree.children[0]?.children.map((it) => ('data' in it ? it.data : it.value));
};
const cite = (mark: string) => ({ hName: 'cite', hProperties: { dataMark: mark } });

test('a mark hangs on the word before it, and marks in a row stay apart', () => {
  expect(marked('Margins matter [1][2]. Truly.', 1, 2)).toEqual([
    'Margins matter',
    cite('1'),
    cite('2'),
    '. Truly.',
  ]);
});

test('a number in brackets without a citation stays as it is written', () => {
  expect(marked('see [3] and [1]', 1)).toEqual(['see [3] and', cite('1')]);
});

test('a number in brackets within a quotation is no mark', () => {
  expect(marked('“see [1]” of old [1]', 1)).toEqual(['“see [1]” of old', cite('1')]);
});
