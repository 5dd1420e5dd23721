import { describe, expect, test } from 'vitest';
import { PersonalSearchHit, SearchHit } from '#core/contract/search.ts';
import { leavesTheApp, personalHitLink, sourceHitLink } from './hit-link.ts';

const SOURCE = '0198c0de-0000-7000-8000-0000000000a1';
const timed = { medium: 'timed', startS: 83.7, endS: 105, quote: 'Ice' };
const paged = { medium: 'paged', page: 4, quote: 'Ice' };
const flow = { medium: 'flow', paragraph: 12, quote: 'Ice', prefix: '', suffix: '' };

const sourceHit = (more: object): SearchHit =>
  SearchHit.parse({
    source_id: SOURCE,
    title: 'Ice',
    sourceType: 'pdf',
    text: 'Ice is a rock.',
    highlights: [[0, 3]],
    score: 1,
    locator: { page: 4 },
    place: paged,
    ...more,
  });
const ownHit = (more: object): PersonalSearchHit =>
  PersonalSearchHit.parse({
    kind: 'note',
    _id: 'b1',
    thread_id: '0198c0de-0000-7000-8000-0000000000b1',
    thread_url: 'glaciers',
    title: 'Glaciers',
    text: 'Ice is a rock.',
    highlights: [],
    score: 1,
    ...more,
  });

describe('sourceHitLink', () => {
  test.each([
    [
      'a video in a thread',
      { place: timed, thread_url: 'glaciers' },
      `/t/glaciers?source=${SOURCE}&at=83`,
    ],
    ['a page in a thread', { thread_url: 'glaciers' }, `/t/glaciers?source=${SOURCE}&page=4`],
    ['a paragraph of the library', { place: flow }, `/library/${SOURCE}?source=${SOURCE}&p=12`],
  ])('%s', (_, more, link) => expect(sourceHitLink(sourceHit(more))).toBe(link));
});

describe('personalHitLink', () => {
  test.each([
    ['a note', {}, '/t/glaciers?note=b1'],
    ['a note with signs in its id', { _id: 'a&b=c' }, '/t/glaciers?note=a%26b%3Dc'],
    [
      'a clip with its position',
      { kind: 'clip', source_id: SOURCE, place: timed },
      `/t/glaciers?source=${SOURCE}&at=83&note=b1`,
    ],
    ['a clip of an unknown source', { kind: 'clip', place: timed }, '/t/glaciers?note=b1'],
    ['an answer', { kind: 'answer', _id: 'x1' }, '/t/glaciers?answer=x1'],
    ['a published post', { kind: 'post', post_url: '/p/ada/ice' }, '/p/ada/ice'],
    ['a draft of a post', { kind: 'post' }, '/t/glaciers'],
  ])('%s', (_, more, link) => expect(personalHitLink(ownHit(more))).toBe(link));
});

test.each([
  ['/p/ada/ice', true],
  ['/t/p/', false],
  ['/posts', false],
  ['/', false],
])('%s leaves the app: %s', (to, leaves) => expect(leavesTheApp(to)).toBe(leaves));
