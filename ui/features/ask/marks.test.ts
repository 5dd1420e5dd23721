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

test('attaches a mark to the previous word, and separates adjacent marks', () => {
  expect(marked('Margins matter [1][2]. Truly.', 1, 2)).toEqual([
    'Margins matter',
    cite('1'),
    cite('2'),
    '. Truly.',
  ]);
});

test('leaves a bracketed number without a citation as text', () => {
  expect(marked('see [3] and [1]', 1)).toEqual(['see [3] and', cite('1')]);
});

test('ignores bracketed numbers in quotations', () => {
  expect(marked('“see [1]” of old [1]', 1)).toEqual(['“see [1]” of old', cite('1')]);
});
