/**
 * PDFs that are built to break their readers: each is one known trick, or a sound file with changed
 * bytes. The same bytes each time.
 */
import { deflateSync } from 'node:zlib';
import { seeded } from '#core/text/testing/edit-script.ts';
import { plainPdf, type PlainPage } from '#pipeline/testing/plain-pdf.ts';

export interface HostilePdf {
  name: string;
  bytes: Uint8Array;
}

const PROSE: PlainPage = {
  lines: [
    'This page of the report can be read without any trouble, so that the file is not empty.',
  ],
};
const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');

/** Objects by number, in a file with a right table of where they stand. */
function pdfOf(
  objects: Readonly<Record<number, string | Uint8Array>>,
  trailer = '/Root 1 0 R',
): Uint8Array {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  let length = parts[0]?.length ?? 0;
  const lines: string[] = [];
  for (const [number, body] of Object.entries(objects)) {
    lines.push(`${number} 1\n${String(length).padStart(10, '0')} 00000 n \n`);
    const part = Buffer.concat([
      Buffer.from(`${number} 0 obj`),
      typeof body === 'string' ? Buffer.from(body, 'latin1') : body,
      Buffer.from('endobj\n'),
    ]);
    parts.push(part);
    length += part.length;
  }
  const size = Math.max(...Object.keys(objects).map(Number)) + 1;
  parts.push(
    Buffer.from(
      `xref\n0 1\n0000000000 65535 f \n${lines.join('')}trailer<</Size ${size}${trailer}>>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

function streamOf(bytes: Uint8Array, more = ''): Uint8Array {
  return Buffer.concat([
    Buffer.from(`<<${more}/Length ${bytes.length}>>stream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}
/** So many zeros, deflated `layers` times. */
function bomb(megabytes: number, layers = 1, filler = 0x20): Uint8Array {
  let bytes: Uint8Array = Buffer.alloc(megabytes * 2 ** 20, filler);
  for (let layer = 0; layer < layers; layer += 1) bytes = deflateSync(bytes, { level: 9 });
  return bytes;
}
const flate = (layers: number): string => `/Filter[${'/FlateDecode '.repeat(layers)}]`;

/** One page that draws `content` with these resources. */
function pageOf(
  content: string | Uint8Array,
  {
    resources = '<</Font<</F 5 0 R>>>>',
    more = '',
    objects = {},
  }: { resources?: string; more?: string; objects?: Record<number, string | Uint8Array> } = {},
): Uint8Array {
  return pdfOf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 600 800]>>',
    3: `<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources ${resources} ${more}>>`,
    4: typeof content === 'string' ? streamOf(latin1(content)) : content,
    5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...objects,
  });
}

type Made = Readonly<Record<string, () => Uint8Array>>;

const TREES: Made = {
  'page tree that holds itself': () =>
    pdfOf({ 1: '<</Type/Catalog/Pages 2 0 R>>', 2: '<</Type/Pages/Count 2/Kids[2 0 R 2 0 R]>>' }),
  'page tree of two that hold each other': () =>
    pdfOf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Count 4/Kids[3 0 R]>>',
      3: '<</Type/Pages/Count 4/Kids[2 0 R]/Parent 2 0 R>>',
    }),
  'a hundred million pages, said': () =>
    pdfOf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Count 100000000/Kids[3 0 R]/MediaBox[0 0 9 9]>>',
      3: '<</Type/Page/Parent 2 0 R>>',
    }),
  'two thousand million pages, said': () =>
    pdfOf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Count 2147483647/Kids[3 0 R]/MediaBox[0 0 9 9]>>',
      3: '<</Type/Page/Parent 2 0 R>>',
    }),
  'fewer than no pages': () =>
    pdfOf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Count -5/Kids[3 0 R]/MediaBox[0 0 9 9]>>',
      3: '<</Type/Page/Parent 2 0 R>>',
    }),
  'one page a hundred thousand times': () =>
    pdfOf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: `<</Type/Pages/Count 100000/MediaBox[0 0 9 9]/Kids[${'3 0 R '.repeat(100_000)}]>>`,
      3: '<</Type/Page/Parent 2 0 R>>',
    }),
  'page tree of 5,000 levels': () =>
    pdfOf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      ...Object.fromEntries(
        Array.from({ length: 5_000 }, (_, at) => [
          at + 2,
          `<</Type/Pages/Count 1/Kids[${at + 3} 0 R]>>`,
        ]),
      ),
      5_002: '<</Type/Page/MediaBox[0 0 9 9]>>',
    }),
  'no pages at all': () => pdfOf({ 1: '<</Type/Catalog>>' }),
  'no catalog': () => pdfOf({ 1: '<</Type/Nothing>>' }, ''),
};

