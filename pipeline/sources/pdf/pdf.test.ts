import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Rect } from '#core/contract/locator.ts';
import type { Segment } from '#core/contract/snapshot.ts';
import { loopbackNet, serveLoopback } from '#pipeline/testing/loopback-net.ts';
import { readBytesHere } from '#pipeline/testing/read-bytes-here.ts';
import { pdf } from './pdf.ts';
import { readWhole } from './extract/read-pages.ts';

const fixture = (name: string) =>
  readFileSync(path.join(import.meta.dirname, 'fixtures', name, 'input.pdf'));
async function read(
  bytes: Uint8Array,
  report: (done: number, total: number) => void = () => undefined,
) {
  return readWhole({
    url: 'upload:x',
    facts: { title: 'x' },
    notes: {},
    part: () => new Uint8Array(bytes),
    report,
  });
}
const rectsOf = (segment: Segment | undefined): Rect[] =>
  segment?.at.medium === 'paged' ? segment.at.rects : [];

test.each([
  [
    'https://example.com/a/Paper.PDF?utm_source=x&v=2#page=3',
    'https://example.com/a/Paper.PDF?v=2',
  ],
  ['https://arxiv.org/pdf/1706.03762v7.pdf', 'https://arxiv.org/pdf/1706.03762v7'],
  ['http://www.arxiv.org/pdf/hep-th/9901001', 'https://arxiv.org/pdf/hep-th/9901001'],
])('%s is claimed', (url, canonicalUrl) => {
  expect(pdf.claim(new URL(url))?.canonicalUrl).toBe(canonicalUrl);
});

test.each([
  'https://example.com/pdf',
  'https://example.com/a.pdf.html',
  'https://arxiv.org/abs/1706.03762',
  'ftp://example.com/a.pdf',
])('%s is not claimed', (url) => {
  expect(pdf.claim(new URL(url))).toBeUndefined();
});

test('reads columns one after the other, and numbers in order', async () => {
  const { snapshot } = await read(fixture('two-columns'));
  const numbers = snapshot.segments.flatMap(
    (segment) => /^Observation (\d+)/.exec(segment.text)?.[1] ?? [],
  );
  expect(numbers).toEqual(Array.from({ length: 33 }, (_, n) => String(n + 1)));
  const second = rectsOf(
    snapshot.segments.find((segment) => segment.text.startsWith('Observation 12 ')),
  );
  expect(second.every((rect) => rect.x > 0.5)).toBe(true);
});

test('joins pages and words, without page numbers or hyphens at line ends', async () => {
  const { snapshot } = await read(fixture('two-columns'));
  const text = snapshot.segments.map((segment) => segment.text).join('\n');
  expect(text).not.toMatch(/\p{Ll}[-\u2010\u00AD]\p{Ll}/u);
  expect(snapshot.segments.some((segment) => /^\d+$/.test(segment.text))).toBe(false);
});

test('recognises headings by their size', async () => {
  const { snapshot } = await read(fixture('single-column'));
  expect(
    snapshot.segments
      .filter((segment) => segment.role === 'heading')
      .map((segment) => segment.text),
  ).toEqual(['A Year Among Bees', 'Counting at dawn', 'The efficient office of the flight field']);
  expect(snapshot.outline).toEqual([
    { title: 'A Year Among Bees', page: 1, depth: 0 },
    { title: 'Counting at dawn', page: 1, depth: 1 },
    { title: 'The efficient office of the flight field', page: 2, depth: 1 },
  ]);
});

test('gives each line its rectangle, from the top left of the page', async () => {
  const { snapshot } = await read(fixture('single-column'));
  const [title, first] = snapshot.segments;
  expect(rectsOf(title)).toHaveLength(1);
  // 20 of 210 mm from the left.
  expect(rectsOf(title)[0]?.x).toBeCloseTo(20 / 210, 2);
  expect(rectsOf(title)[0]?.y).toBeLessThan(0.15);
  const lines = rectsOf(first);
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.map((rect) => rect.y)).toEqual(
    lines.map((rect) => rect.y).toSorted((a, b) => a - b),
  );
  expect(lines[0]?.width).toBeGreaterThan(0.7);
  expect(lines[0]?.height).toBeLessThan(0.03);
});

