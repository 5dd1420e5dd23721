import { getSchema } from '@tiptap/core';
import { expect, it } from 'vitest';
import { BLOCKS } from '#core/editor/blocks/registry.ts';
import { editorExtensions } from '#core/editor/schema.ts';
import { quickenAttributes } from './fast-attributes.ts';

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
          return { ...schema.nodes[name]?.create(attrs).attrs };
        } catch (error) {
          return String(error);
        }
      });
    expect([name, made(quick)]).toEqual([name, made(slow)]);
  }
});
