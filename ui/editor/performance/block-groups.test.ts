import { expect, it } from 'vitest';
import { GROUP_SIZE, type Grouped, regroup } from './block-groups.ts';

let made = 0;
const make = () => {
  made += 1;
  return made;
};
const names = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `b${n + from}`);
/** As when opened: one empty line until the content arrives. */
const note = (count: number): Grouped<string, number> => {
  made = 0;
  return regroup(regroup({ blocks: [], groups: [] }, [''], make), names(count), make);
};
const sizes = ({ groups }: Grouped<string, number>) =>
  [...Map.groupBy(groups, (it) => it).values()].map((it) => it.length);
/** A group is one element that contains consecutive blocks. */
const isWhole = ({ groups }: Grouped<string, number>) =>
  new Set(groups).size === groups.filter((it, at) => it !== groups[at - 1]).length;

it('fills groups one after the other in a long note', () => {
  expect(sizes(note(9 * GROUP_SIZE + 3))).toEqual([
    ...Array.from({ length: 9 }, () => GROUP_SIZE),
    3,
  ]);
  expect(note(100).groups.every((it) => it === null)).toBe(true);
});

it('leaves all other blocks in place when one is edited, added or removed', () => {
  const was = note(200);
  const written = regroup(was, was.blocks.with(30, 'x'), make);
  expect(written.groups).toEqual(was.groups);
  const put = regroup(was, was.blocks.toSpliced(30, 1, 'left', 'right'), make);
  expect(put.groups).toEqual(was.groups.toSpliced(30, 0, was.groups[30] ?? null));
  const first = regroup(was, ['new', ...was.blocks], make);
  expect(first.groups).toEqual([was.groups[0], ...was.groups]);
  const edge = 2 * GROUP_SIZE;
  const joined = regroup(was, was.blocks.toSpliced(edge - 1, 2, 'both'), make);
  expect(joined.groups).toEqual(was.groups.toSpliced(edge, 1));
});

it('starts another group after a full one, and continues in it', () => {
  let now = note(10 * GROUP_SIZE);
  for (let n = 0; n < 3; n += 1) now = regroup(now, [...now.blocks, `new${n}`], make);
  expect(sizes(now).slice(-2)).toEqual([GROUP_SIZE, 3]);
});

it('splits a group that has grown too large, by typing or pasting', () => {
  let keys = note(140);
  for (let n = 0; n < 200; n += 1)
    keys = regroup(keys, keys.blocks.toSpliced(30 + n, 0, `new${n}`), make);
  const paste = regroup(note(140), names(140).toSpliced(10, 0, ...names(1000, 100)), make);
  for (const now of [keys, paste]) {
    expect(isWhole(now)).toBe(true);
    expect(Math.max(...sizes(now))).toBeLessThanOrEqual(100);
  }
});

it('leaves a short note ungrouped until it is long, and then starts groups at its end', () => {
  let now = note(99);
  for (let n = 0; n < 4; n += 1) now = regroup(now, [...now.blocks, `new${n}`], make);
  expect(sizes(now)).toEqual([100, 3]);
  expect(now.groups[99]).toBeNull();
});
