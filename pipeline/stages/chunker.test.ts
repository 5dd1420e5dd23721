import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SourceId } from '#core/contract/id.ts';
import { Locator } from '#core/contract/locator.ts';
import type { Segment, SegmentPosition, Snapshot } from '#core/contract/snapshot.ts';
import { findQuote } from '#core/text/find-quote.ts';
import { positionWithin, sentencesWithin } from '#pipeline/search/index.ts';
import { chunkSnapshot } from './chunker.ts';

const source = { sourceId: SourceId.parse('01890a5d-ac96-774b-bcce-b302099a8057'), version: 1 };
const sentence = (words: number, first = 'Word') =>
  `${[first, ...Array.from({ length: words - 1 }, (_, n) => `word${n}`)].join(' ')}.`;
const flow = (...texts: string[]): Segment[] =>
  texts.map((text, n) => ({
    text: text.replace(/^# /, ''),
    role: text.startsWith('# ') ? 'heading' : 'text',
    at: { medium: 'flow', paragraph: n + 1 },
  }));
const snapshotOf = (
  medium: Snapshot['medium'],
  segments: Segment[],
  more: Partial<Snapshot> = {},
): Snapshot => ({ medium, title: 'Bees', language: 'en', segments, ...more });
const line = (y: number, width = 0.8) => ({ x: 0.1, y, width, height: 0.02 });

describe('timed', () => {
  const said = Array.from(
    { length: 60 },
    (_, n): Segment => ({
      text: `Sentence ${n}.`,
      role: 'text',
      at: { medium: 'timed', startS: n * 7, endS: n * 7 + 6.5 },
    }),
  );

  test('windows last 30 to 60 seconds and start with their first sentence', () => {
    const chunks = chunkSnapshot(snapshotOf('timed', said), source);
    for (const { locator } of chunks) {
      if (locator.medium !== 'timed') throw new Error('not timed');
      expect(locator.endS - locator.startS).toBeGreaterThanOrEqual(30);
      expect(locator.endS - locator.startS).toBeLessThanOrEqual(60);
    }
    expect(chunks[0]).toMatchObject({ heading: 'Bees', ordinal: 0, locator: { startS: 0 } });
    expect(chunks[1]?.text.startsWith('Sentence 5.')).toBe(true);
  });

  test('chapters are in the heading', () => {
    const chunks = chunkSnapshot(
      snapshotOf('timed', said, {
        chapters: [
          { start: 0, end: 200, title: 'Origins' },
          { start: 200, end: 420, title: 'Dances' },
        ],
      }),
      source,
    );
    expect(chunks[0]?.heading).toBe('Bees › Origins');
    expect(chunks.at(-1)?.heading).toBe('Bees › Dances');
  });

  test('a window ends at the end of a chapter', () => {
    const chunks = chunkSnapshot(
      snapshotOf('timed', said, {
        chapters: [
          { start: 0, end: 49, title: 'Origins' },
          { start: 49, end: 420, title: 'Dances' },
        ],
      }),
      source,
    );
    expect(chunks.find((chunk) => chunk.heading === 'Bees › Dances')?.text).toMatch(
      /^Sentence 7\./,
    );
    expect(
      chunks
        .filter((chunk) => chunk.heading === 'Bees › Origins')
        .map((chunk) => chunk.text)
        .join(' '),
    ).toMatch(/Sentence 6\.$/);
  });

  test.each(['>> Yes, but', 'MARY: Yes, but', '- Yes, but'])(
    "a window continues to the end of a speaker's turn that ends in time: %s",
    (turn) => {
      const texts = (at: number) =>
        chunkSnapshot(
          snapshotOf(
            'timed',
            said.map((segment, n) => (n === at ? { ...segment, text: `${turn} why.` } : segment)),
          ),
          source,
        ).map((chunk) => chunk.text);
      expect(texts(7)[1]).toMatch(/ why\. Sentence 8\./);
      expect(texts(7)[1]?.startsWith(turn)).toBe(true);
      // The next turn is too far away.
      expect(texts(12)[1]).toMatch(/^Sentence 5\./);
    },
  );

  test('splits a talk of 40,000 sentences without turns in linear time', () => {
    const long = Array.from(
      { length: 40_000 },
      (_, n): Segment => ({
        text: `Sentence ${n}.`,
        role: 'text',
        at: { medium: 'timed', startS: n, endS: n + 0.5 },
      }),
    );
    const startedAt = performance.now();
    expect(chunkSnapshot(snapshotOf('timed', long), source).length).toBeGreaterThan(600);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});

describe('flow', () => {
  test('merges short paragraphs, but never across a heading', () => {
    const chunks = chunkSnapshot(
      snapshotOf('flow', flow('One.', 'Two.', '# Honey', 'Three.', 'Four.')),
      source,
    );
    expect(chunks.map(({ heading, text }) => [heading, text])).toEqual([
      ['Bees', 'One.\nTwo.'],
      ['Bees › Honey', 'Honey\nThree.\nFour.'],
    ]);
  });

  test('positions a passage at its first paragraph, not at the heading above', () => {
    const chunk = chunkSnapshot(
      snapshotOf('flow', flow('Before.', '# Honey', 'Sweet and golden.', 'After.')),
      source,
    )[1];
    expect(chunk?.locator).toEqual({
      medium: 'flow',
      paragraph: 3,
      quote: 'Sweet and golden.',
      prefix: 'Honey',
      suffix: 'After.',
    });
  });

  test('splits a long paragraph at sentences, with character offsets', () => {
    const long = [sentence(90, 'First'), sentence(90, 'Second'), sentence(90, 'Third')].join(' ');
    const chunks = chunkSnapshot(snapshotOf('flow', flow(long)), source);
    expect(chunks.map((chunk) => chunk.text.split(' ')[0])).toEqual(['First', 'Second', 'Third']);
    for (const { locator, text } of chunks) {
      if (locator.medium !== 'flow') throw new Error('not flow');
      expect(long.slice(locator.start, locator.end)).toBe(text);
      expect(locator.quote.length).toBeLessThanOrEqual(200);
      expect(text.startsWith(locator.quote)).toBe(true);
    }
    expect(chunks[1]?.locator).toMatchObject({
      prefix: long.slice(0, long.indexOf(' Second')).slice(-32),
    });
  });

  test('headings are below those of a higher level', () => {
    const level = (text: string, depth: number, paragraph: number): Segment => ({
      text,
      role: 'heading',
      level: depth,
      at: { medium: 'flow', paragraph },
    });
    const text = (words: string, paragraph: number): Segment => ({
      text: words,
      role: 'text',
      at: { medium: 'flow', paragraph },
    });
    const segments = [
      level('Bees', 1, 1),
      text('One.', 2),
      level('Honey', 2, 3),
      text('Two.', 4),
      level('Colour', 3, 5),
      text('Three.', 6),
      level('Wax', 2, 7),
      text('Four.', 8),
    ];
    expect(
      chunkSnapshot(snapshotOf('flow', segments), source).map((chunk) => chunk.heading),
    ).toEqual(['Bees', 'Bees › Honey', 'Bees › Honey › Colour', 'Bees › Wax']);
  });

  test('two headings in a row are read as one below the other', () => {
    const chunks = chunkSnapshot(
      snapshotOf('flow', flow('# Honey', '# Colour', 'Golden.', '# Wax', 'Soft.')),
      source,
    );
    expect(chunks.map((chunk) => chunk.heading)).toEqual(['Bees › Honey › Colour', 'Bees › Wax']);
  });
});

describe('paged', () => {
  const block = (page: number, text: string, ...ys: number[]): Segment => ({
    text,
    role: 'text',
    at: { medium: 'paged', page, rects: ys.map((y) => line(y)) },
  });

  test('merges blocks of one page with their rectangles, but never pages', () => {
    const chunks = chunkSnapshot(
      snapshotOf('paged', [block(1, 'One.', 0.1), block(1, 'Two.', 0.2), block(2, 'Three.', 0.1)]),
      source,
    );
    expect(chunks.map((chunk) => [chunk.text, chunk.locator])).toEqual([
      ['One.\nTwo.', { medium: 'paged', page: 1, rects: [line(0.1), line(0.2)], quote: 'One.' }],
      ['Three.', { medium: 'paged', page: 2, rects: [line(0.1)], quote: 'Three.' }],
    ]);
  });

  test('gives part of a long block the rectangles of its own lines', () => {
    const text = Array.from({ length: 4 }, (_, n) => sentence(75, `Line${n}`)).join(' ');
    const chunks = chunkSnapshot(snapshotOf('paged', [block(1, text, 0.1, 0.2, 0.3, 0.4)]), source);
    const rects = chunks.map(({ locator }) =>
      locator.medium === 'paged' ? locator.rects?.map((it) => it.y) : [],
    );
    expect(chunks.length).toBeGreaterThan(1);
    expect(rects[0]?.[0]).toBe(0.1);
    expect(rects[0]).not.toContain(0.4);
    expect(rects.at(-1)).toContain(0.4);
    expect(rects.at(-1)).not.toContain(0.1);
  });

  test('takes the path of headings from the outline', () => {
    const heading = (text: string): Segment => ({ ...block(1, text, 0.1), role: 'heading' });
    const outline = [
      { title: 'Society', page: 1, depth: 0 },
      { title: 'Queens', page: 1, depth: 1 },
      { title: 'Food', page: 1, depth: 0 },
    ];
    const chunks = chunkSnapshot(
      snapshotOf(
        'paged',
        [
          heading('1 Society'),
          block(1, 'A.', 0.2),
          heading('1.1 Queens'),
          block(1, 'B.', 0.3),
          heading('2 Food'),
          block(1, 'C.', 0.4),
        ],
        { outline },
      ),
      source,
    );
    expect(chunks.map((chunk) => chunk.heading)).toEqual([
      'Bees › 1 Society',
      'Bees › 1 Society › 1.1 Queens',
      'Bees › 2 Food',
    ]);
  });
});

test('keeps ids across versions; identical passages have different ids', () => {
  const segments = flow('# One', 'Same.', '# Two', 'Same.');
  const ids = (version: number) =>
    chunkSnapshot(snapshotOf('flow', segments), { ...source, version }).map((chunk) => chunk.id);
  expect(ids(1)).toEqual(ids(2));
  const twins = chunkSnapshot(
    snapshotOf(
      'paged',
      [1, 1].map(
        (page): Segment => ({
          text: sentence(160),
          role: 'text',
          at: { medium: 'paged', page, rects: [] },
        }),
      ),
    ),
    source,
  );
  expect(twins[0]?.text).toBe(twins[1]?.text);
  expect(new Set(twins.map((chunk) => chunk.id)).size).toBe(2);
  expect(ids(1)[0]).toMatch(/^[0-9a-f]{32}$/);
});

const place = (medium: Snapshot['medium'], n: number): SegmentPosition => {
  if (medium === 'timed') return { medium, startS: n * 5, endS: n * 5 + 5 };
  return medium === 'paged'
    ? { medium, page: 1 + Math.floor(n / 3), rects: [line(0.1), line(0.2)] }
    : { medium, paragraph: n + 1 };
};
const wordsOf = (texts: readonly string[]) => texts.join(' ').replace(/\s+/gu, '');
// `size: 'max'`, so that long texts actually occur.
const anyText = fc.oneof(
  fc
    .array(fc.stringMatching(/^[A-Za-zäé]{1,12}[.,!?]?$/), {
      minLength: 1,
      maxLength: 1500,
      size: 'max',
    })
    .map((words) => words.join(' ')),
  fc
    .array(fc.constantFrom('蜂', '蜜', '。', '，', '花'), {
      minLength: 1,
      maxLength: 6000,
      size: 'max',
    })
    .map((signs) => signs.join('')),
  fc.string({ unit: 'grapheme', maxLength: 5000 }),
);

test.each(['timed', 'flow', 'paged'] as const)(
  '%s: loses and moves no word, and every quote is at its position',
  (medium) => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyText, fc.boolean()), { maxLength: 12, size: 'max' }),
        (given) => {
          const segments = given.map(
            ([text, heading], n): Segment => ({
              text,
              role: heading && text.length < 80 ? 'heading' : 'text',
              at: place(medium, n),
            }),
          );
          const chunks = chunkSnapshot(snapshotOf(medium, segments), source);
          expect(wordsOf(chunks.map((chunk) => chunk.text))).toBe(
            wordsOf(segments.map((segment) => segment.text)),
          );
          expect(new Set(chunks.map((chunk) => chunk.id)).size).toBe(chunks.length);
          for (const { locator, text, pieces } of chunks) {
            expect(pieces.length).toBeGreaterThan(0);
            for (const { start, end, from, at } of pieces) {
              // Identifies a segment by its position if that is unique, else by its text.
              const own = segments.filter(
                (it) =>
                  JSON.stringify({ ...it.at, rects: 0 }) ===
                  JSON.stringify({ ...at, rects: 0, starts: undefined }),
              );
              expect(own.map((it) => it.text.slice(from, from + end - start))).toContain(
                text.slice(start, end),
              );
            }
            for (const sentence of sentencesWithin({ text, pieces }))
              expect(text.slice(sentence.start, sentence.end)).toContain(
                positionWithin({ text, pieces, locator }, sentence.start, sentence.end).quote,
              );
            expect(Locator.safeParse(locator).success).toBe(true);
            expect(text).toContain(locator.quote);
            if (/[\p{L}\p{N}]/u.test(locator.quote))
              expect(findQuote(text, locator.quote)).toBeDefined();
          }
        },
      ),
      { numRuns: 40 },
    );
  },
);

