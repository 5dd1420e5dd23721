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
    ['the link before all else', C, { current: A }, { id: C, asked: true }],
    ['an empty link, which is answered too', '', { current: A }, { id: '', asked: true }],
    ['what was open in this browser', null, { current: A }, { id: A, asked: false }],
    ['what the server remembers', null, {}, { id: B, asked: false }],
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
    ['the next', sources, A, B],
    ['the one before the last', sources, C, B],
    ['none of a single one', [{ _id: A }], A, undefined],
    ['the first for one that is not there', [{ _id: A }], B, A],
    ['none among none', [], A, undefined],
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
