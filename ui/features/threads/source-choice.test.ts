import { describe, expect, test } from 'vitest';
import type { Thread } from '#core/contract/thread.ts';
import { SourceId } from '#core/contract/id.ts';
import { firstSource, neighbourOf, resumePlace } from './source-choice.ts';

const [A, B, C] = ['1', '2', '3'].map((n) =>
  SourceId.parse(`01935b6e-0000-7000-8000-00000000000${n}`),
) as [SourceId, SourceId, SourceId];
const told: Pick<Thread, 'source_metadata'> = {
  source_metadata: [
    { sourceId: A, metadata: { is_current_source: false, current_page: 7 } },
    { sourceId: B, metadata: { is_current_source: true, current_timestamp: 83.5 } },
  ],
};

describe('firstSource', () => {
  test.each([
    ['returns the link first', C, { current: A }, { id: C, asked: true }],
    ['returns an empty link too', '', { current: A }, { id: '', asked: true }],
    ['returns the last source of this browser', null, { current: A }, { id: A, asked: false }],
    ["returns the server's last source", null, {}, { id: B, asked: false }],
  ])('%s', (_, linked, state, at) => expect(firstSource(linked, state, told)).toEqual(at));
  test("is the thread's primary source if none was opened before", () =>
    expect(
      firstSource(
        null,
        {},
        { source_metadata: [{ sourceId: C, metadata: { is_primary_source: true } }] },
      ),
    ).toEqual({ id: C, asked: false }));
  test('is undefined if nothing is known', () =>
    expect(firstSource(null, {}, { source_metadata: undefined })).toEqual({
      id: undefined,
      asked: false,
    }));
});

describe('neighbourOf', () => {
  const sources = [{ _id: A }, { _id: B }, { _id: C }];
  test.each([
    ['is the next one', sources, A, B],
    ['is the previous one of the last', sources, C, B],
    ['is undefined for a single one', [{ _id: A }], A, undefined],
    ['is the first one for a missing one', [{ _id: A }], B, A],
    ['is undefined for an empty list', [], A, undefined],
  ])('%s', (_, all, id, next) => expect(neighbourOf(all, id)?._id).toBe(next));
});

describe('resumePlace', () => {
  const none = { places: {} };
  test.each([
    ['the second that the server knows', B, 'timed', none, 83.5],
    ['the page that the server knows', A, 'paged', none, 7],
    ['this browser before the server', B, 'timed', { places: { [B]: 12 } }, 12],
    ['the start, told by this browser', B, 'timed', { places: { [B]: 0 } }, undefined],
    ['nothing for a web page', A, 'flow', { places: { [A]: 40 } }, undefined],
    ['nothing for a source never opened', C, 'paged', none, undefined],
  ] as const)('%s', (_, _id, medium, state, place) =>
    expect(resumePlace({ _id, medium }, state, told)).toBe(place),
  );
  test('is undefined without a source', () =>
    expect(resumePlace(undefined, none, told)).toBe(undefined));
});
