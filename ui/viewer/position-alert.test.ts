import { expect, test } from 'vitest';
import { SourceId } from '#core/contract/id.ts';
import { positionAlert } from './position-alert.ts';

const [VIDEO, OTHER, PDF] = [1, 2, 3].map((n) =>
  SourceId.parse(`0190b3b0-0000-7000-8000-00000000000${n}`),
) as [SourceId, SourceId, SourceId];
const sources = [
  { _id: VIDEO, medium: 'timed' },
  { _id: OTHER, medium: 'timed' },
  { _id: PDF, medium: 'paged' },
] as const;
const moment = { medium: 'timed', startS: 83, endS: 83, quote: '' } as const;
const clip = { ...moment, endS: 93 };

test('a moment links only into the open video, a clip opens its own', () => {
  expect(positionAlert(sources, VIDEO, VIDEO, moment)).toBeUndefined();
  expect(positionAlert(sources, VIDEO, OTHER, moment)).toEqual({
    text: 'timestamp is not from the active source',
    canOpen: true,
  });
  expect(positionAlert(sources, VIDEO, OTHER, clip)).toBeUndefined();
});
test('says that a source is not a video, or is missing', () => {
  expect(positionAlert(sources, PDF, PDF, clip)?.text).toBe('Not a youtube source');
  expect(positionAlert(sources, VIDEO, '0190b3b0-0000-7000-8000-000000000009', clip)?.text).toBe(
    'source not found',
  );
});
test('pages, paragraphs and cited positions are not moments', () => {
  expect(
    positionAlert(sources, VIDEO, PDF, { medium: 'paged', page: 3, quote: '' }),
  ).toBeUndefined();
  expect(positionAlert(sources, VIDEO, OTHER, { place: 83 })).toBeUndefined();
});