const TABLES: Made = {
  'table that names itself as the one before': () => {
    const text =
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 0/Kids[]>>endobj\n';
    return latin1(
      `${text}xref\n0 1\n0000000000 65535 f \ntrailer<</Size 3/Root 1 0 R/Prev ${text.length}>>\nstartxref\n${text.length}\n%%EOF`,
    );
  },
  'table of two thousand million lines, said': () =>
    latin1(
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\nxref\n0 2000000000\n0000000000 65535 f \ntrailer<</Size 2000000000/Root 1 0 R>>\nstartxref\n50\n%%EOF',
    ),
  'table stream with widths of 2^31': () =>
    latin1(
      '%PDF-1.5\n1 0 obj<</Type/XRef/W[2147483647 2147483647 2147483647]/Size 9/Root 2 0 R/Length 0>>stream\n\nendstream endobj\nstartxref\n9\n%%EOF',
    ),
  'table stream that unpacks to 1 GB': () => {
    const packed = bomb(256, 2);
    return Buffer.concat([
      latin1(
        `%PDF-1.5\n1 0 obj<</Type/XRef/W[1 2 1]/Size 99/Root 2 0 R${flate(2)}/Length ${packed.length}>>stream\n`,
      ),
      packed,
      latin1('\nendstream endobj\nstartxref\n9\n%%EOF'),
    ]);
  },
  'fifty thousand tables in a chain': () => {
    let text =
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 0/Kids[]>>endobj\n';
    let before = '';
    for (let at = 0; at < 50_000; at += 1) {
      const place = text.length;
      text += `xref\n0 0\ntrailer<</Size 3/Root 1 0 R${before}>>\n`;
      before = `/Prev ${place}`;
    }
    return latin1(`${text}startxref\n${text.lastIndexOf('xref')}\n%%EOF`);
  },
  'startxref beyond the end': () =>
    latin1('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\nstartxref\n99999999999\n%%EOF'),
  'header alone': () => latin1('%PDF-1.7\n'),
  'ten megabytes of blanks behind the header': () =>
    latin1(`%PDF-1.7\n${' '.repeat(10 * 2 ** 20)}`),
  'ten megabytes of half-made objects': () => latin1(`%PDF-1.7\n${'1 0 obj<<'.repeat(10 ** 6)}`),
  'a million empty objects without a table': () =>
    latin1(
      `%PDF-1.7\n${Array.from({ length: 300_000 }, (_, at) => `${at + 1} 0 obj null endobj\n`).join('')}`,
    ),
};

const nested = (open: string, close: string, depth: number): string =>
  open.repeat(depth) + close.repeat(depth);