test("rotating a page doesn't move its rectangles; cropping does", async () => {
  const [rotated, upright, cropped] = await Promise.all(
    ['rotated', 'encrypted-empty-password', 'cropped'].map((name) => read(fixture(name))),
  );
  expect(rectsOf(rotated?.snapshot.segments[0])).toEqual(rectsOf(upright?.snapshot.segments[0]));
  // The crop box begins 40 points from the left; the text 56.7.
  expect(rectsOf(cropped?.snapshot.segments[0])[0]?.x).toBeCloseTo(
    ((20 / 25.4) * 72 - 40) / 520,
    2,
  );
});

test('draws the first page as a JPEG 400 pixels wide, rotated as displayed', async () => {
  const sizeOf = (jpeg: Uint8Array | undefined) => {
    const bytes = Buffer.from(jpeg ?? []);
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
    return [bytes.readUInt16BE(frame + 7), bytes.readUInt16BE(frame + 5)];
  };
  expect(sizeOf((await read(fixture('single-column'))).images.thumbnail)).toEqual([400, 565]);
  expect(sizeOf((await read(fixture('rotated'))).images.thumbnail)).toEqual([400, 283]);
});

test('reports progress page by page', async () => {
  const seen: [number, number][] = [];
  await read(fixture('two-columns'), (done, total) => seen.push([done, total]));
  expect(seen).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
});

test("skips a page that can't be read, and keeps the rest", async () => {
  const text = fixture('cropped').toString('latin1');
  // The second page is invalid.
  const broken = text
    .replace(/\/Count 1/, '/Count 2')
    .replace(/(\/Kids \[\s*\d+ 0 R)/, '$1 9999 0 R');
  expect(broken).not.toBe(text);
  const { snapshot } = await read(Buffer.from(broken, 'latin1'));
  expect(snapshot.segments.length).toBeGreaterThan(0);
});

test('names a linked file as its server does, and refuses one above the size limit', async () => {
  const bytes = fixture('cropped');
  const response = {
    url: 'https://example.com/d?id=7',
    status: 200,
    contentType: 'application/pdf',
    bytes,
    headers: { 'content-disposition': "attachment; filename*=UTF-8''Caf%C3%A9%20bees.pdf" },
  };
  const input = {
    url: response.url,
    response,
    signal: AbortSignal.timeout(5_000),
    net: loopbackNet(),
    readBytes: readBytesHere,
    report: () => undefined,
  };
  const fetched = await pdf.fetch({
    ...input,
    limits: { maxPageBytes: 1, maxPdfBytes: 1_000_000 },
  });
  expect(fetched.facts.title).toBe('Café bees');
  await expect(
    pdf.fetch({ ...input, limits: { maxPageBytes: 1, maxPdfBytes: 100 } }),
  ).rejects.toMatchObject({ code: 'too_large' });
});

test.each([
  ['empty', /empty/],
  ['html-renamed', /web page/],
])('refuses %s and says why', async (name, why) => {
  const upload = { bytes: fixture(name), name: 'paper.pdf' };
  const refused = pdf.fetch({
    url: 'upload:x',
    upload,
    signal: AbortSignal.timeout(5_000),
    net: loopbackNet(),
    readBytes: readBytesHere,
    report: () => undefined,
    limits: { maxPageBytes: 1, maxPdfBytes: 1_000_000 },
  });
  await expect(refused).rejects.toMatchObject({
    code: 'corrupt_file',
    message: expect.stringMatching(why),
  });
});

test('fetches an address through the gate', async () => {
  const site = await serveLoopback((name) =>
    name === 'bees.pdf' ? { bytes: fixture('no-text'), contentType: 'application/pdf' } : undefined,
  );
  try {
    const fetched = await pdf.fetch({
      url: `${site.origin}/bees.pdf`,
      signal: AbortSignal.timeout(5_000),
      net: loopbackNet(),
      readBytes: readBytesHere,
      report: () => undefined,
      limits: { maxPageBytes: 1, maxPdfBytes: 1_000_000 },
    });
    expect(fetched).toMatchObject({
      facts: { title: 'bees' },
      parts: [{ name: 'document.pdf', contentType: 'application/pdf' }],
    });
  } finally {
    await site.close();
  }
});
