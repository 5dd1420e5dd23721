/** Streams and pages that are far larger than their file. */
import { deflateSync } from 'node:zlib';
import { type Made, bomb, flate, latin1, pageOf, pdfOf, streamOf } from './hostile-pdf.ts';

export const BOMBS: Made = {
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
export const SIZES: Made = {
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
