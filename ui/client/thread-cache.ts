/** What the live line of a thread tells, put into what the page has of it. */
import type { QueryClient } from '@tanstack/react-query';
import type { Source } from '#core/contract/source.ts';
import type { Thread, ThreadUpdate } from '#core/contract/thread.ts';
import { keys } from './queries.ts';

/**
 * The sources in the order the thread holds them; what it holds and is not here yet is left out.
 */
function inOrder(
  { thread_sources: held }: Pick<Thread, 'thread_sources'>,
  sources: readonly Source[],
): Source[] {
  const byId = new Map(sources.map((it) => [it._id, it]));
  return held.flatMap((it) => byId.get(it.source) ?? []);
}

/** Puts changed sources where they are cached: alone, and in every thread that holds them. */
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

/** Puts a source that was asked for, unless the line has brought it meanwhile. */
export function putAsked(cache: QueryClient, source: Source): void {
  cache.setQueriesData<Thread>({ queryKey: keys.anyThread }, (thread) => {
    if (!thread || thread.thread_source_data.some((it) => it._id === source._id)) return thread;
    return {
      ...thread,
      thread_source_data: inOrder(thread, [...thread.thread_source_data, source]),
    };
  });
}

/** What is being taken out here, and which the server may still tell of. */
const leaving = new Set<string>();
/** Until the returned function is called, no word of the server brings the source back. */
export function hideRemovedSource(threadId: string, sourceId: string): () => void {
  const key = `${threadId} ${sourceId}`;
  leaving.add(key);
  return () => leaving.delete(key);
}

/**
 * Puts what the thread is called, who may read it and what it holds. Answers what it holds and is
 * not here.
 */
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
