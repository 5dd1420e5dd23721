import { expect, test } from 'vitest';
import { longPdf, plainPdf } from '#pipeline/testing/plain-pdf.ts';
import type {
  ExtractInput,
  PagePiece,
  PageRange,
  RecognisedLine,
} from '#pipeline/sources/contract.ts';
import { plan, read, readWhole } from './read-pages.ts';
import { join } from '../join-pages.ts';

const inputOf = (bytes: Uint8Array): ExtractInput => ({
  url: 'upload:x',
  facts: { title: 'x' },
  notes: {},
  part: () => new Uint8Array(bytes),
  report: () => undefined,
});
const snapshotOf = async (bytes: Uint8Array) => (await readWhole(inputOf(bytes))).snapshot;
const pieceOf = (bytes: Uint8Array, range: Partial<PageRange> = {}): Promise<PagePiece> =>
  read(inputOf(bytes), { from: 1, to: 1, ...range });
const textsOf = (piece: Pick<PagePiece, 'segments'>) =>
  piece.segments.map((segment) => segment.text);

test('uses the text that the document declares for its glyphs', async () => {
  const content =
    'BT /F 11 Tf 60 700 Td (The ) Tj /Span <</ActualText <FEFF0928093F>>> BDC (xq) Tj EMC ( is a word of ) Tj /Span <</ActualText (two)>> BDC (on) Tj (e) Tj EMC ( letters.) Tj ET';
  const { segments } = await pieceOf(plainPdf([{ content }]));
  expect(segments.map((segment) => segment.text)).toEqual(['The नि is a word of two letters.']);
});

test("keeps a document's date, author, page labels and external links", async () => {
  const link = (rect: string, action: string) =>
    `<</Type/Annot/Subtype/Link/Rect[${rect}]/A<<${action}>>>>`;
  const bytes = plainPdf(
    [
      { lines: ['Preface of the report, of some length.'] },
      {
        lines: ['See the site for more about this.'],
        annotations: [
          link('60 730 120 750', '/S/URI/URI(https://example.org/bees)'),
          link('60 600 120 620', '/S/URI/URI(javascript:alert\\(1\\))'),
          link('0 0 9 9', '/S/GoTo/D[1000 0 R/Fit]'),
        ],
      },
    ],
    {
      catalog: '/PageLabels<</Nums[0<</S/r>>1<</S/D>>]>>',
      info: "/Title(Annual Report)/Author(M. Keeper)/CreationDate(D:20240229123000+01'00')",
    },
  );
  const snapshot = await snapshotOf(bytes);
  expect(snapshot).toMatchObject({
    title: 'Annual Report',
    author: 'M. Keeper',
    publishedAt: '2024-02-29T11:30:00.000Z',
    pageLabels: ['i', '1'],
  });
  expect(snapshot.links).toEqual([
    {
      page: 2,
      url: 'https://example.org/bees',
      rect: { x: 0.1, y: 0.0625, width: 0.1, height: 0.025 },
    },
  ]);
});

test('drops page labels that only count', async () => {
  expect(
    (
      await snapshotOf(
        plainPdf([{ lines: ['One page.'] }], { catalog: '/PageLabels<</Nums[0<</S/D>>]>>' }),
      )
    ).pageLabels,
  ).toBeUndefined();
});

test('reads batches independently, in any order, and reports each page', async () => {
  const bytes = longPdf(40);
  const whole = await snapshotOf(bytes);
  const told: number[] = [];
  const input = { ...inputOf(bytes), report: (page: number) => told.push(page) };
  const [second, first] = [
    await read(input, { from: 21, to: 40 }),
    await read(input, { from: 1, to: 20 }),
  ];
  const joined = join(await plan(input), [first, second], { ...input, canRecognise: false });
  expect(joined.segments).toEqual(whole.segments);
  expect(told).toEqual([
    ...Array.from({ length: 20 }, (_, n) => n + 21),
    ...Array.from({ length: 20 }, (_, n) => n + 1),
  ]);
});

test('skips and lists a page without affecting others', async () => {
  const piece = await pieceOf(longPdf(3), { to: 3, skip: [2] });
  expect(piece.failed).toEqual([2]);
  expect([
    ...new Set(piece.segments.map((segment) => segment.at.medium === 'paged' && segment.at.page)),
  ]).toEqual([1, 3]);
  expect(
    join({ total: 3 }, [piece], { facts: { title: 'x' }, notes: {}, canRecognise: true }),
  ).toMatchObject({ origin: 'Page 2 could not be read.', unreadPages: [2] });
});

