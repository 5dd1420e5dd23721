/** Images that claim, nest or decode to too much. */
import { seeded } from '#core/text/testing/edit-script.ts';
import { type Made, pageOf, streamOf } from './hostile-pdf.ts';

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
export const noise = (length: number, seed: number): Uint8Array => {
  const random = seeded(seed);
  return Uint8Array.from({ length }, () => Math.floor(random() * 256));
};
export const IMAGES: Made = {
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
