import { expect, test } from 'vitest';
import type { Source } from '#core/contract/source.ts';
import { progressText } from './source-progress.ts';

const at = (
  medium: Source['medium'],
  stage: NonNullable<Source['progress']>['stage'],
  more: Partial<NonNullable<Source['progress']>> = {},
) => progressText({ medium, progress: { stage, done: 0, total: 0, ...more } });

test('is processing if the stage is unknown', () =>
  expect(progressText({ medium: 'flow', progress: undefined })).toBe('Processing'));

test.each([
  ['timed', 'fetch', 'Fetching video details'],
  ['flow', 'fetch', 'Fetching'],
  ['timed', 'extract', 'Processing transcript'],
  ['paged', 'extract', 'Processing pages'],
  ['flow', 'extract', 'Processing page'],
  ['flow', 'embed', 'Preparing search'],
  ['flow', 'index', 'Indexing'],
] as const)('a %s source in the stage %s says “%s”', (medium, stage, said) =>
  expect(at(medium, stage)).toBe(said),
);

test.each([
  ['extract', 40, 'Processing page 41 of 212'],
  ['embed', 40, 'Preparing search: passage 41 of 212'],
  ['index', 211, 'Indexing passage 212 of 212'],
  ['index', 212, 'Indexing passage 212 of 212'],
] as const)('%s counts its progress, never beyond the last', (stage, done, said) =>
  expect(at('paged', stage, { done, total: 212 })).toBe(said),
);

test('a long PDF says up to which page it can already be read and asked', () =>
  expect(at('paged', 'extract', { done: 696, total: 1200, readyThrough: 62 })).toBe(
    'Readable up to page 62 · 58%',
  ));

test('a single part is not counted', () =>
  expect(at('flow', 'embed', { done: 0, total: 1 })).toBe('Preparing search'));
