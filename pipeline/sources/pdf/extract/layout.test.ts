import { describe, expect, test } from 'vitest';
import { arabicEndings, joinLines, plainLetters, Vocabulary } from './join-lines.ts';
import { Layout, type RawPage } from './layout.ts';
import { toFrames, type TextPiece } from './runs.ts';

const WIDTH = 600;
const HEIGHT = 800;
const STYLES = { body: { ascent: 0.8, descent: -0.2 }, bold: { ascent: 0.8, descent: -0.2 } };
const space = { matrix: [1, 0, 0, -1, 0, HEIGHT], width: WIDTH, height: HEIGHT, scale: 1 };

/** A printed line: `x` and `y` of its base line from the top left; characters are half as wide as high. */
function print(
  str: string,
  x: number,
  y: number,
  { size = 10, font = 'body', turn = 0 }: { size?: number; font?: string; turn?: 0 | 1 } = {},
): TextPiece {
  return {
    str,
    width: str.length * size * 0.5,
    height: size,
    fontName: font,
    transform: turn === 0 ? [size, 0, 0, size, x, HEIGHT - y] : [0, -size, size, 0, x, HEIGHT - y],
  };
}
const page = (number: number, pieces: TextPiece[]): RawPage => ({
  page: number,
  space,
  frames: toFrames(pieces, STYLES, space),
});
const read = (...pages: TextPiece[][]) =>
  new Layout().read(pages.map((pieces, n) => page(n + 1, pieces)));
const texts = (...pages: TextPiece[][]) => read(...pages).map((segment) => segment.text);

const WORDS = 'the bees of the hive went out to look for clover and came home late'.split(' ');
/** Prose of `lines` lines, each as wide as its column. */
const prose = (x: number, y: number, lines: number, mark: string) =>
  Array.from({ length: lines }, (_, n) =>
    print(`${mark}${n} ${WORDS.slice(n % 5, (n % 5) + 9).join(' ')}`.slice(0, 40), x, y + n * 13),
  );
