import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SourceId } from '#core/contract/id.ts';
import { ReadingPositions, toldPlace, type ReadingPosition } from './reading-positions.ts';

const [VIDEO, PDF] = [
  '01935b6e-0000-7000-8000-000000000001',
  '01935b6e-0000-7000-8000-000000000002',
].map((id) => SourceId.parse(id)) as [SourceId, SourceId];
const video = (place: number): ReadingPosition => ({
  source: { _id: VIDEO, medium: 'timed' },
  place,
  isPrimary: true,
});
const pdf = (place: number): ReadingPosition => ({
  source: { _id: PDF, medium: 'paged' },
  place,
  isPrimary: false,
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function keeper(tell: (places: unknown) => Promise<unknown> = () => Promise.resolve()) {
  const kept: Record<string, number> = {};
  const told = vi.fn(tell);
  return {
    kept,
    told,
    places: new ReadingPositions({
      keep: (id, place) => {
        kept[id] = place;
      },
      tell: told,
    }),
  };
}

it('stores each position at once, and sends the last ones ten minutes after the first', () => {
  const { kept, told, places } = keeper();
  places.note(video(12));
  vi.advanceTimersByTime(300_000);
  places.note(video(13));
  expect(kept).toEqual({ [VIDEO]: 13 });
  vi.advanceTimersByTime(299_000);
  expect(told).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(told.mock.calls).toEqual([
    [
      [
        {
          sourceId: VIDEO,
          metadata: { is_current_source: true, is_primary_source: true, current_timestamp: 13 },
        },
      ],
    ],
  ]);
});

it('sends them at once when the page is closed, and nothing if nothing is new', () => {
  const { told, places } = keeper();
  places.note(video(40));
  places.note(pdf(3));
  places.flush();
  places.note(pdf(3));
  places.flush();
  expect(told.mock.calls).toEqual([
    [
      [
        {
          sourceId: VIDEO,
          metadata: { is_current_source: false, is_primary_source: true, current_timestamp: 40 },
        },
        {
          sourceId: PDF,
          metadata: { is_current_source: true, is_primary_source: false, current_page: 3 },
        },
      ],
    ],
  ]);
});

it('retries positions that did not reach the server, with newer ones', async () => {
  const answers = [Promise.reject(new Error('offline')), Promise.resolve()];
  const { told, places } = keeper(() => answers.shift() ?? Promise.resolve());
  places.note(video(40));
  places.flush();
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
  places.note(pdf(2));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(told).toHaveBeenLastCalledWith([
    {
      sourceId: VIDEO,
      metadata: { is_current_source: false, is_primary_source: true, current_timestamp: 40 },
    },
    {
      sourceId: PDF,
      metadata: { is_current_source: true, is_primary_source: false, current_page: 2 },
    },
  ]);
});

it('records an unread source as the current one, and keeps the position of others', () => {
  const { kept, told, places } = keeper();
  places.note(video(40));
  places.note(pdf(0));
  places.note(video(0));
  places.flush();
  expect(kept).toEqual({ [VIDEO]: 40 });
  expect(told.mock.calls).toEqual([
    [
      [
        {
          sourceId: VIDEO,
          metadata: { is_current_source: true, is_primary_source: true, current_timestamp: 40 },
        },
        { sourceId: PDF, metadata: { is_current_source: false, is_primary_source: false } },
      ],
    ],
  ]);
});

it('parses a position from the server', () => {
  const thread = {
    source_metadata: [
      { sourceId: VIDEO, metadata: { current_timestamp: 83.5 } },
      { sourceId: PDF, metadata: { current_page: 4 } },
    ],
  };
  expect([toldPlace(thread, VIDEO), toldPlace(thread, PDF), toldPlace({}, PDF)]).toEqual([
    83.5,
    4,
    undefined,
  ]);
});

it('sends paragraphs of a web page with their number, once it is known', () => {
  const { told, places } = keeper();
  const page = (place: number, paragraphs?: number): ReadingPosition => ({
    source: { _id: PDF, medium: 'flow' },
    place,
    paragraphs,
    isPrimary: true,
  });
  places.note(page(2));
  places.note(page(3, 40));
  places.flush();
  expect(told.mock.calls[0]?.[0]).toEqual([
    {
      sourceId: PDF,
      metadata: {
        is_current_source: true,
        is_primary_source: true,
        current_paragraph: 3,
        paragraphs: 40,
      },
    },
  ]);
});
