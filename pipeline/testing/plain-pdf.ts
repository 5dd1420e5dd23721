/** Creates PDFs for tests that need many or unusual pages. */

export interface PlainPage {
  /** lines of Helvetica, from the top; or the raw content stream */
  lines?: readonly string[];
  content?: string;
  /** raw annotations */
  annotations?: readonly string[];
  /** raw entries of the page */
  more?: string;
}
export interface PlainPdf {
  /** raw entries */
  catalog?: string;
  info?: string;
  /** objects by their number, from 100 */
  objects?: Readonly<Record<number, string>>;
}

const escaped = (text: string): string => text.replace(/[\\()]/g, (sign) => `\\${sign}`);
const stream = (content: string): string =>
  `<</Length ${content.length}>>stream\n${content}\nendstream`;

/** Supports single-byte characters only. */
export function plainPdf(
  pages: readonly PlainPage[],
  { catalog = '', info = '', objects = {} }: PlainPdf = {},
): Uint8Array {
  const first = 1_000;
  const all = [
    `1 0 obj<</Type/Catalog/Pages 2 0 R ${catalog}>>endobj`,
    `2 0 obj<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, n) => `${first + n * 2} 0 R`).join(' ')}]/Resources<</Font<</F 3 0 R>>>>/MediaBox[0 0 600 800]>>endobj`,
    '3 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>endobj',
    `4 0 obj<<${info}>>endobj`,
    ...Object.entries(objects).map(([number, body]) => `${number} 0 obj${body}endobj`),
    ...pages.flatMap(({ lines = [], content, annotations = [], more = '' }, n) => {
      const drawing =
        content ??
        `BT /F 11 Tf 60 660 Td 14 TL ${lines.map((line) => `(${escaped(line)}) Tj T*`).join(' ')} ET`;
      return [
        `${first + n * 2} 0 obj<</Type/Page/Parent 2 0 R/Contents ${first + n * 2 + 1} 0 R${annotations.length > 0 ? `/Annots[${annotations.join(' ')}]` : ''} ${more}>>endobj`,
        `${first + n * 2 + 1} 0 obj${stream(drawing)}endobj`,
      ];
    }),
  ];
  let text = '%PDF-1.5\n';
  const table = all.map((object) => {
    const entry = `${Number.parseInt(object, 10)} 1\n${String(text.length).padStart(10, '0')} 00000 n \n`;
    text += `${object}\n`;
    return entry;
  });
  return Buffer.from(
    `${text}xref\n0 1\n0000000000 65535 f \n${table.join('')}trailer<</Size ${first + pages.length * 2}/Root 1 0 R/Info 4 0 R>>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  );
}

/** Pages of prose, each with a unique word: `page7word` on page 7. */
export function longPdf(count: number, linesEach = 12): Uint8Array {
  return plainPdf(
    Array.from({ length: count }, (_, n) => ({
      lines: [
        `page${n + 1}word opens this page of the long report about bees and their keepers.`,
        ...Array.from(
          { length: linesEach - 1 },
          (_, line) =>
            `Sentence ${line + 1} of page ${n + 1} says how many bees were counted that day near the hive.`,
        ),
      ],
    })),
  );
}
