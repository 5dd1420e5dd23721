import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Segment } from '#core/contract/snapshot.ts';
import { diffVersions } from './diff.ts';

const version = (texts: readonly string[]) => ({
  segments: texts.map(
    (text, index): Segment => ({
      text,
      role: 'text',
      at: { medium: 'flow', paragraph: index + 1 },
    }),
  ),
});

it('lists the words that an edited paragraph lost and gained, and added and deleted paragraphs', () => {
  const { parts, ...counts } = diffVersions(
    version([
      'An introduction to the matter.',
      'Revenue grew by twelve percent in the north.',
      'Nobody reads this paragraph.',
    ]),
    version([
      'An introduction to the matter.',
      'A paragraph about something that is wholly new here.',
      'Revenue grew by about ten percent in the north.',
    ]),
  );
  expect(counts).toEqual({ added: 1, removed: 1, changed: 1 });
  expect(parts).toEqual([
    { kind: 'same', text: 'An introduction to the matter.', before: 1, after: 1 },
    { kind: 'added', text: 'A paragraph about something that is wholly new here.', after: 2 },
    {
      kind: 'changed',
      before: 2,
      after: 3,
      words: [
        { kind: 'same', text: 'Revenue grew by ' },
        { kind: 'removed', text: 'twelve ' },
        { kind: 'added', text: 'about ten ' },
        { kind: 'same', text: 'percent in the north.' },
      ],
    },
    { kind: 'removed', text: 'Nobody reads this paragraph.', before: 3 },
  ]);
});

it('ignores white space', () => {
  expect(
    diffVersions(version(['One  paragraph\nhere.']), version(['One paragraph here. '])),
  ).toMatchObject({ added: 0, removed: 0, changed: 0 });
});

it('contains every paragraph of both versions once, in order', () => {
  const paragraphs = fc.array(
    fc
      .array(fc.constantFrom('river', 'mill', 'road', 'house', 'night', 'Yes.', 'and'), {
        minLength: 1,
        maxLength: 9,
      })
      .map((words) => words.join(' ')),
    { maxLength: 14 },
  );
  fc.assert(
    fc.property(paragraphs, paragraphs, (before, after) => {
      const { parts } = diffVersions(version(before), version(after));
      const side = (left: 'before' | 'after', other: 'removed' | 'added') =>
        parts.flatMap((part): [number, string][] => {
          if (part.kind === 'changed')
            return [
              [
                part[left],
                part.words
                  .filter((word) => word.kind === 'same' || word.kind === other)
                  .map((word) => word.text)
                  .join(''),
              ],
            ];
          return part.kind === 'same' || part.kind === other
            ? [[(part as { before: number; after: number })[left], part.text]]
            : [];
        });
      expect(side('before', 'removed')).toEqual(before.map((text, n) => [n + 1, text]));
      expect(side('after', 'added')).toEqual(after.map((text, n) => [n + 1, text]));
    }),
  );
});

/** Paragraphs with the same words in different orders: all are similar, and no two are equal. */
const shuffled = (paragraphs: number, words: number, seed: number): string[] => {
  let state = seed;
  const next = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  return Array.from({ length: paragraphs }, () =>
    Array.from({ length: words }, () => `word${Math.floor(next() * 400)}`).join(' '),
  );
};

it.each([
  [400, 1_500],
  [60, 12_000],
  [5_000, 100],
])(
  'skips the word diff rather than block the event loop when %i paragraphs of %i words changed',
  (paragraphs, words) => {
    const [before, after] = [shuffled(paragraphs, words, 3), shuffled(paragraphs, words, 5)];
    const { user } = process.threadCpuUsage();
    const { parts, ...counts } = diffVersions(version(before), version(after));
    expect((process.threadCpuUsage().user - user) / 1_000).toBeLessThan(8_000);
    expect(counts.changed + counts.removed).toBe(paragraphs);
    expect(parts.filter((part) => part.kind !== 'removed')).toHaveLength(paragraphs);
  },
);