const NESTING: Made = {
  'arrays 100,000 deep in the catalog': () =>
    pdfOf({
      1: `<</Type/Catalog/Pages 2 0 R/X ${nested('[', ']', 100_000)}>>`,
      2: '<</Type/Pages/Count 0/Kids[]>>',
    }),
  'dictionaries 100,000 deep in the catalog': () =>
    pdfOf({
      1: `<</Type/Catalog/Pages 2 0 R/X ${nested('<</A ', '>>', 100_000)}>>`,
      2: '<</Type/Pages/Count 0/Kids[]>>',
    }),
  'arrays 200,000 deep in a page': () => pageOf(`${nested('[', ']', 200_000)} TJ`),
  'half a million saved states': () => pageOf('q '.repeat(500_000)),
  'a million restored states': () => pageOf('Q '.repeat(1_000_000)),
  'text objects 100,000 deep': () => pageOf('BT '.repeat(100_000)),
  'marked content 100,000 deep': () => pageOf('/P BMC '.repeat(100_000)),
  'a name of 5 MB': () => pageOf(`/${'A'.repeat(5 * 2 ** 20)} Do`),
  'a text of 5 MB': () => pageOf(`BT /F 1 Tf (${'a'.repeat(5 * 2 ** 20)}) Tj ET`),
  'a text of 5 MB of brackets': () =>
    pageOf(`BT /F 1 Tf (${'('.repeat(2 * 2 ** 20)}${')'.repeat(2 * 2 ** 20)}) Tj ET`),
  'a number of a megabyte': () => pageOf(`${'9'.repeat(2 ** 20)} 0 Td`),
  'inline image that never ends': () => pageOf(`BI /W 9 /H 9 ID ${'E'.repeat(2 ** 20)}`),
  'half a million words in places of their own': () =>
    pageOf(`BT /F 1 Tf ${'1 1 Td (ab) Tj '.repeat(500_000)} ET`),
  'a million lines drawn': () => pageOf('0 0 m 9 9 l S '.repeat(1_000_000)),
};

const BOMBS: Made = {
  'page that unpacks to 100 MB of blanks': () => pageOf(streamOf(bomb(100), flate(1))),
  'page that unpacks to 1 GB in two layers': () => pageOf(streamOf(bomb(512, 2), flate(2))),
  'page that unpacks in a hundred layers': () => pageOf(streamOf(bomb(1, 100), flate(100))),
  'filters a thousand times over': () =>
    pageOf(streamOf(latin1('x'), `/Filter[${'/ASCIIHexDecode '.repeat(1_000)}]`)),
  'run lengths that unpack to much': () =>
    pageOf(streamOf(Buffer.alloc(2 ** 21, 0x81), '/Filter/RunLengthDecode')),
  'LZW garbage': () => pageOf(streamOf(Buffer.alloc(2 ** 20, 0xaa), '/Filter/LZWDecode')),
  'ASCII85 of zeros': () =>
    pageOf(streamOf(latin1('z'.repeat(4 * 2 ** 20)), '/Filter/ASCII85Decode')),
  'object stream that unpacks to 256 MB': () =>
    pdfOf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Count 1/Kids[9 0 R]>>',
      7: streamOf(bomb(256), `/Type/ObjStm/N 1000000/First 10${flate(1)}`),
    }),
  'object stream that extends itself': () =>
    pdfOf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Count 1/Kids[9 0 R]>>',
      7: streamOf(latin1('9 0 <</Type/Page>>'), '/Type/ObjStm/N 1/First 4/Extends 7 0 R'),
    }),
  'stream whose length is itself': () =>
    pdfOf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      3: '<</Type/Page/Contents 4 0 R>>',
      4: '<</Length 4 0 R>>stream\nx\nendstream',
    }),
  'predictor of 2^31 columns': () =>
    pageOf(
      streamOf(
        deflateSync(Buffer.alloc(1_000)),
        '/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 2147483647/Colors 32/BitsPerComponent 16>>',
      ),
    ),
};

const box = (values: string, more = ''): Uint8Array =>
  pageOf('BT /F 11 Tf 60 660 Td (words) Tj ET', { more: `/MediaBox[${values}]${more}` });
const SIZES: Made = {
  'page of 2^31 points': () => box('0 0 2147483647 2147483647'),
  'page of 1e300 points': () => box('0 0 1e300 1e300'),
  'page of a million points': () => box('0 0 1000000 1000000'),
  'page of negative size': () => box('900 900 -900 -900'),
  'page of no size': () => box('0 0 0 0'),
  'page of names': () => box('/a /b /c /d'),
  'units of a million': () => box('0 0 600 800', '/UserUnit 1000000'),
  'turned by 45 degrees': () => box('0 0 600 800', '/Rotate 45'),
  'turned by 1e18 degrees': () => box('0 0 600 800', '/Rotate 1000000000000000000'),
};

