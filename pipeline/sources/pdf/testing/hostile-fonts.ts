/** Fonts that are damaged or refer to themselves. */
import { type Made, latin1, pageOf, streamOf } from './hostile-pdf.ts';
import { noise } from './hostile-images.ts';

const font = (dict: string, objects: Record<number, string | Uint8Array> = {}): Uint8Array =>
  pageOf('BT /G 11 Tf 60 660 Td (words of a font) Tj ET', {
    resources: '<</Font<</G 9 0 R>>>>',
    objects: { 9: dict, ...objects },
  });
export const FONTS: Made = {
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