const image = '/I Do';
const withImage = { more: '/Resources<</Font<</F 3 0 R>>/XObject<</I 100 0 R>>>>' };
const objects = {
  100: '<</Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray/Length 4>>stream\n0@Pp\nendstream',
};
test.each([
  ['a picture of the page', { content: `q 600 0 0 800 0 0 cm ${image} Q`, ...withImage }, true],
  [
    'a picture of the page with a number on it',
    { content: `q 600 0 0 800 0 0 cm ${image} Q BT /F 9 Tf 300 20 Td (17) Tj ET`, ...withImage },
    true,
  ],
  [
    'a title above a small picture',
    {
      content: `q 100 0 0 100 0 0 cm ${image} Q BT /F 20 Tf 60 700 Td (A title page) Tj ET`,
      ...withImage,
    },
    false,
  ],
  ['a chapter page', { lines: ['Part Two'] }, false],
  ['a drawing', { content: '10 10 200 200 re f' }, true],
  ['nothing', { content: '' }, false],
])('decides whether to recognise text: %s', async (_, page, bare) => {
  expect((await pieceOf(plainPdf([page], { objects }))).bare).toEqual(bare ? [1] : []);
});

test('recognised text replaces the few characters of a page, positioned on the unrotated page', async () => {
  const words = (y: number, ...texts: string[]): RecognisedLine => ({
    x: 0.1,
    y,
    width: 0.1 * texts.length,
    height: 0.02,
    words: texts.map((text, n) => ({ text, x: 0.1 + n * 0.1, y, width: 0.08, height: 0.02 })),
  });
  const recognised = { 1: [words(0.1, 'Scanned', 'words'), words(0.125, 'stand', 'here.')] };
  const content = 'BT /F 9 Tf 300 20 Td (17) Tj ET';
  const at = async (more: string) =>
    (await pieceOf(plainPdf([{ content, more }]), { recognised })).segments[0];
  const upright = await at('');
  expect(upright).toMatchObject({
    text: 'Scanned words stand here.',
    at: {
      page: 1,
      rects: [
        { x: 0.1, y: 0.1, width: 0.18, height: 0.02 },
        { x: 0.1, y: 0.125 },
      ],
    },
  });
  // Rotated a quarter turn clockwise: the top of the drawing is the left edge of the page.
  expect(await at('/Rotate 90')).toMatchObject({
    text: 'Scanned words stand here.',
    at: { rects: [{ x: 0.1, y: 0.72, width: 0.02, height: 0.18 }, { x: 0.125 }] },
  });
  expect(await at('/Rotate 180')).toMatchObject({
    at: { rects: [{ x: 0.72, y: 0.88, width: 0.18, height: 0.02 }, { y: 0.855 }] },
  });
  expect(await at('/Rotate 270')).toMatchObject({
    at: { rects: [{ x: 0.88, y: 0.1, width: 0.02, height: 0.18 }, { x: 0.855 }] },
  });
});

test('reads a line that was scanned sideways', async () => {
  const down: RecognisedLine = {
    x: 0.5,
    y: 0.1,
    width: 0.02,
    height: 0.3,
    words: ['read', 'from', 'above'].map((text, n) => ({
      text,
      x: 0.5,
      y: 0.1 + n * 0.1,
      width: 0.02,
      height: 0.08,
    })),
  };
  const piece = await pieceOf(plainPdf([{ content: '' }]), { recognised: { 1: [down] } });
  expect(textsOf(piece)).toEqual(['read from above']);
  expect(piece.segments[0]?.at).toMatchObject({
    rects: [{ x: 0.5, y: 0.1, width: 0.02, height: 0.28 }],
  });
});

test("doesn't read the space after a slanted letter as a blank, but a narrow blank after it", async () => {
  const font = (angle: number) => ({
    100: '<</Type/Font/Subtype/Type1/BaseFont/CMMI10/FirstChar 102/LastChar 102/Widths[490]/FontDescriptor 101 0 R>>',
    101: `<</Type/FontDescriptor/FontName/CMMI10/Flags 4/ItalicAngle ${angle}/Ascent 694/Descent -194/FontBBox[0 -250 1000 750]>>`,
  });
  const page = {
    content: 'BT /M 10 Tf 60 700 Td [(f) -139 (f) -167 (f)] TJ ET',
    more: '/Resources<</Font<</M 100 0 R>>>>',
  };
  const read = async (angle: number) =>
    textsOf(await pieceOf(plainPdf([page], { objects: font(angle) })));
  expect(await read(-14)).toEqual(['ff f']);
  expect(await read(0)).toEqual(['f f f']);
});
