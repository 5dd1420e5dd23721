import { expect, test } from 'vitest';
import type { Locator } from '#core/contract/locator.ts';
import { blockOf } from '#core/editor/blocks/registry.ts';
import { clipBlock } from './clip-block.ts';

const SOURCE = '01935b6e-0000-7000-8000-000000000001';
const PLACES: readonly Locator[] = [
  { medium: 'timed', startS: 83, endS: 96.5, quote: 'said words' },
  {
    medium: 'paged',
    page: 4,
    rects: [{ x: 0.1, y: 0.2, width: 0.5, height: 0.02 }],
    quote: 'printed words',
  },
  { medium: 'flow', paragraph: 12, quote: 'written words', prefix: '', suffix: '' },
];

test.each(PLACES)('a clip of a $medium source links back from the notes', (at) => {
  const { type, attrs } = clipBlock(
    SOURCE,
    { locator: at },
    new Date('2026-01-02T03:04:05Z'),
    'me',
  );
  const block = blockOf(type);
  expect(block?.clean(attrs)).toMatchObject(attrs);
  expect(block?.locators(attrs)).toEqual([
    expect.objectContaining({
      sourceId: SOURCE,
      locator: expect.objectContaining({ medium: at.medium, quote: at.quote }),
      anchor: null,
    }),
  ]);
  expect(block?.locators(attrs)[0]?.locator).toEqual(at);
});

test('a clip without rectangles keeps its page', () => {
  const { type, attrs } = clipBlock(
    SOURCE,
    { locator: { medium: 'paged', page: 7, quote: 'words' } },
    new Date(),
    undefined,
  );
  expect(blockOf(type)?.locators(attrs)[0]?.locator).toMatchObject({ page: 7 });
});

test('a moment needs no heading, and references the clip around it', () => {
  const locator: Locator = { medium: 'timed', startS: 83, endS: 85, quote: 'said words' };
  const of = (moment: { of: string | undefined } | undefined) =>
    blockOf('clip')?.clean(
      clipBlock(SOURCE, { locator, ...(moment && { moment }) }, new Date(), 'me').attrs,
    );
  expect(of({ of: 'around' })).toMatchObject({
    clip_type: 'moment',
    moment_ref_id: 'around',
    generatingBy: null,
  });
  expect(of({ of: undefined })).toMatchObject({ clip_type: 'moment', moment_ref_id: null });
  expect(of(undefined)).toMatchObject({ clip_type: 'manual', generatingBy: expect.any(String) });
});

test('a highlight over two pages keeps its lines on both, its colour and its author', () => {
  const rect = { x: 0.1, y: 0.9, width: 0.5, height: 0.02 };
  const areas = [
    { page: 3, rects: [rect] },
    { page: 4, rects: [{ ...rect, y: 0.05 }] },
  ];
  const { type, attrs } = clipBlock(
    SOURCE,
    {
      locator: { medium: 'paged', page: 3, rects: [rect], quote: 'words' },
      areas,
      color: '#8AD3A0',
      underline: true,
    },
    new Date(),
    'me',
  );
  expect(blockOf(type)?.clean(attrs)).toMatchObject({
    color: '#8AD3A0',
    underline: true,
    createdBy: 'me',
  });
  expect(blockOf(type)?.locators(attrs)).toMatchObject([
    { locator: { page: 3, rects: [rect] }, areas },
  ]);
});
