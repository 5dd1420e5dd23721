import { expect, it } from 'vitest';
import type { Snapshot } from '#core/contract/snapshot.ts';
import { isReplaced } from './replaced-text.ts';

/** A text of `count` words, unique to the seed. */
const words = (seed: string, count: number): string =>
  Array.from(
    { length: count },
    (_, n) => `${seed}${String.fromCharCode(97 + (n % 26))}${'x'.repeat(n / 26)}`,
  ).join(' ');

const flow = (...texts: string[]): Snapshot => ({
  medium: 'flow',
  title: 'Page',
  language: 'en',
  segments: texts.map((text, n) => ({
    text,
    role: 'text',
    at: { medium: 'flow', paragraph: n + 1 },
  })),
});
const paged = (...texts: string[]): Snapshot => ({
  ...flow(),
  medium: 'paged',
  segments: texts.map((text, n) => ({
    text,
    role: 'text',
    at: { medium: 'paged', page: n + 1, rects: [] },
  })),
});
const timed = (...texts: string[]): Snapshot => ({
  ...flow(),
  medium: 'timed',
  segments: texts.map((text, n) => ({
    text,
    role: 'text',
    at: { medium: 'timed', startS: n, endS: n + 1 },
  })),
});

it.each([
  ['a page', flow],
  ['a PDF', paged],
  ['a video', timed],
] as const)('judges %s by the share of its text that remains', (_name, of) => {
  const before = of(...Array.from({ length: 10 }, (_, n) => words(`old${'abcdefghij'[n]}`, 30)));
  const kept = (count: number) =>
    of(
      ...before.segments.slice(0, count).map(({ text }) => text),
      ...Array.from({ length: 10 - count }, (_, n) => words(`new${'abcdefghij'[n]}`, 30)),
    );
  expect([0, 1, 2, 5, 10].map((count) => isReplaced(before, kept(count)))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(isReplaced(before, of(...before.segments.slice(0, 2).map(({ text }) => text)))).toBe(
    false,
  );
  expect(isReplaced(before, of())).toBe(true);
});

it('counts a phrase as often as it occurs', () => {
  const frame = 'everybody who visited this town in summer saw the';
  const sentences = (seed: string) =>
    Array.from({ length: 10 }, (_, n) => `${frame} ${words(`${seed}${'abcdefghij'[n]}`, 20)}`);
  const [one = '', ...others] = sentences('old');
  expect(isReplaced(flow(one, ...others), flow(one, words('new', 300)))).toBe(true);
});

it('ignores numbers', () => {
  const report = (day: number) =>
    flow(
      ...Array.from(
        { length: 12 },
        (_, n) => `temperature ${day + n} humidity ${day * n} wind ${n} from the west`,
      ),
    );
  expect(isReplaced(report(3), report(40))).toBe(false);
});

it("doesn't judge a short text", () => {
  expect(isReplaced(flow(words('old', 30)), flow(words('new', 30)))).toBe(false);
  expect(isReplaced(flow(words('old', 60)), flow(words('new', 60)))).toBe(true);
});
