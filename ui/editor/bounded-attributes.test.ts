import { getSchema } from '@tiptap/core';
import { expect, it } from 'vitest';
import { editorExtensions } from '#core/editor/schema.ts';
import { boundAttributes } from './bounded-attributes.ts';

it('drops attributes that are out of bounds', () => {
  const schema = getSchema(editorExtensions());
  boundAttributes(schema);
  const attrs = (name: string, given: object): object => ({
    ...schema.nodes[name]?.create({ ...given }).attrs,
  });
  expect(
    attrs('tableCell', {
      colspan: 1e9,
      rowspan: -1,
      colwidth: Array.from({ length: 1e6 }, () => 1),
    }),
  ).toMatchObject({ colspan: 1, rowspan: 1, colwidth: null });
  expect(attrs('heading', { level: 1e9, indent: '9', _id: {} })).toMatchObject({
    level: 3,
    indent: 0,
    _id: null,
  });
  expect(attrs('orderedList', { start: 1e308, type: [] })).toMatchObject({ start: 1, type: null });
  expect(
    schema.mark('link', { href: 'https://example.org/', class: { toString: 1 } }).attrs,
  ).toMatchObject({ href: 'https://example.org/', class: null });
});