function imageOf(dict: string, bytes: Uint8Array): Uint8Array {
  return pageOf('600 0 0 800 0 0 cm /I Do', {
    resources: '<</XObject<</I 9 0 R>>/Font<</F 5 0 R>>>>',
    objects: {
      9: streamOf(
        bytes,
        `/Type/XObject/Subtype/Image/ColorSpace/DeviceRGB/BitsPerComponent 8${dict}`,
      ),
    },
  });
}
const noise = (length: number, seed: number): Uint8Array => {
  const random = seeded(seed);
  return Uint8Array.from({ length }, () => Math.floor(random() * 256));
};
const IMAGES: Made = {
  ...Object.fromEntries(
    ['JBIG2Decode', 'JPXDecode', 'CCITTFaxDecode', 'DCTDecode'].flatMap((filter) =>
      [1, 2, 3].map((seed) => [
        `${filter} of noise ${seed}`,
        () => imageOf(`/Width 999/Height 999/Filter/${filter}`, noise(50_000, seed)),
      ]),
    ),
  ),
  'CCITT of a million rows': () =>
    imageOf(
      '/Width 100000/Height 1000000/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 100000/Rows 1000000>>',
      noise(100_000, 4),
    ),
  'JBIG2 with a page of 2^32': () =>
    imageOf(
      '/Width 99/Height 99/Filter/JBIG2Decode',
      Uint8Array.from([
        0, 0, 0, 0, 48, 0, 1, 0, 0, 0, 19, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0,
      ]),
    ),
  'JPX with a size of 2^32': () =>
    imageOf(
      '/Width 99/Height 99/Filter/JPXDecode',
      Uint8Array.from([
        255, 79, 255, 81, 0, 41, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 7, 1, 1,
      ]),
    ),
  'picture of 100,000 by 100,000': () => imageOf('/Width 100000/Height 100000', new Uint8Array(10)),
  'picture that is its own mask': () =>
    imageOf('/Width 9/Height 9/SMask 9 0 R', new Uint8Array(243)),
  'picture with a colour space that holds itself': () =>
    pageOf('/I Do', {
      resources: '<</XObject<</I 9 0 R>>>>',
      objects: {
        9: streamOf(
          new Uint8Array(9),
          '/Subtype/Image/Width 3/Height 3/BitsPerComponent 8/ColorSpace 10 0 R',
        ),
        10: '[/Indexed 10 0 R 255 <00>]',
      },
    }),
};

const font = (dict: string, objects: Record<number, string | Uint8Array> = {}): Uint8Array =>
  pageOf('BT /G 11 Tf 60 660 Td (words of a font) Tj ET', {
    resources: '<</Font<</G 9 0 R>>>>',
    objects: { 9: dict, ...objects },
  });
const FONTS: Made = {
  'Type 3 glyph that draws itself': () =>
    font(
      '<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/FirstChar 0/LastChar 255/Widths[]/Encoding<</Differences[0/a 119/a 111/a]>>/CharProcs<</a 10 0 R>>/Resources<</Font<</G 9 0 R>>>>>>',
      { 10: streamOf(latin1('9 0 d0 BT /G 1 Tf (wow) Tj ET')) },
    ),
  'Type 0 font that descends from itself': () =>
    font('<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[9 0 R]>>'),
  'Type 0 font with a map that uses itself': () =>
    font('<</Type/Font/Subtype/Type0/BaseFont/X/Encoding 11 0 R/DescendantFonts[10 0 R]>>', {
      10: '<</Type/Font/Subtype/CIDFontType2/BaseFont/X/CIDSystemInfo<<>>>>',
      11: streamOf(latin1('/CMapName /X def'), '/Type/CMap/UseCMap 11 0 R'),
    }),
  'map to text with a range of 2^32': () =>
    font('<</Type/Font/Subtype/Type1/BaseFont/X/ToUnicode 10 0 R>>', {
      10: streamOf(
        latin1('begincmap 1 beginbfrange <00000000> <ffffffff> <0000> endbfrange endcmap'),
      ),
    }),
  'map with 300,000 ranges': () =>
    font('<</Type/Font/Subtype/Type1/BaseFont/X/ToUnicode 10 0 R>>', {
      10: streamOf(
        latin1(
          `begincmap ${'1 beginbfrange <0000> <ffff> <0000> endbfrange '.repeat(2_000)} endcmap`,
        ),
      ),
    }),
  'widths of 2^31 characters': () =>
    font('<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[10 0 R]>>', {
      10: '<</Type/Font/Subtype/CIDFontType2/BaseFont/X/CIDSystemInfo<<>>/W[0 2147483647 500]>>',
    }),
  ...Object.fromEntries(
    [1, 2, 3, 4].map((seed) => [
      `font file of noise ${seed}`,
      () =>
        font('<</Type/Font/Subtype/TrueType/BaseFont/X/FontDescriptor 10 0 R>>', {
          10: `<</Type/FontDescriptor/FontName/X/Flags 4/FontFile${seed % 3 === 0 ? '' : (seed % 3) + 1} 11 0 R>>`,
          11: streamOf(
            noise(20_000, seed),
            `/Length1 20000/Subtype/${seed % 2 ? 'OpenType' : 'Type1C'}`,
          ),
        }),
    ]),
  ),
};

