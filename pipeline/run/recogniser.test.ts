import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ExtractInput } from '#pipeline/sources/contract.ts';
import { draw, read } from '#pipeline/sources/pdf/extract/read-pages.ts';
import { createRecogniser, linesOf } from './recogniser.ts';

const signal = new AbortController().signal;
const recogniser = createRecogniser({ languages: 'eng', path: process.env['PATH'] ?? '' });
const bytes = readFileSync(
  path.resolve(import.meta.dirname, '../sources/pdf/fixtures/scanned/input.pdf'),
);
const input: ExtractInput = {
  url: 'upload:x',
  facts: { title: 'x' },
  notes: {},
  part: () => new Uint8Array(bytes),
  report: () => undefined,
};

test('builds lines from words with enough confidence', () => {
  const row = (...cells: (string | number)[]) => cells.join('\t');
  expect(
    linesOf(
      [
        row(
          'level',
          'page_num',
          'block_num',
          'par_num',
          'line_num',
          'word_num',
          'left',
          'top',
          'width',
          'height',
          'conf',
          'text',
        ),
        row(1, 1, 0, 0, 0, 0, 0, 0, 1024, 2048, -1, ''),
        row(5, 1, 1, 1, 1, 1, 128, 256, 64, 32, 96, 'Two'),
        row(5, 1, 1, 1, 1, 2, 256, 256, 64, 64, 91, 'words'),
        row(5, 1, 1, 1, 1, 3, 512, 256, 8, 8, 3, '~'),
        row(5, 1, 1, 1, 2, 1, 128, 512, 64, 32, 90, 'Below'),
        '',
      ].join('\n'),
    ),
  ).toEqual([
    {
      x: 0.125,
      y: 0.125,
      width: 0.1875,
      height: 0.03125,
      words: [
        { text: 'Two', x: 0.125, y: 0.125, width: 0.0625, height: 0.015625 },
        { text: 'words', x: 0.25, y: 0.125, width: 0.0625, height: 0.03125 },
      ],
    },
    {
      x: 0.125,
      y: 0.25,
      width: 0.0625,
      height: 0.015625,
      words: [{ text: 'Below', x: 0.125, y: 0.25, width: 0.0625, height: 0.015625 }],
    },
  ]);
});

test('returns no recogniser without tesseract', () => {
  // This machine may have tesseract in a default location.
  expect(createRecogniser({ languages: 'eng', path: '' }) === undefined).toBe(
    recogniser === undefined,
  );
});

describe.skipIf(recogniser === undefined)(
  `tesseract${recogniser ? '' : ' (skipped: not installed)'}`,
  () => {
    test("lists the requested languages that aren't installed", async () => {
      expect(await recogniser?.about()).toMatchObject({
        version: expect.stringMatching(/^tesseract \d/),
        lacking: [],
      });
      expect(
        await createRecogniser({ languages: 'eng+xyz', path: process.env['PATH'] ?? '' })?.about(),
      ).toMatchObject({ lacking: ['xyz'] });
    });

    test('recognises a scanned page next to a printed one, with the position of each line', async () => {
      const lines = (await recogniser?.lines(await draw(input, 1, 'reading'), { signal })) ?? [];
      const piece = await read(input, { from: 1, to: 2, recognised: { 1: lines } });
      expect(
        piece.segments.map((segment) => segment.text.split(' ').slice(0, 3).join(' ')),
      ).toEqual([
        'Scanned Bees',
        ...Array.from({ length: 8 }, (_, n) => `Observation ${n + 1} concerns`),
      ]);
      expect(piece).toMatchObject({ recognised: [1], bare: [], failed: [] });
      expect(piece.segments[0]?.role).toBe('heading');
      const at = piece.segments[1]?.at;
      // 20 of 210 mm from the left; the line is a bit lower than 12 of 842 points.
      expect(at?.medium === 'paged' && at.rects[0]?.x).toBeCloseTo(20 / 210, 2);
      expect(at?.medium === 'paged' && at.rects[0]?.height).toBeLessThan(0.02);
    });

    test("refuses data that isn't an image, and stops at an abort", async () => {
      await expect(recogniser?.lines(new Uint8Array([1, 2, 3]), { signal })).rejects.toMatchObject({
        code: 'corrupt_file',
      });
      await expect(
        recogniser?.lines(new Uint8Array(), { signal: AbortSignal.abort(new Error('stopped')) }),
      ).rejects.toThrow('stopped');
    });
  },
);
