import { readFileSync } from 'node:fs';
import { Schema } from '@tiptap/pm/model';
import { EditorState } from '@tiptap/pm/state';
import { EditorView } from '@tiptap/pm/view';
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { libraryVersions } from '../../library-versions.ts';
import {
  MEMBERS,
  memberFault,
  type Specimens,
  specimensOf,
  versionFault,
} from './library-checks.ts';
import { PATCHED_LIBRARIES } from './patched-libraries.ts';

const { window } = new JSDOM();
let specimens: Specimens;
beforeAll(() => {
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', window.document);
  const schema = new Schema({
    nodes: { doc: { content: 'text*' }, text: {} },
    marks: { group: { toDOM: () => ['div', 0] } },
  });
  const doc = schema.node('doc', null, schema.text('a', [schema.mark('group')]));
  specimens = specimensOf(new EditorView(null, { state: EditorState.create({ doc }) }));
});
afterAll(() => {
  specimens.view.destroy();
  vi.unstubAllGlobals();
});

/** The same objects without the member at a path. */
function without(of: unknown, [name = '', ...rest]: readonly string[]): unknown {
  const copy = (Array.isArray(of) ? [...(of as unknown[])] : Object.create(of as object)) as object;
  const value = rest.length > 0 ? without((of as Record<string, unknown>)[name], rest) : undefined;
  return Object.defineProperty(copy, name, { value });
}

it('passes for the installed libraries', () => {
  expect([versionFault(libraryVersions()), memberFault(specimens)]).toEqual([undefined, undefined]);
});

it.each(Object.keys(PATCHED_LIBRARIES))('reports that %s has another version, or none', (name) => {
  const versions = libraryVersions();
  expect(versionFault({ ...versions, [name]: '99.0.0' })).toBe(
    `${name} is 99.0.0, not ${versions[name] ?? ''}`,
  );
  Reflect.deleteProperty(versions, name);
  expect(versionFault(versions)).toMatch(`${name} is missing`);
});

it.each(Object.entries(MEMBERS))('reports that %s is missing', (path, type) => {
  const changed = without(specimens, path.split('.')) as Specimens;
  expect(memberFault(changed)).toBe(`${path} is undefined, not ${type}`);
});

it('reads the version of the bundled package', () => {
  const file = new URL('../../../node_modules/prosemirror-view/package.json', import.meta.url);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    version: libraryVersions()['prosemirror-view'],
  });
});