/** Forms within forms: `wide` to the power of ten drawings. */
const forms = (wide: number): Uint8Array =>
  pageOf('/X Do', {
    resources: '<</XObject<</X 10 0 R>>>>',
    objects: Object.fromEntries(
      Array.from({ length: 10 }, (_, at) => [
        at + 10,
        streamOf(
          latin1(at === 9 ? 'BT /F 1 Tf (x) Tj ET' : '/X Do '.repeat(wide)),
          `/Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</F 5 0 R>>/XObject<</X ${at + 11} 0 R>>>>`,
        ),
      ]),
    ),
  });
const CONTENTS: Made = {
  'forms that draw ten forms, ten times over': () => forms(10),
  'form that draws itself': () =>
    pageOf('/X Do', {
      resources: '<</XObject<</X 10 0 R>>>>',
      objects: {
        10: streamOf(
          latin1('/X Do'),
          '/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 10 0 R>>>>',
        ),
      },
    }),
  'pattern that paints itself': () =>
    pageOf('/Pattern cs /P scn 0 0 600 800 re f', {
      resources: '<</Pattern<</P 10 0 R>>>>',
      objects: {
        10: streamOf(
          latin1('/Pattern cs /P scn 0 0 9 9 re f'),
          '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 0.0001/YStep 0.0001/Resources<</Pattern<</P 10 0 R>>>>',
        ),
      },
    }),
  'shading with a function that holds itself': () =>
    pageOf('/S sh', {
      resources: '<</Shading<</S 10 0 R>>>>',
      objects: {
        10: '<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 9 9]/Function 11 0 R>>',
        11: '<</FunctionType 3/Domain[0 1]/Functions[11 0 R 11 0 R]/Bounds[0.5]/Encode[0 1 0 1]>>',
      },
    }),
  'calculator function without end': () =>
    pageOf('/S sh', {
      resources: '<</Shading<</S 10 0 R>>>>',
      objects: {
        10: '<</ShadingType 1/ColorSpace/DeviceRGB/Function 11 0 R>>',
        11: streamOf(
          latin1(nested('{ true ', ' if }', 5_000)),
          '/FunctionType 4/Domain[0 1 0 1]/Range[0 1 0 1 0 1]',
        ),
      },
    }),
  'contents of 100,000 parts': () =>
    pdfOf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 9 9]>>',
      3: `<</Type/Page/Parent 2 0 R/Contents[${'4 0 R '.repeat(100_000)}]>>`,
      4: streamOf(latin1('q Q ')),
    }),
  'resources that hold themselves': () =>
    pdfOf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 9 9]>>',
      3: '<</Type/Page/Parent 3 0 R/Resources 3 0 R/Contents 4 0 R>>',
      4: streamOf(latin1('q Q ')),
    }),
  'ten thousand annotations': () =>
    plainPdf([
      {
        ...PROSE,
        annotations: Array.from(
          { length: 10_000 },
          (_, at) =>
            `<</Type/Annot/Subtype/Link/Rect[0 0 9 ${at}]/A<</S/URI/URI(javascript:${at})>>>>`,
        ),
      },
    ]),
  'annotation that is its own parent': () =>
    plainPdf([{ ...PROSE, annotations: ['100 0 R'] }], {
      objects: {
        100: '<</Type/Annot/Subtype/Widget/FT/Tx/Parent 100 0 R/Kids[100 0 R]/Rect[0 0 9 9]>>',
      },
    }),
  'outline that goes round': () =>
    plainPdf([PROSE], {
      catalog: '/Outlines 100 0 R',
      objects: {
        100: '<</First 101 0 R/Last 101 0 R>>',
        101: '<</Title(a)/Next 101 0 R/First 101 0 R/Parent 100 0 R>>',
      },
    }),
  'outline of 100,000 lines': () =>
    plainPdf([PROSE], {
      catalog: '/Outlines 100 0 R',
      objects: {
        100: '<</First 2000000 0 R>>',
        ...Object.fromEntries(
          Array.from({ length: 100_000 }, (_, at) => [
            2_000_000 + at,
            `<</Title(line ${at})/Next ${2_000_001 + at} 0 R>>`,
          ]),
        ),
      },
    }),
  'outline 20,000 levels deep': () =>
    plainPdf([PROSE], {
      catalog: '/Outlines 100 0 R',
      objects: {
        100: '<</First 2000000 0 R>>',
        ...Object.fromEntries(
          Array.from({ length: 20_000 }, (_, at) => [
            2_000_000 + at,
            `<</Title(line ${at})/First ${2_000_001 + at} 0 R>>`,
          ]),
        ),
      },
    }),
  'title of outline of 5 MB': () =>
    plainPdf([PROSE], {
      catalog: '/Outlines 100 0 R',
      objects: { 100: '<</First 101 0 R>>', 101: `<</Title(${'a'.repeat(5 * 2 ** 20)})>>` },
    }),
  'labels that go round': () =>
    plainPdf([PROSE], {
      catalog: '/PageLabels 100 0 R',
      objects: { 100: '<</Kids[100 0 R 100 0 R]>>' },
    }),
  'labels of letters for page 2^31': () =>
    plainPdf([PROSE], { catalog: '/PageLabels<</Nums[0<</S/A/St 2147483647>>]>>' }),
  'labels of Roman numbers for page 2^31': () =>
    plainPdf([PROSE], { catalog: '/PageLabels<</Nums[0<</S/R/St 2147483647>>]>>' }),
  'names that go round': () =>
    plainPdf([PROSE], {
      catalog: '/Names<</Dests 100 0 R>>',
      objects: { 100: '<</Kids[100 0 R 100 0 R]>>' },
    }),
  'form fields that go round': () =>
    plainPdf([PROSE], {
      catalog: '/AcroForm<</Fields[100 0 R]/XFA 101 0 R>>',
      objects: {
        100: '<</T(a)/Kids[100 0 R 100 0 R]>>',
        101: streamOf(latin1('<xdp:xdp>')).toString(),
      },
    }),
  'XFA that goes round': () =>
    plainPdf([PROSE], {
      catalog: '/AcroForm<</XFA[(template) 100 0 R]>>',
      objects: { 100: `<</Length 9000>>stream\n${'<subform>'.repeat(1_000)}\nendstream` },
    }),
  'structure tree that goes round': () =>
    plainPdf([PROSE], {
      catalog: '/StructTreeRoot 100 0 R/MarkInfo<</Marked true>>',
      objects: { 100: '<</Type/StructTreeRoot/K[100 0 R]/ParentTree 100 0 R/Kids[100 0 R]>>' },
    }),
  'title of 5 MB': () => plainPdf([PROSE], { info: `/Title(${'t'.repeat(5 * 2 ** 20)})` }),
  'title of control characters': () =>
    plainPdf([PROSE], { info: '/Title(\u001b[31m\\000\\012..\\057..\\057etc)/Author(<script>)' }),
  'opens with a script': () =>
    plainPdf([PROSE], { catalog: '/OpenAction<</S/JavaScript/JS(while(true){})>>' }),
  'optional content that goes round': () =>
    plainPdf(
      [
        {
          ...PROSE,
          content: '/OC /O BDC BT /F 11 Tf 60 660 Td (words) Tj ET EMC',
          more: '/Resources<</Font<</F 3 0 R>>/Properties<</O 100 0 R>>>>',
        },
      ],
      {
        catalog: '/OCProperties<</OCGs[100 0 R]/D<</Order 101 0 R>>>>',
        objects: { 100: '<</Type/OCMD/VE[/Not 100 0 R]/OCGs 100 0 R>>', 101: '[101 0 R 101 0 R]' },
      },
    ),
};

