import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { Source } from '#core/contract/source.ts';
import { Thread, ThreadUpdate } from '#core/contract/thread.ts';
import { keys } from './queries.ts';
import {
  hideRemovedSource,
  putFetchedSource,
  putSource,
  applyThreadUpdate,
} from './thread-cache.ts';

const id = (n: number) => `01935b6e-0000-7000-8000-00000000000${n}`;
const source = (n: number, embedding = 1) =>
  Source.parse({
    _id: id(n),
    sourceType: 'web',
    medium: 'flow',
    title: `Page ${n}`,
    createdAt: '2026-01-02T00:00:00Z',
    state: 'ready',
    status: { transcript: 0, embedding, webpage_processing: 0 },
    canonicalUrl: `https://a.org/${n}`,
    thumbnails: {},
    refreshEvery: null,
    version: 1,
  });
const holding = (...held: number[]) => held.map((n) => ({ source: id(n) }));
const thread = (...held: number[]) =>
  Thread.parse({
    _id: id(9),
    url: 'a-thread',
    user: id(8),
    title: 'A thread',
    visibility: 'private',
    createdAt: '2026-01-02T00:00:00Z',
    updatedAt: '2026-01-02T00:00:00Z',
    thread_sources: holding(...held),
    thread_nodes: [],
    thread_contents: [],
    thread_source_data: held.map((n) => source(n)),
  });
const standing = (...held: number[]) =>
  ThreadUpdate.parse({
    title: 'Called otherwise',
    visibility: 'link',
    thread_sources: holding(...held),
  });

function open(...held: number[]) {
  const cache = new QueryClient();
  cache.setQueryData(keys.thread('a-thread'), thread(...held));
  const now = () => cache.getQueryData<Thread>(keys.thread('a-thread'));
  return {
    cache,
    titles: () => now()?.thread_source_data.map((it) => `${it.title}:${it.status.embedding}`),
    now,
  };
}

it('drops what another window removed and returns what it added', () => {
  const { cache, titles, now } = open(1, 2);
  expect(applyThreadUpdate(cache, id(9), standing(2, 3))).toEqual([id(3)]);
  expect(titles()).toEqual(['Page 2:1']);
  expect(now()).toMatchObject({ title: 'Called otherwise', visibility: 'link' });
});

it('puts added sources in their order, in their latest version', () => {
  const { cache, titles } = open(1, 3);
  applyThreadUpdate(cache, id(9), standing(1, 2, 3));
  putSource(cache, source(2, 0));
  putFetchedSource(cache, source(2, 4));
  expect(titles()).toEqual(['Page 1:1', 'Page 2:0', 'Page 3:1']);
  putSource(cache, source(2));
  expect(titles()).toEqual(['Page 1:1', 'Page 2:1', 'Page 3:1']);
});

it('leaves threads without the source alone', () => {
  const { cache, now } = open(1);
  const before = now();
  putSource(cache, source(2));
  applyThreadUpdate(cache, id(7), standing());
  expect(now()).toBe(before);
});

it('does not restore a source that is being removed', () => {
  const { cache, titles } = open(1);
  const done = hideRemovedSource(id(9), id(2));
  expect(applyThreadUpdate(cache, id(9), standing(1, 2))).toEqual([]);
  done();
  expect(applyThreadUpdate(cache, id(9), standing(1, 2))).toEqual([id(2)]);
  expect(titles()).toEqual(['Page 1:1']);
});