describe('a new version', () => {
  const sourceId = SourceId.parse('0198c0de-0000-7000-8000-0000000000a9');
  const paragraph = (n: number): string =>
    `Paragraph ${n} of the long article tells of ${['rivers', 'mills', 'roads'][n % 3]}, ${'and then of more of them '.repeat(8)}until it ends.`;
  const article = (texts: readonly string[]): Snapshot => ({
    medium: 'flow',
    title: 'Long',
    language: 'en',
    segments: texts.map((text, index) => ({
      text,
      role: 'text',
      at: { medium: 'flow', paragraph: index + 1 },
    })),
  });
  const texts = Array.from({ length: 40 }, (_, n) => paragraph(n));
  const first = chunkSnapshot(article(texts), { sourceId, version: 1 });
  const again = (changed: readonly string[]) =>
    chunkSnapshot(article(changed), {
      sourceId,
      version: 2,
      before: first.map((chunk) => chunk.text),
    });

  test('keeps the ids of all passages except the edited one', () => {
    const next = again(
      texts.map((text, n) => (n === 12 ? text.replace('rivers', 'brooks') : text)),
    );
    const known = new Set(first.map((chunk) => chunk.id));
    expect(
      next.filter((chunk) => !known.has(chunk.id)).map((chunk) => chunk.text.includes('brooks')),
    ).toEqual([true]);
  });
  test('keeps ids when paragraphs are added, moved or removed, and loses no word', () => {
    const known = new Set(first.map((chunk) => chunk.id));
    for (const changed of [
      ['A new first paragraph.', ...texts],
      [...texts.slice(20), ...texts.slice(0, 20)],
      texts.filter((_, n) => n !== 7),
    ]) {
      const next = again(changed);
      expect(next.map((chunk) => chunk.text).join('\n')).toBe(changed.join('\n'));
      expect(next.filter((chunk) => !known.has(chunk.id)).length).toBeLessThanOrEqual(2);
      expect(new Set(next.map((chunk) => chunk.id)).size).toBe(next.length);
    }
  });
});

/** For two million characters; searching from the start for each passage would take minutes. */
const LONGEST_MS = 8_000;
test.each([
  ['one word', 'bee'.repeat(700_000)],
  ['no letters', '{'.repeat(1_000_000)],
  ['abbreviations', 'e.g. '.repeat(200_000)],
  ['lines', 'bee\n'.repeat(300_000)],
])('splits a paragraph of %s in linear time', (_, text) => {
  const begunMs = performance.now();
  const segments: Segment[] = [
    { text: text.trim(), role: 'text', at: { medium: 'flow', paragraph: 1 } },
  ];
  const chunks = chunkSnapshot({ medium: 'flow', title: 'Bees', language: 'en', segments }, source);
  expect(chunks.length).toBeGreaterThan(100);
  expect(performance.now() - begunMs).toBeLessThan(LONGEST_MS);
});
