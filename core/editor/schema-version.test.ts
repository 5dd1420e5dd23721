import { Schema, type SchemaSpec } from '@tiptap/pm/model';
import { describe, expect, it } from 'vitest';
import { schemaVersion, versionOfSchema } from './schema-version.ts';
import { notesSchema } from './schema.ts';

const BASE = {
  nodes: {
    doc: { content: 'block+' },
    paragraph: { group: 'block', content: 'text*', attrs: { indent: { default: 0 } } },
    text: {},
  },
  marks: { bold: {}, link: { attrs: { href: { default: null } } } },
} satisfies SchemaSpec;
const { doc, paragraph, text } = BASE.nodes;
const versionOf = (spec: SchemaSpec): string => versionOfSchema(new Schema(spec));

describe('the schema version', () => {
  it('matches the notes schema', () => {
    expect(schemaVersion()).toMatch(/^[0-9a-f]{16}$/);
    expect(schemaVersion()).toBe(schemaVersion());
    expect(schemaVersion()).toBe(versionOfSchema(notesSchema()));
  });
  it('is the same for the same schema, however it is rendered', () =>
    expect(
      versionOf({
        ...BASE,
        nodes: { doc, paragraph: { ...paragraph, toDOM: () => ['p', 0], draggable: true }, text },
      }),
    ).toBe(versionOf(BASE)));
  it('does not depend on the order of attributes', () => {
    const withAttributes = (attrs: Record<string, { default: number }>) =>
      versionOf({ nodes: { doc, paragraph: { ...paragraph, attrs }, text } });
    expect(withAttributes({ a: { default: 1 }, b: { default: 2 } })).toBe(
      withAttributes({ b: { default: 2 }, a: { default: 1 } }),
    );
  });
  it('does not depend on the order of nodes and marks', () =>
    expect(
      versionOf({
        nodes: { text, doc, paragraph },
        marks: { link: BASE.marks.link, bold: BASE.marks.bold },
      }),
    ).toBe(versionOf(BASE)));
  it.each([
    ['another node', { nodes: { ...BASE.nodes, heading: { group: 'block', content: 'text*' } } }],
    ['another mark', { marks: { ...BASE.marks, code: {} } }],
    ['a mark less', { marks: { bold: {} } }],
    [
      'another attribute',
      {
        nodes: {
          doc,
          paragraph: { ...paragraph, attrs: { indent: { default: 0 }, id: { default: null } } },
          text,
        },
      },
    ],
    [
      'another default',
      { nodes: { doc, paragraph: { ...paragraph, attrs: { indent: { default: 1 } } }, text } },
    ],
    ['other content', { nodes: { doc: { content: 'block*' }, paragraph, text } }],
    ['other marks within', { nodes: { doc, paragraph: { ...paragraph, marks: 'bold' }, text } }],
    ['a mark that excludes others', { marks: { bold: { excludes: '_' }, link: BASE.marks.link } }],
  ] satisfies [string, Partial<SchemaSpec>][])('changes with %s', (_, change) =>
    expect(versionOf({ ...BASE, ...change })).not.toBe(versionOf(BASE)),
  );
});
