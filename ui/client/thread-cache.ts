/** Applies the events of a thread to the page's cache. */
import type { QueryClient } from '@tanstack/react-query';
import type { Source } from '#core/contract/source.ts';
import type { Thread, ThreadUpdate } from '#core/contract/thread.ts';
import { keys } from './queries.ts';

/** The sources in the thread's order, without those that aren't loaded yet. */
function inOrder(
  { thread_sources: held }: Pick<Thread, 'thread_sources'>,
  sources: readonly Source[],
): Source[] {
  const byId = new Map(sources.map((it) => [it._id, it]));
  return held.flatMap((it) => byId.get(it.source) ?? []);
}

/** Updates sources wherever they are cached: individually, and in every thread that holds them. */
export function putSources(cache: QueryClient, changed: ReadonlyMap<Source['_id'], Source>): void {
  for (const [id, source] of changed)
    if (cache.getQueryData(keys.source(id))) cache.setQueryData(keys.source(id), source);
  cache.setQueriesData<Thread>({ queryKey: keys.anyThread }, (thread) => {
    if (!thread?.thread_sources.some((it) => changed.has(it.source))) return thread;
    return {
      ...thread,
      thread_source_data: inOrder(thread, [...thread.thread_source_data, ...changed.values()]),
    };
  });
}
export const putSource = (cache: QueryClient, source: Source): void =>
  putSources(cache, new Map([[source._id, source]]));

/** Adds a fetched source, unless the stream has added it meanwhile. */
export function putFetchedSource(cache: QueryClient, source: Source): void {
  cache.setQueriesData<Thread>({ queryKey: keys.anyThread }, (thread) => {
    if (!thread || thread.thread_source_data.some((it) => it._id === source._id)) return thread;
    return {
      ...thread,
      thread_source_data: inOrder(thread, [...thread.thread_source_data, source]),
    };
  });
}

/** Sources being removed here, which the server may still mention. */
const leaving = new Set<string>();
/** Until the returned function is called, no event restores the source. */
export function hideRemovedSource(threadId: string, sourceId: string): () => void {
  const key = `${threadId} ${sourceId}`;
  leaving.add(key);
  return () => leaving.delete(key);
}

/** Updates the thread's name, visibility and sources. Returns the sources that aren't loaded. */
export function applyThreadUpdate(
  cache: QueryClient,
  threadId: string,
  now: ThreadUpdate,
): Source['_id'][] {
  let absent: Source['_id'][] = [];
  const remaining = now.thread_sources.filter((it) => !leaving.has(`${threadId} ${it.source}`));
  cache.setQueriesData<Thread>({ queryKey: keys.anyThread }, (thread) => {
    if (thread?._id !== threadId) return thread;
    const ordered = inOrder({ thread_sources: remaining }, thread.thread_source_data);
    const known = new Set(ordered.map((it) => it._id));
    absent = remaining.flatMap((it) => (known.has(it.source) ? [] : [it.source]));
    return { ...thread, ...now, thread_sources: remaining, thread_source_data: ordered };
  });
  return absent;
}
