import { expect, test } from 'vitest';
import { Layout } from './layout.ts';
import { toFrames } from './runs.ts';

const SPACE = { matrix: [1, 0, 0, -1, 0, 800], width: 600, height: 800, scale: 1 };
/** Text, start, end, base line from the top, and font size, as printed by TeX. */
type Printed = [text: string, x0: number, x1: number, y: number, size?: number];
function read(...printed: Printed[]): string[] {
  const pieces = printed.map(([str, x0, x1, y, size = 10.9]) => ({
    str,
    width: x1 - x0,
    height: size,
    fontName: 'F',
    transform: [size, 0, 0, size, x0, 800 - y],
  }));
  return new Layout()
    .read([
      {
        page: 1,
        space: SPACE,
        frames: toFrames(pieces, { F: { ascent: 0.8, descent: -0.2 } }, SPACE),
      },
    ])
    .map((segment) => segment.text);
}

const figure: Printed[] = [
  ['0.1', 359.7, 374.6, 247.3],
  ['1', 461.7, 467.6, 247.3],
  ['2', 248.3, 263.2, 192.7],
  ['3', 300, 306, 150],
  ['4', 300, 306, 230],
];

test('reads adjacent captions in printed order', () => {
  expect(
    read(
      ['(a) Dies wird häufig auch als', 192.9, 314.6, 374.6, 9],
      ['Multigraph bezeichnet.', 208.9, 301.8, 385.6, 9],
      ['(b) Planare Einbettung des', 313.6, 436.8, 374.6, 9],
      ['Tetraeders', 330, 362.3, 385.6, 9],
    ),
  ).toEqual([
    '(a) Dies wird häufig auch als Multigraph bezeichnet.',
    '(b) Planare Einbettung des Tetraeders',
  ]);
});

test("keeps each drawing's caption, whatever the order of its labels", () => {
  const drawing = (x: number): Printed[] => [
    ['a', x, x + 5.7, 256.9],
    ['b', x + 103.2, x + 107.9, 258.3],
    ['γ1', x + 35.1, x + 45, 221.8],
    ['γ2', x + 20.9, x + 30.8, 278.5],
  ];
  expect(
    read(
      ...drawing(190.5),
      ['(a) γ1 und γ2 sind homotop,', 182.2, 310.5, 295.9, 9],
      ['da man sie zueinander so', 198.1, 310.8, 306.9, 9],
      ['schieben kann.', 198.1, 260.6, 317.8, 9],
      ...drawing(327.3),
      ['(b) γ1 und γ2 sind wegen dem', 319, 446, 295.9, 9],
      ['Hindernis nicht homotop.', 335.4, 438.1, 306.9, 9],
    ).filter((text) => text.length > 10),
  ).toEqual([
    '(a) γ1 und γ2 sind homotop, da man sie zueinander so schieben kann.',
    '(b) γ1 und γ2 sind wegen dem Hindernis nicht homotop.',
  ]);
});

test('puts labels before the text to their right, whatever was printed first', () => {
  expect(
    read(
      ['Sphäre', 345.3, 377.8, 561.8],
      ['Torus', 345.9, 372.7, 575.4],
      ['S', 319.6, 326, 562],
      ['n', 326.2, 332.1, 557.8, 8],
      ['T', 319.6, 327, 575.6],
      ['n', 327.2, 332.7, 571.4, 8],
    ).join(' '),
  ).toBe('Sn Sphäre Tn Torus');
});

test('keeps a sign with its limits and the parts of a fraction separate and in their line', () => {
  expect(
    read(
      ['⇒ 0 =', 110, 140.9, 147.5],
      ['∑', 143.9, 155.4, 139.4],
      ['n+1', 155.4, 171.4, 141.4, 8],
      ['k=0', 155.4, 170.9, 150.8, 8],
      ['(', 173.7, 178.8, 138.7],
      ['n+1', 178.8, 194.7, 141.2, 8],
      ['k', 184.4, 188.8, 151.3, 8],
      [')', 194.7, 199.7, 138.7],
      ['= 1', 203, 218, 147.5],
    ),
  ).toEqual(['⇒ 0 = ∑n+1 k=0 (n+1 k ) = 1']);
});

test('reads a formula correctly below a drawing', () => {
  const formula: Printed[] = [
    ['ϕ is', 110, 130, 400],
    ['a', 133, 139, 392.6],
    ['b', 133, 139, 407.5],
    ['= c and so on', 142, 200, 400],
  ];
  expect(read(...figure, ...formula).at(-1)).toBe('ϕ is a b = c and so on');
});

test('reads lines printed bottom-up from the top', () => {
  expect(
    read(['and the second of them', 90, 220, 113], ['the first line of two', 90, 210, 100]).join(
      ' ',
    ),
  ).toBe('the first line of two and the second of them');
});