const encrypted = (dict: string): Uint8Array =>
  pdfOf(
    { 1: '<</Type/Catalog/Pages 2 0 R>>', 2: '<</Type/Pages/Count 0/Kids[]>>', 3: dict },
    '/Root 1 0 R/Encrypt 3 0 R/ID[(a)(b)]',
  );
const ENCRYPTION: Made = {
  'encrypted with garbage': () =>
    encrypted('<</Filter/Standard/V 5/R 6/O(x)/U(y)/OE(z)/UE(w)/P -1/Perms(p)/Length 256>>'),
  'encrypted with an unknown filter': () => encrypted('<</Filter/Evil/V 99/R 99>>'),
  'encrypted by a dictionary that is itself': () =>
    encrypted('<</Filter/Standard/V 4/R 4/O 3 0 R/U 3 0 R/P -4/CF 3 0 R/StmF/X>>'),
  'key of 2^31 bits': () =>
    encrypted(
      `<</Filter/Standard/V 2/R 3/Length 2147483640/O(${'o'.repeat(32)})/U(${'u'.repeat(32)})/P -4>>`,
    ),
  'R6 hash that never settles': () =>
    encrypted(
      `<</Filter/Standard/V 5/R 6/O(${'o'.repeat(48)})/U(${'u'.repeat(48)})/OE(${'e'.repeat(32)})/UE(${'e'.repeat(32)})/P -4/Perms(${'p'.repeat(16)})/CF<</StdCF<</CFM/AESV3>>>>/StmF/StdCF/StrF/StdCF>>`,
    ),
};

