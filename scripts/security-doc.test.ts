import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FRAMES } from './late-packages.ts';

const root = new URL('../', import.meta.url);
const doc = readFileSync(new URL('docs/security.md', root), 'utf8');
const rows = [...doc.matchAll(/^\| (\d+\.\d+\.\d+) \| ([123]) \| (.+) \| (.+) \|$/gm)].map(([, id = '', level, what = '', shown = '']) => ({ id, level: Number(level), isMet: !/^\*\*(not met|met in part)\*\*/.test(what), shown }));
const without = [...doc.matchAll(/^Does not apply: (.+)$/gm)].flatMap(([, text = '']) => text.match(/\d+\.\d+\.\d+/g) ?? []);

it('counts the requirements as they stand in its tables, each of them once', () => {
  const ids = [...rows.map(({ id }) => id), ...without];
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  const of = (level: number) => rows.filter((it) => it.level === level);
  const met = (level: number) => of(level).filter(({ isMet }) => isMet).length;
  expect(/\*\*\d+ of .+ do not apply\./.exec(doc)?.[0]).toBe(`**${met(1)} of ${of(1).length} requirements of level 1 and ${met(2)} of ${of(2).length} of level 2 are met**; ${without.length} do not apply.`);
});
it('names tests that there are', () => {
  for (const { id, shown } of rows) for (const path of shown === '–' ? [] : shown.split(', ')) expect([id, existsSync(new URL(path.replaceAll('`', ''), root))]).toEqual([id, true]);
});
it('promises the times that are asked after', () => {
  expect(doc).toContain(`within ${FRAMES.update} days`);
  expect(doc).toContain(`within ${FRAMES.major} days`);
});
