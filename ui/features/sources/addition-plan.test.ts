import { describe, expect, test } from 'vitest';
import { Source } from '#core/contract/source.ts';
import { planAddition, restoredPicks, restoredText } from './addition-plan.ts';

const paper = Source.parse({
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
});
const PAGE = 'https://www.example.org/ice/';
const LIST = 'https://www.youtube.com/playlist?list=PLabc';
const CHANNEL = 'https://www.youtube.com/@glaciers';
const VIDEO = 'https://www.youtube.com/watch?v=abcdefghijk';
const empty = { links: [], ignored: [], listed: new Map(), picked: [], files: [] };

describe('planAddition', () => {
  test('plans nothing from an empty dialog', () =>
    expect(planAddition(empty)).toEqual({
      plain: [],
      listings: [],
      count: 0,
      waits: false,
      descriptions: [],
      names: [],
      rest: '',
    }));

  test('lists pages, videos of a playlist, library sources and files, in this order', () => {
    const plan = planAddition({
      ...empty,
      links: [LIST, PAGE],
      listed: new Map([[LIST, { title: 'Lectures', urls: [VIDEO, `${VIDEO}2`] }]]),
      picked: [paper],
      files: [{ file: { name: 'ice.pdf' } }],
    });
    expect(plan.count).toBe(5);
    expect(plan.descriptions).toEqual([
      { url: PAGE },
      { url: VIDEO },
      { url: `${VIDEO}2` },
      { sourceId: paper._id },
    ]);
    expect(plan.names).toEqual(['example.org/ice', 'Lectures', 'A paper', 'ice.pdf']);
  });

  test('waits for a playlist that is still loading, and counts none of its videos', () => {
    const plan = planAddition({ ...empty, links: [LIST, PAGE] });
    expect(plan).toMatchObject({ waits: true, count: 1, listings: [LIST], plain: [PAGE] });
    expect(plan.names).toEqual(['example.org/ice', 'youtube.com/playlist?list=PLabc']);
  });

  test("adds the rest if a playlist failed, which stays with lines that aren't links", () => {
    const plan = planAddition({
      ...empty,
      links: [LIST, PAGE],
      ignored: ['hello world'],
      listed: new Map([[LIST, { title: LIST, urls: [], hasFailed: true }]]),
    });
    expect(plan).toMatchObject({
      waits: false,
      count: 1,
      descriptions: [{ url: PAGE }],
      names: ['example.org/ice'],
      rest: `${LIST}\nhello world`,
    });
  });

  test('adds a video of two playlists once', () => {
    const plan = planAddition({
      ...empty,
      links: [LIST, CHANNEL],
      listed: new Map([
        [LIST, { title: 'Lectures', urls: [VIDEO] }],
        [CHANNEL, { title: 'Glaciers', urls: [VIDEO] }],
      ]),
    });
    expect(plan).toMatchObject({ count: 1, waits: false, descriptions: [{ url: VIDEO }] });
  });

  test('forgets the selection of a playlist whose link is gone', () =>
    expect(
      planAddition({ ...empty, listed: new Map([[LIST, { title: 'Lectures', urls: [VIDEO] }]]) }),
    ).toMatchObject({ count: 0, descriptions: [] }));

  test('treats an invalid address as a plain link', () =>
    expect(planAddition({ ...empty, links: ['not an address'] })).toMatchObject({
      plain: ['not an address'],
      names: ['not an address'],
    }));
});

test.each([
  ['nothing typed meanwhile', '', 'https://a.org', 'https://a.org'],
  ['the same text', 'https://a.org', 'https://a.org', 'https://a.org'],
  ['another link', 'https://b.org', 'https://a.org', 'https://a.org\nhttps://b.org'],
])('restoredText: %s', (_, now, sent, restored) => expect(restoredText(now, sent)).toBe(restored));

test.each([
  [[], ['a', 'b'], ['a', 'b']],
  [['c'], ['a'], ['a', 'c']],
  [
    ['a', 'c'],
    ['a', 'b'],
    ['a', 'b', 'c'],
  ],
  [['c'], [], ['c']],
])('restoredPicks of %j after %j is %j', (now: string[], sent: string[], restored: string[]) =>
  expect(restoredPicks(now, sent)).toEqual(restored),
);
