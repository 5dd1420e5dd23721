import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FRAMES } from './overdue-packages.ts';

const root = new URL('../', import.meta.url);
const doc = readFileSync(new URL('docs/security.md', root), 'utf8');
const rows = [...doc.matchAll(/^\| (\d+\.\d+\.\d+) \| ([123]) \| (.+) \| (.+) \|$/gm)].map(
  ([, id = '', level, what = '', shown = '']) => ({
    id,
    level: Number(level),
    what,
    isMet: !/^\*\*(not met|met in part)\*\*/.test(what),
    shown,
  }),
);
const without = [...doc.matchAll(/^Does not apply: (.+)$/gm)].flatMap(
  ([, text = '']) => text.match(/\d+\.\d+\.\d+/g) ?? [],
);

it('states the number of requirements in its tables, each listed once', () => {
  const ids = [...rows.map(({ id }) => id), ...without];
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  const of = (level: number) => rows.filter((it) => it.level === level);
  const met = (level: number) => of(level).filter(({ isMet }) => isMet).length;
  expect(/\*\*\d+ of .+ do not apply\./.exec(doc)?.[0]).toBe(
    `**${met(1)} of ${of(1).length} requirements of level 1 and ${met(2)} of ${of(2).length} of level 2 are met**; ${without.length} do not apply.`,
  );
});
it('names an existing test for each met requirement', () => {
  for (const { id, shown, isMet } of rows) {
    expect([id, isMet && shown === '–']).toEqual([id, false]);
    for (const path of shown === '–' ? [] : shown.split(', '))
      expect([
        id,
        path,
        /^`.+\.test\.tsx?`$/.test(path) && existsSync(new URL(path.replaceAll('`', ''), root)),
      ]).toEqual([id, path, true]);
  }
});
it('refers only to existing sections and files that have content', () => {
  /** A section has a heading, or is a list item that starts with bold text. */
  const hasSection = (text: string, name: string): boolean =>
    text
      .split(/\n(?=#+ |- \*\*)/)
      .some(
        (part) =>
          (part.startsWith(`## ${name}\n`) || part.startsWith(`- **${name}**`)) &&
          part.length > name.length + 80,
      );
  let pointers = 0;
  for (const { id, what } of rows) {
    for (const [, name = '', file] of what.matchAll(
      /“([^”]+)” (?:above|of `(docs\/[\w-]+\.md)`)/g,
    )) {
      pointers += 1;
      expect([
        id,
        name,
        hasSection(file === undefined ? doc : readFileSync(new URL(file, root), 'utf8'), name),
      ]).toEqual([id, name, true]);
    }
    for (const [, path = ''] of what.matchAll(/`([\w.-]+(?:\/[\w.-]+)+)`/g))
      expect([id, path, existsSync(new URL(path, root))]).toEqual([id, path, true]);
  }
  expect(pointers).toBeGreaterThan(10);
});
it('states the update deadlines that are checked', () => {
  expect(doc).toContain(`within ${FRAMES.update} days`);
  expect(doc).toContain(`within ${FRAMES.major} days`);
});