/** A file with a bit of everything, to be cut and changed. */
function sound(): Uint8Array {
  return plainPdf(
    [
      PROSE,
      {
        ...PROSE,
        annotations: [
          '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://example.org)>>>>',
        ],
      },
      PROSE,
    ],
    {
      catalog: '/Outlines 100 0 R/PageLabels<</Nums[0<</S/r>>]>>',
      info: '/Title(A sound file)',
      objects: { 100: '<</First 101 0 R>>', 101: '<</Title(Begin)/Dest[1000 0 R/Fit]>>' },
    },
  );
}
function cutOff(count: number): HostilePdf[] {
  const whole = sound();
  return Array.from({ length: count }, (_, at) => {
    const length = Math.floor((whole.length * (at + 1)) / (count + 1));
    return { name: `cut off after ${length} bytes`, bytes: whole.slice(0, length) };
  });
}
/** Between 1 and 64 bytes changed, moved or doubled. */
function changed(count: number): HostilePdf[] {
  const whole = sound();
  return Array.from({ length: count }, (_, seed) => {
    const random = seeded(1_000 + seed);
    const bytes = Uint8Array.from(whole);
    const changes = 1 + Math.floor(random() * 64);
    for (let n = 0; n < changes; n += 1) {
      const at = Math.floor(random() * bytes.length);
      if (random() < 0.7) bytes[at] = Math.floor(random() * 256);
      else
        bytes.copyWithin(
          at,
          Math.floor(random() * bytes.length),
          Math.floor(random() * bytes.length),
        );
    }
    return { name: `changed with seed ${seed}`, bytes };
  });
}

const GROUPS: readonly Made[] = [
  TREES,
  TABLES,
  NESTING,
  BOMBS,
  SIZES,
  IMAGES,
  FONTS,
  CONTENTS,
  ENCRYPTION,
];

/** The tricks, one file each; made when asked for, since some are large. */
export const hostilePdfTricks = (): { name: string; make(): Uint8Array }[] =>
  GROUPS.flatMap((group) => Object.entries(group).map(([name, make]) => ({ name, make })));

/** Files with damage: `cut` that end early and `mutated` with changed bytes. */
export const damagedPdfs = ({ cut, mutated }: { cut: number; mutated: number }): HostilePdf[] => [
  ...cutOff(cut),
  ...changed(mutated),
];
