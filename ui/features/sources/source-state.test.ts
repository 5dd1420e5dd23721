import { describe, expect, test } from 'vitest';
import { Source } from '#core/contract/source.ts';
import { progressText } from '#ui/viewer/texts/source-progress.ts';
import { askable, canRetry, stateOf } from './source-state.ts';

const source = (more: Partial<Source> = {}): Source =>
  Source.parse({
    _id: '01935b6e-0000-7000-8000-000000000001',
    sourceType: 'pdf',
    medium: 'paged',
    title: 'A paper',
    createdAt: '2026-01-02T00:00:00Z',
    state: 'ready',
    status: { transcript: 0, embedding: 1, webpage_processing: 0 },
    canonicalUrl: 'https://a.org/p.pdf',
    thumbnails: {},
    refreshEvery: null,
    version: 1,
    ...more,
  });
const embedding = (code: number) => ({ transcript: 0, embedding: code, webpage_processing: 0 });

describe('the tooltip of a source', () => {
  test.each([
    [0, 'Processing source...'],
    [1, ''],
    [2, 'Unable to read PDF, AI features unavailable'],
    [3, 'Unable to read PDF, AI features unavailable'],
    [4, 'Processing timed out - try re-adding source'],
  ])('for embedding %i is %j', (code, tooltip) =>
    expect(stateOf(source({ status: embedding(code) })).tooltip).toBe(tooltip),
  );

  test('mentions a missing transcript first', () => {
    const video = source({
      sourceType: 'youtube',
      medium: 'timed',
      status: { transcript: 2, embedding: 2, webpage_processing: 0 },
    });
    expect(stateOf(video)).toEqual({
      kind: 'issue',
      label: 'No Transcript found',
      tooltip: 'No transcript available, AI features unavailable',
    });
  });
});

test('shows the page that is being processed, never beyond the last', () => {
  expect(progressText(source({ progress: { stage: 'extract', done: 40, total: 212 } }))).toBe(
    'Processing page 41 of 212',
  );
  expect(progressText(source({ progress: { stage: 'extract', done: 212, total: 212 } }))).toBe(
    'Processing page 212 of 212',
  );
});

test('an answer can use sources that are ready and not excluded', () => {
  const other = source({
    _id: Source.shape._id.parse('01935b6e-0000-7000-8000-000000000002'),
    status: embedding(0),
  });
  const both = [source(), other];
  expect(askable(both, new Set())).toEqual([both[0]]);
  expect(askable(both, new Set([source()._id]))).toEqual([]);
});

test('a retry is offered if it can help', () => {
  const failed = (code: string, more: Partial<Source> = {}) =>
    canRetry(source({ status: embedding(2), error: { code, message: 'It did not go.' }, ...more }));
  expect(['timed_out', 'private_or_removed', 'corrupt_file'].map((code) => failed(code))).toEqual([
    true,
    true,
    true,
  ]);
  expect([
    failed('no_text'),
    failed('corrupt_file', { canonicalUrl: 'upload:1' }),
    canRetry(source()),
  ]).toEqual([false, false, false]);
});
