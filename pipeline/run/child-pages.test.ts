import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { longPdf, plainPdf } from '#pipeline/testing/plain-pdf.ts';
import type { PagePiece } from '#pipeline/sources/contract.ts';
import { createParser, type Parser, type ParserOptions } from './child.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gloss-pages-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function parserWith(options: ParserOptions = {}): Parser {
  const parser = createParser(options);
  onTestFinished(() => parser.close());
  return parser;
}
function inputOf(bytes: Uint8Array) {
  const file = path.join(folder, 'document.bin');
  writeFileSync(file, bytes);
  return {
    url: 'upload:x',
    facts: { title: 'x' },
    notes: {},
    parts: [{ name: 'document.pdf', path: file }],
  };
}
const signal = new AbortController().signal;
const pagesOf = (piece: PagePiece) => [
  ...new Set(
    piece.segments.map((segment) => (segment.at.medium === 'paged' ? segment.at.page : 0)),
  ),
];
/** An endless page: nested forms that each draw the next one ten times. */
const endless = {
  content: '/F10 Do '.repeat(10),
  more: `/Resources<</XObject<</F10 110 0 R>>/Font<</F 3 0 R>>>>`,
};
const forms = Object.fromEntries(
  Array.from({ length: 9 }, (_, n) => [
    110 + n,
    `<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</F 3 0 R>>/XObject<</F10 ${111 + n} 0 R>>>>/Length 80>>stream\n${'/F10 Do '.repeat(10)}\nendstream`,
  ]),
);
const objects = {
  ...forms,
  119: '<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</F 3 0 R>>>>/Length 26>>stream\nBT /F 9 Tf (word) Tj ET   \nendstream',
};
const prose = (n: number) => ({
  lines: [`Page ${n} of the report is a page that can be read without any trouble.`],
});

test("skips patches that don't fit, with one warning", async () => {
  const warnings: string[] = [];
  const parser = parserWith({
    size: 2,
    pdfPatches: ['unknown'],
    onWarning: (message) => warnings.push(message),
  });
  const input = inputOf(plainPdf([prose(1), prose(2)]));
  const range = { from: 1, to: 2 };
  const read = () => parser.readPages('pdf', input, range, { signal, report: () => undefined });
  const pieces = await Promise.all([read(), read()]);
  expect(pieces.map(pagesOf)).toEqual([
    [1, 2],
    [1, 2],
  ]);
  expect(warnings).toEqual(['pdf.js is used without our patches: there is no patch "unknown".']);
});

describe('batches of pages', () => {
  test('skips and names an endless page, and reads the pages around it', async () => {
    const parser = parserWith({ size: 1, pageDeadlineMs: 2_500 });
    const input = inputOf(plainPdf([prose(1), prose(2), endless, prose(4), prose(5)], { objects }));
    const piece = await parser.readPages(
      'pdf',
      input,
      { from: 1, to: 5 },
      { signal, report: () => undefined },
    );
    expect(piece.failed).toEqual([3]);
    expect(pagesOf(piece)).toEqual([1, 2, 4, 5]);
  });

  test('reads all pages even if a child is killed', async () => {
    const parser = parserWith({ size: 1 });
    const input = inputOf(longPdf(200));
    let killed = 0;
    const report = () => {
      if (killed === 0) {
        killed = parser.pids()[0] ?? 0;
        process.kill(killed, 'SIGKILL');
      }
    };
    const piece = await parser.readPages('pdf', input, { from: 1, to: 200 }, { signal, report });
    expect(killed).toBeGreaterThan(0);
    await expect.poll(() => parser.pids()).not.toContain(killed);
    expect(piece.failed).toEqual([]);
    expect(pagesOf(piece)).toHaveLength(200);
  });

  test('reads the new content of a file that was rewritten between two batches', async () => {
    const parser = parserWith({ size: 1 });
    const textOf = async (input: ReturnType<typeof inputOf>, page: number) =>
      (
        await parser.readPages(
          'pdf',
          input,
          { from: page, to: page },
          { signal, report: () => undefined },
        )
      ).segments
        .map((segment) => segment.text)
        .join(' ');
    const of = (whose: string) =>
      inputOf(
        plainPdf(
          [1, 2, 3].map((n) => ({
            lines: [`This is page ${n} of the report by ${whose}, and it can be read.`],
          })),
        ),
      );
    const first = of('Anna');
    expect(await textOf(first, 1)).toContain('page 1 of the report by Anna');
    expect(await textOf(first, 2)).toContain('page 2 of the report by Anna');
    // As long as the other file, at the same path.
    expect(await textOf(of('Nora'), 2)).toContain('page 2 of the report by Nora');
    expect(parser.pids()).toHaveLength(1);
  });

  test("reports a file that can't be opened", async () => {
    const input = inputOf(
      readFileSync(
        path.resolve(import.meta.dirname, '../sources/pdf/fixtures/encrypted/input.pdf'),
      ),
    );
    const parser = parserWith({ size: 1 });
    await expect(parser.planPages('pdf', input, { signal })).rejects.toMatchObject({
      code: 'password_protected',
    });
    await expect(
      parser.readPages('pdf', input, { from: 1, to: 1 }, { signal, report: () => undefined }),
    ).rejects.toMatchObject({ code: 'password_protected' });
  });

  test('reads two batches of one file in two children at once', async () => {
    const parser = parserWith({ size: 2 });
    const input = inputOf(longPdf(80));
    const running = [
      { from: 1, to: 40 },
      { from: 41, to: 80 },
    ].map((range) => parser.readPages('pdf', input, range, { signal, report: () => undefined }));
    await vi.waitUntil(() => parser.pids().length === 2);
    expect((await Promise.all(running)).map((piece) => pagesOf(piece).length)).toEqual([40, 40]);
  });

  test('draws a page for text recognition and as a thumbnail', async () => {
    const parser = parserWith({ size: 1 });
    const input = inputOf(longPdf(1));
    const [png, jpeg] = [
      await parser.drawPage('pdf', input, 1, 'reading', { signal }),
      await parser.drawPage('pdf', input, 1, 'thumbnail', { signal }),
    ];
    expect(Buffer.from(png).subarray(1, 4).toString()).toBe('PNG');
    // 600 points at 300 dpi.
    expect(Buffer.from(png).readUInt32BE(16)).toBe(2_500);
    expect([...jpeg.subarray(0, 2)]).toEqual([0xff, 0xd8]);
  });
});
