import { expect, test } from 'vitest';
import { parseSrv3 } from './srv3.ts';
import { joinWords, wordsOf } from './words.ts';

interface Paragraph {
  t: number;
  d: number;
  wp?: number;
  /** runs of text with their pens */
  runs: [pen: number, text: string][];
}
const srv3 = (...paragraphs: Paragraph[]): string =>
  `<timedtext format="3"><head><pen id="1"/><pen id="2"/><pen id="3"/></head><body>${paragraphs.map(({ t, d, wp = 1, runs }) => `<p t="${t}" d="${d}" wp="${wp}">${runs.map(([pen, text]) => `<s p="${pen}">${text}</s>`).join('')}</p>`).join('')}</body></timedtext>`;
const said = (...paragraphs: Paragraph[]): string =>
  joinWords(wordsOf(parseSrv3(srv3(...paragraphs))));
const plain = (t: number, d: number, text: string, wp = 1): Paragraph => ({
  t,
  d,
  wp,
  runs: [[1, text]],
});
const frames = (
  text: string,
  from: number,
  count: number,
  wp: (at: number) => number,
): Paragraph[] => Array.from({ length: count }, (_, at) => plain(from + at * 50, 50, text, wp(at)));

test.each<[name: string, paragraphs: Paragraph[], expected: string]>([
  ['a caption that flies over the screen', frames('over here', 0, 40, (at) => at), 'over here'],
  [
    'two captions that move at once, with the same words',
    [...frames('look', 0, 20, (at) => 10 + at), ...frames('look', 0, 20, (at) => 50 + at)],
    'look look',
  ],
  [
    'a caption and its shadow in one place',
    [plain(0, 2000, 'dark'), { t: 0, d: 2000, runs: [[2, 'dark']] }],
    'dark',
  ],
  [
    'the same words in two places',
    [plain(0, 2000, 'left', 1), plain(0, 2000, 'left', 2)],
    'left left',
  ],
  [
    'the coloured edges of a caption that comes in',
    [
      plain(0, 50, 'glow', 1),
      plain(0, 50, 'glow', 2),
      plain(50, 50, 'glow', 1),
      plain(50, 50, 'glow', 3),
      plain(100, 3000, 'glow', 1),
    ],
    'glow',
  ],
  [
    'a line sung along',
    [
      {
        t: 0,
        d: 900,
        runs: [
          [1, 'Twin'],
          [2, 'kle star'],
        ],
      },
      {
        t: 900,
        d: 700,
        runs: [
          [1, 'Twinkle '],
          [2, 'star'],
        ],
      },
      { t: 1600, d: 900, runs: [[1, 'Twinkle star']] },
    ],
    'Twinkle star',
  ],
  [
    'a line sung twice',
    [0, 2500].flatMap((at): Paragraph[] => [
      {
        t: at,
        d: 900,
        runs: [
          [1, 'Twin'],
          [2, 'kle star'],
        ],
      },
      {
        t: at + 900,
        d: 700,
        runs: [
          [1, 'Twinkle '],
          [2, 'star'],
        ],
      },
      { t: at + 1600, d: 900, runs: [[1, 'Twinkle star']] },
    ]),
    'Twinkle star Twinkle star',
  ],
  [
    'letters that are drawn by chance before they settle',
    [
      plain(0, 50, 'Kxraoke'),
      plain(50, 50, 'Karaxke'),
      plain(100, 2000, 'Karaoke'),
      plain(2100, 50, 'Kara?ke'),
    ],
    'Karaoke',
  ],
  [
    'a cursor that runs through a line',
    [plain(0, 900, 'ty_ping'), plain(900, 900, 'typi_ng'), plain(1800, 900, 'typing_')],
    'typing',
  ],
  [
    'the same answer by another speaker',
    [
      { t: 0, d: 1000, runs: [[1, 'No.']] },
      { t: 1000, d: 1000, runs: [[2, 'No.']] },
    ],
    'No. No.',
  ],
  [
    'the same words that stand elsewhere next, over others',
    [plain(0, 2000, 'one', 1), plain(2000, 2000, 'one\ntwo', 2)],
    'one one two',
  ],
  [
    'numbers that count fast',
    [plain(0, 400, 'one'), plain(400, 400, 'two'), plain(800, 400, 'six')],
    'one two six',
  ],
])('%s', (_, paragraphs, expected) => {
  expect(said(...paragraphs)).toBe(expected);
});

test('a moving caption lasts from its first frame to its last', () => {
  expect(
    parseSrv3(srv3(...frames('over here', 1000, 40, (at) => at))).map(({ startS, endS }) => [
      startS,
      endS,
    ]),
  ).toEqual([[1, 3]]);
});
