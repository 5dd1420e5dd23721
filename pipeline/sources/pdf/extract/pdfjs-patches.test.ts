import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { version } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { patchPdfjs } from './pdfjs-patches.ts';

const folder = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const worker = readFileSync(path.join(folder, 'legacy/build/pdf.worker.mjs'), 'utf8');

test('the patches fit the installed pdf.js', () => {
  const result = patchPdfjs(worker, version);
  expect(result).toEqual({ source: expect.stringContaining('ActualText') as string });
  expect(result).not.toEqual({ source: worker });
});

test('without names, pdf.js stays unchanged', () => {
  expect(patchPdfjs(worker, version, [])).toEqual({ source: worker });
});

test.each([
  ['another version', worker, '6.6.0', undefined, /for version 6\.5\.438, this is 6\.6\.0/],
  ['a place that is gone', worker.replaceAll('"MCID"', '"X"'), version, undefined, /does not fit/],
  ['a place found twice', worker + worker, version, undefined, /does not fit/],
  ['an unknown name', worker, version, ['faster'], /no patch "faster"/],
])('%s is a problem, and nothing is patched', (_, source, of, names, problem) => {
  expect(patchPdfjs(source, of, names)).toEqual({
    problem: expect.stringMatching(problem) as string,
  });
});