const marks = (text: string) => text.match(/\b[A-Z]\d+\b/g) ?? [];
const series = (mark: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${mark}${n}`);

describe('reading order', () => {
  test('reads two columns printed row by row one after the other', () => {
    const [left, right] = [prose(50, 100, 8, 'L'), prose(320, 100, 8, 'R')];
    const rows = left.flatMap((piece, n) => [piece, right[n] ?? piece]);
    expect(marks(texts(rows).join(' '))).toEqual([...series('L', 8), ...series('R', 8)]);
  });

  test('keeps a title above and a note below both columns in position', () => {
    const got = texts([
      print('A title as wide as the whole of the page, over both of its columns', 60, 70, {
        size: 15,
      }),
      ...prose(320, 100, 8, 'R'),
      ...prose(50, 100, 8, 'L'),
      print(
        'A note that spans the page below the two columns and belongs to neither of these.',
        60,
        260,
      ),
    ]);
    expect(got[0]).toContain('A title');
    expect(got.at(-1)).toContain('A note');
    expect(marks(got.join(' '))).toEqual([...series('L', 8), ...series('R', 8)]);
  });

  test('reads columns of one line on the last page like those of earlier pages', () => {
    const first = [...prose(50, 100, 9, 'L'), ...prose(320, 100, 9, 'R')];
    const last = [
      print('Its end, left column two', 50, 113),
      print('R3 right column one here', 320, 100),
      print('L9 the left column one', 50, 100),
      print('R4 right column two here', 320, 113),
    ];
    const got = read(first, last)
      .filter((segment) => segment.at.medium === 'paged' && segment.at.page === 2)
      .map((segment) => segment.text)
      .join(' ');
    expect(got).toBe(
      'L9 the left column one Its end, left column two R3 right column one here R4 right column two here',
    );
  });

  const entries = (x: number, mark: string, count: number) =>
    Array.from({ length: count }, (_, n) =>
      n % 9 === 4
        ? print(`${mark}${n} an entry as wide as that`, x, 100 + n * 13)
        : print(`${mark}${n} entry, ${n}`, x, 100 + n * 13),
    );

  test('reads a sparse two-column index one column after the other', () => {
    expect(marks(texts([...entries(50, 'L', 28), ...entries(320, 'R', 17)]).join(' '))).toEqual([
      ...series('L', 28),
      ...series('R', 17),
    ]);
  });

  test('keeps an index entry that extends into the gutter in position', () => {
    const left = entries(50, 'L', 28).map((piece, n) =>
      n === 20 ? print(`L20 ${'reaches on '.repeat(4)}`, 50, 360) : piece,
    );
    expect(marks(texts([...left, ...entries(320, 'R', 17)]).join(' '))).toEqual([
      ...series('L', 28),
      ...series('R', 17),
    ]);
  });

  test("doesn't mistake table rows for columns", () => {
    const rows = Array.from({ length: 8 }, (_, n) => [
      print(`Row${n}`, 50, 100 + n * 13),
      print(`${n * 7}`, 320, 100 + n * 13),
    ]).flat();
    expect(texts(rows)).toEqual([
      `| Row0 | 0 |\n| --- | --- |\n${Array.from({ length: 7 }, (_, n) => `| Row${n + 1} | ${(n + 1) * 7} |`).join('\n')}`,
    ]);
  });

  test('reads right-to-left text from the right column, with numbers left to right', () => {
    const hebrew = (x: number, y: number) =>
      [print('םולש', x + 150, y), print('42', x + 120, y), print('הרובד', x + 60, y)].map(
        (piece) => ({
          ...piece,
          str: /\d/.test(piece.str) ? piece.str : [...piece.str].reverse().join(''),
        }),
      );
    expect(texts(hebrew(50, 100))).toEqual(['שלום 42 דבורה']);
  });

  test('reads vertical text last, with upright rectangles', () => {
    const segments = read([
      ...prose(50, 100, 5, 'L'),
      print('Figure turned', 500, 200, { turn: 1 }),
    ]);
    expect(segments.at(-1)?.text).toBe('Figure turned');
    const at = segments.at(-1)?.at;
    const rect = at?.medium === 'paged' ? at.rects[0] : undefined;
    expect(rect?.height).toBeCloseTo(65 / HEIGHT, 3);
    expect(rect?.width).toBeLessThan(0.02);
    expect(rect?.y).toBeCloseTo(200 / HEIGHT, 3);
  });
});

describe('running heads, feet and page numbers', () => {
  const pages = Array.from({ length: 7 }, (_, n) => [
    print('Annals of Bees', 60, 40),
    print(`Page ${n + 11}`, 280, 780),
    ...prose(50, 100, 6, String.fromCharCode(65 + n)),
  ]);

  test('are removed if they repeat', () => {
    const text = texts(...pages).join(' ');
    expect(text).not.toMatch(/Annals|Page/);
    expect(marks(text)).toHaveLength(42);
  });

  test("are kept if they don't: a title at the top of one page, a year at its foot", () => {
    expect(
      texts(
        [print('Annals of Bees', 60, 40), ...prose(50, 100, 6, 'A'), print('1927', 280, 780)],
        [...prose(50, 100, 6, 'B')],
      ).join(' '),
    ).toMatch(/^Annals of Bees .*1927/);
  });

  test('are removed from a page with one line of text if its number fits the sequence', () => {
    const last = [
      print('Annals of Bees', 60, 40),
      print('Page 18', 280, 780),
      print('The end of it.', 50, 78),
    ];
    expect(texts(...pages, last).filter((text) => /Page|end|Annals/.test(text))).toEqual([
      'The end of it.',
    ]);
  });

  test("don't include words of a widely spaced line that recurs on several pages", () => {
    const wide = Array.from({ length: 7 }, (_, n) => [
      print('those', 60, 60),
      print(`of ${'abcdefg'.charAt(n)} word`, 100, 60),
      ...prose(50, 100, 6, String.fromCharCode(65 + n)),
    ]);
    expect(
      texts(...wide)
        .join(' ')
        .match(/those of [a-g] word/g),
    ).toHaveLength(7);
  });

  test('are kept if a page has nothing else', () => {
    expect(texts([print('Thank you', 60, 40)], [print('Thank you', 60, 40)])).toEqual([
      'Thank you',
      'Thank you',
    ]);
  });
});

describe('blocks', () => {
  test('an indent starts a paragraph, a bullet a list item, larger text a heading', () => {
    const segments = read([
      print('Honey', 50, 80, { size: 14 }),
      ...prose(50, 100, 3, 'A'),
      print(`  ${'indented line of a new paragraph'}`, 62, 139),
      ...prose(50, 152, 2, 'B'),
      print('• first entry of a list', 50, 190),
      print('• second entry of a list', 50, 203),
    ]);
    expect(segments.map((segment) => [segment.role, segment.text.slice(0, 9)])).toEqual([
      ['heading', 'Honey'],
      ['text', 'A0 the be'],
      ['text', 'indented '],
      ['text', '• first e'],
      ['text', '• second '],
    ]);
  });

  test("larger text within a drawing isn't a heading", () => {
    const roles = ['Honey', '3 Z2', 'β P', 'B', '2 蜂蜜'].map(
      (text) => read([print(text, 50, 80, { size: 14 }), ...prose(50, 120, 3, 'A')])[0]?.role,
    );
    expect(roles).toEqual(['heading', 'text', 'text', 'heading', 'heading']);
  });

  test('paragraph spacing is recognised even if most paragraphs have one line', () => {
    const short = (n: number) => print(`Rule ${n} is short and`, 50, 80 + n * 19);
    const got = texts([
      ...Array.from({ length: 14 }, (_, n) => short(n)),
      ...prose(50, 400, 5, 'A'),
    ]);
    expect(got).toHaveLength(15);
    expect(got.at(-1)).toMatch(/^A0.*A4/);
  });

  test('each line has one rectangle', () => {
    const at = read([...prose(50, 100, 4, 'A')])[0]?.at;
    expect(at?.medium === 'paged' ? at.rects : []).toHaveLength(4);
  });

  test('each line has its start offset, with or without removed hyphens', () => {
    const lines = [
      'A queen lays some thou-',
      'sand eggs in a day and is',
      'fed by those around her.',
    ];
    const [block] = read([
      print(lines[0] ?? '', 50, 100),
      print(lines[1] ?? '', 50, 113),
      print(lines[2] ?? '', 50, 126),
    ]);
    const starts = block?.at.medium === 'paged' ? (block.at.starts ?? []) : [];
    expect(starts.map((start) => block?.text.slice(start).split(' ')[0])).toEqual([
      'A',
      expect.stringMatching(/^sand/),
      'fed',
    ]);
  });
});

describe('characters and words', () => {
  test.each([
    ['حصل ع\u0649\u0644 خمسة', 'حصل ع\u0644\u0649 خمسة'],
    ['إ\u0649\u0644، ثم', 'إ\u0644\u0649، ثم'],
    ['تىلى', 'تىلى'],
    ['ئۇنىڭ تىل بىلەن', 'ئۇنىڭ تىل بىلەن'],
  ])('the ending of %s is %s', (given, expected) => {
    expect(arabicEndings(given)).toBe(expected);
  });
  test.each([
    ['e\uFB03cient', 'efficient'],
    ['\uFEE7\uFEA4\uFEDE', 'نحل'],
    ['\u2F08', '人'],
    ['市\u2ED3与人\u2EA0', '市长与人民'],
    ['x² and ½', 'x² and ½'],
    ['a\u0000b', 'ab'],
  ])('%s is written %s', (given, expected) => {
    expect(plainLetters(given)).toBe(expected);
  });

  const vocabulary = new Vocabulary();
  for (const line of ['they pollinate the flowers of the well-known garden', 'and pollinate it'])
    vocabulary.learn(line);
  test.each([
    ['they polli-', 'nate', 'they pollinate'],
    ['a well-', 'known bee', 'a well-known bee'],
    ['in MPEG-', '4 format', 'in MPEG-4 format'],
    ['soft\u00ADhy\u00AD', 'phen', 'soft\u00ADhyphen'],
    ['two', 'words', 'two words'],
    ['蜜蜂', '跳舞', '蜜蜂跳舞'],
    ['한국', '사람', '한국 사람'],
    ['and—', 'so', 'and—so'],
  ])('%s + %s', (one, two, joined) => {
    expect(joinLines(one, two, vocabulary)).toBe(joined);
  });
});

describe('tables', () => {
  const cells = (y: number, ...texts: [number, string][]) =>
    texts.map(([x, text]) => print(text, x, y));
  const market = (y: number) => [
    ...cells(y, [50, 'Hive'], [200, 'Honey (kg)'], [350, 'Wax']),
    ...cells(y + 14, [50, 'Linden'], [200, '12.5'], [350, 'plenty']),
    ...cells(y + 28, [50, 'Clover'], [350, 'none']),
    ...cells(y + 42, [50, 'Heath'], [200, '9.0 and more | less']),
  ];

  test('are written as Markdown, with one rectangle per row', () => {
    const [before, table, after] = read([
      print('Before the table stands a sentence.', 50, 60),
      ...market(100),
      print('After it another.', 50, 190),
    ]);
    expect([before?.text, after?.text]).toEqual([
      'Before the table stands a sentence.',
      'After it another.',
    ]);
    expect(table?.text).toBe(
      '| Hive | Honey (kg) | Wax |\n| --- | --- | --- |\n| Linden | 12.5 | plenty |\n| Clover |  | none |\n| Heath | 9.0 and more \\| less |  |',
    );
    const at = table?.at;
    if (at?.medium !== 'paged') throw new Error('not paged');
    expect(at.rects).toHaveLength(4);
    expect(at.starts?.map((start) => table?.text.slice(start, start + 6))).toEqual([
      '| Hive',
      '| Lind',
      '| Clov',
      '| Heat',
    ]);
  });

  test.each([
    [
      'a numbered list',
      Array.from({ length: 5 }, (_, n) =>
        cells(100 + n * 14, [50, `${n + 1}.`], [80, 'An entry that says something']),
      ),
    ],
    [
      'contents with leaders',
      Array.from({ length: 5 }, (_, n) =>
        cells(
          100 + n * 14,
          [50, `${n + 1}.1`],
          [90, `Chapter ${n} . . . . . . . . .`],
          [400, `${n * 9}`],
        ),
      ),
    ],
    [
      'formulas one below the other',
      Array.from({ length: 4 }, (_, n) =>
        cells(100 + n * 14, [50, `f(x${n})`], [120, '= a + b'], [200, '≤ c']),
      ),
    ],
    [
      'a matrix',
      Array.from({ length: 3 }, (_, n) => cells(100 + n * 14, [50, '1'], [80, '0'], [110, `${n}`])),
    ],
    [
      'blanks in prose that happen to stand one below the other',
      [
        cells(100, [50, 'This line of prose goes from edge to edge']),
        ...Array.from({ length: 4 }, (_, n) =>
          cells(113 + n * 13, [50, 'a few wide words'], [150, 'and more of them then']),
        ),
        cells(165, [50, 'And this one goes on from edge to edge']),
      ],
    ],
  ])("%s isn't a table", (_, rows) => {
    expect(texts(rows.flat()).join('\n')).not.toContain('---');
  });
});
