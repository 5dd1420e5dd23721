/** Trees of pages, cross-reference tables and objects that lie or never end. */
import { type Made, bomb, flate, latin1, pageOf, pdfOf } from './hostile-pdf.ts';

export const TREES: Made = {
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

export const TABLES: Made = {
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

export const nested = (open: string, close: string, depth: number): string =>
  open.repeat(depth) + close.repeat(depth);
export const NESTING: Made = {
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
