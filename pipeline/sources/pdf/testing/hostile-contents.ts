/** Endless page contents, forms and annotations. */
import { plainPdf } from '#pipeline/testing/plain-pdf.ts';
import { type Made, PROSE, latin1, pageOf, pdfOf, streamOf } from './hostile-pdf.ts';
import { nested } from './hostile-structure.ts';

/** Nested forms that draw `wide` to the power of ten times. */
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
export const CONTENTS: Made = {
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