test.each<[string, Printed[]]>([
  [
    'Sei x̃ ein Punkt',
    [
      ['Sei ', 110, 125, 400],
      ['˜', 125.4, 130.8, 400],
      ['x', 125, 131.2, 400],
      [' ', 131.2, 134.2, 400],
      ['ein Punkt', 134.2, 170, 400],
    ],
  ],
  [
    'Universität',
    [
      ['Universit¨', 110, 160, 400],
      ['at', 154.6, 164, 400],
    ],
  ],
  [
    'x′ und e',
    [
      ['x', 110, 116, 400],
      ['′', 116, 119, 396, 8],
      [' ', 119, 122, 400],
      ['und e', 122, 150, 400],
    ],
  ],
])('joins a separately printed accent to its letter: %s', (expected, printed) => {
  expect(read(...printed)).toEqual([expected.normalize('NFC')]);
});

test('reads two adjacent drawings in printed order, each with its caption', () => {
  const ticks = (x: number, y: number): Printed[] =>
    [0, 1, 2, 3].map((n): Printed => [`${n}`, x + n * 28, x + 5 + n * 28, y]);
  expect(
    read(
      ['x', 300, 306, 628],
      ['y', 136, 141, 492],
      ...ticks(143, 635.6),
      ['a + b = 13', 206, 240, 560],
      ['(a) One side of a right angle and its hypo-', 110, 300, 649, 9],
      ['tenuse', 126, 150, 660, 9],
      ['x', 509, 515, 626],
      ['y', 345, 350, 489],
      ...ticks(352, 633),
      ['(x, f(x))', 387, 430, 580],
      ['(b) The other', 340, 400, 649, 9],
    ).join(' '),
  ).toBe(
    'x y 0 1 2 3 a + b = 13 (a) One side of a right angle and its hypotenuse x y 0 1 2 3 (x, f(x)) (b) The other',
  );
});

test("reads a form's values with their labels, although all labels were printed first", () => {
  expect(
    read(
      ['Name:', 90, 120, 100],
      ['Street:', 90, 122, 160],
      ['Ada Lovelace', 140, 200, 100],
      ['St James Square', 140, 210, 160],
    ),
  ).toEqual(['Name: Ada Lovelace', 'Street: St James Square']);
});

test('reads the text below a brace after what the brace spans', () => {
  const brace = (x0: number, x1: number): Printed[] => [
    ['︸', x0, x0 + 5, 121.8],
    ['︷︷', (x0 + x1) / 2 - 5, (x0 + x1) / 2 + 5, 121.8],
    ['︸', x1 - 5, x1, 121.8],
  ];
  expect(
    read(
      ['H = { z ∈ H ‖ z − m| < r }', 215.3, 344.3, 114.5],
      ...brace(238.4, 344.3),
      ['=:H1 (Kreisinneres)', 254, 328.7, 132, 8],
      ['∪ { z ∈ H ‖ z − m| > r }', 346.1, 461.1, 114.5],
      ...brace(355.2, 461.1),
      ['=:H2 (Kreisäußeres)', 370.1, 446.2, 132, 8],
    ).join(' '),
  ).toMatch(/^H = .* < r } ︸ ︷︷ ︸ =:H1 \(Kreisinneres\) ∪ .* > r } ︸ ︷︷ ︸ =:H2/);
});

test('reads a matrix row by row, between the text before and after it', () => {
  expect(
    read(
      ['J (u, v) =', 248.3, 298.2, 543.5],
      ['(', 301.2, 310.8, 521.6],
      ['−r(v) sin u', 310.8, 361.9, 529.9],
      ['r′(v) cos u', 371.9, 418.5, 529.9],
      ['r(v) cos u', 314.4, 358.3, 543.5],
      ['r′(v) sin u', 372.5, 417.9, 543.5],
      ['0', 333.6, 339.1, 557],
      ['1', 392.5, 397.9, 557],
      [')', 418.5, 428.1, 521.6],
      ['hat Rang 2', 432, 480, 543.5],
    ),
  ).toEqual(['J (u, v) = ( −r(v) sin u r′(v) cos u r(v) cos u r′(v) sin u 0 1 ) hat Rang 2']);
});

test("reads a form's words from the top, whatever the printed order", () => {
  expect(
    read(
      ['Gender:', 60, 110, 200],
      ['Nationality:', 60, 120, 260],
      ['First Name', 60, 108, 150],
      ['Female', 80, 110, 220],
      ['Other', 80, 108, 280],
    ).join(' '),
  ).toBe('First Name Gender: Female Nationality: Other');
});
