import { expect, test } from 'vitest';
import type { Source } from '#core/contract/source.ts';
import { sourceNotice } from './source-notice.ts';

const source = (over: Partial<Source>): Source => ({
  _id: '0190b3b0-0000-7000-8000-000000000001' as Source['_id'],
  sourceType: 'youtube',
  medium: 'timed',
  title: 'A lecture',
  createdAt: '2026-01-01T00:00:00.000Z',
  state: 'ready',
  status: { transcript: 1, embedding: 1, webpage_processing: 0 },
  canonicalUrl: 'https://example.test/',
  thumbnails: {},
  refreshEvery: null,
  version: 1,
  ...over,
});
const status = (transcript: number, embedding: number, webpage: number) => ({
  transcript,
  embedding,
  webpage_processing: webpage,
});

test('is empty for a ready source', () => expect(sourceNotice(source({}))).toBeUndefined());

test.each<[Partial<Source>, string]>([
  [{ status: status(2, 0, 0) }, 'No transcript available, AI features unavailable'],
  [{ status: status(0, 0, 0) }, 'Processing source...'],
  [{ status: status(1, 2, 0) }, 'Unable to read YOUTUBE, AI features unavailable'],
  [
    { medium: 'paged', sourceType: 'pdf', status: status(0, 3, 0) },
    'Unable to read PDF, AI features unavailable',
  ],
  [{ status: status(1, 4, 0) }, 'Processing timed out - try re-adding source'],
  [{ medium: 'flow', sourceType: 'web', status: status(0, 0, 1) }, 'Webpage is processing...'],
  [{ medium: 'flow', sourceType: 'web', status: status(0, 2, 2) }, "Couldn't load the website"],
])('shows the message of the specification %#', (over, text) =>
  expect(sourceNotice(source(over))?.text).toBe(text),
);

test('shows the progress, and why processing failed', () => {
  expect(
    sourceNotice(
      source({
        medium: 'paged',
        status: status(0, 0, 0),
        progress: { stage: 'extract', done: 40, total: 212 },
      }),
    )?.detail,
  ).toBe('Processing page 41 of 212');
  expect(
    sourceNotice(
      source({
        medium: 'flow',
        status: status(0, 2, 2),
        error: { code: 'not_found', message: 'It is gone.' },
      }),
    )?.detail,
  ).toBe('It is gone.');
});
