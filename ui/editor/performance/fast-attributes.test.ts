import { getSchema } from '@tiptap/core';
import { expect, it } from 'vitest';
import { BLOCKS } from '#core/editor/blocks/registry.ts';
import { boundOf } from '#core/editor/bounds.ts';
import { editorExtensions } from '#core/editor/schema.ts';
import { quickenAttributes } from './fast-attributes.ts';

/** A clip starts at a second, a list at a number. */
const within = (node: string, attrs: object | null) =>
  attrs &&
  Object.fromEntries(
    Object.entries(attrs).filter(([name, value]) => boundOf(node, name)?.holds(value) ?? true),
  );

it('gives each node the attributes that it has without', () => {
  const [slow, quick] = [getSchema(editorExtensions()), getSchema(editorExtensions())];
  quickenAttributes(quick);
  const given = [
    null,
    {},
    { level: 2 },
    { checked: true, unknown: 1, constructor: 'none' },
    { indent: undefined, language: null },
    ...BLOCKS.map(({ example }) => example.attrs ?? {}),
  ];
  for (const name of Object.keys(slow.nodes).filter((it) => it !== 'text')) {
    const made = (schema: typeof slow) =>
      given.map((attrs) => {
        try {
          return { ...schema.nodes[name]?.create(within(name, attrs)).attrs };
        } catch (error) {
          return String(error);
        }
      });
    expect([name, made(quick)]).toEqual([name, made(slow)]);
  }
});

it('keeps what is out of bounds from becoming an attribute', () => {
  const schema = getSchema(editorExtensions());
  quickenAttributes(schema);
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
