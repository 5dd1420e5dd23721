/** What changes in a thread while it is open. */
import type { QueryClient } from '@tanstack/react-query';
import { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { keys } from './queries.ts';

const LONGEST_WAIT_MS = 30_000;

/** Puts a changed source where it is cached: alone, and in every thread that holds it. */
export function putSource(cache: QueryClient, source: Source): void {
  if (cache.getQueryData(keys.source(source._id))) cache.setQueryData(keys.source(source._id), source);
  cache.setQueriesData<Thread>({ queryKey: keys.anyThread }, (thread) => {
    if (!thread?.thread_source_data.some((it) => it._id === source._id)) return thread;
    return { ...thread, thread_source_data: thread.thread_source_data.map((it) => (it._id === source._id ? source : it)) };
  });
}

/**
 * Follows `threads/:id/events` until the returned function is called. The browser reconnects a dropped line by itself; one
 * that the server refused is opened anew, later each time. After a gap the thread is read again, for what was missed.
 */
export function followThread(threadId: string, cache: QueryClient): () => void {
  let line: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = 1000;
  let gap = false;

  const open = () => {
    line = new EventSource(`/api/threads/${encodeURIComponent(threadId)}/events`);
    line.onopen = () => {
      waitMs = 1000;
      if (gap) void cache.invalidateQueries({ queryKey: keys.anyThread });
      gap = false;
    };
    line.addEventListener('source', (event: MessageEvent<string>) => {
      let body: unknown;
      try { body = JSON.parse(event.data); } catch { return; }
      const parsed = Source.safeParse(body);
      if (parsed.success) putSource(cache, parsed.data);
      else void cache.invalidateQueries({ queryKey: keys.anyThread });
    });
    line.onerror = () => {
      gap = true;
      if (line?.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, waitMs);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    };
  };
  open();
  return () => { clearTimeout(timer); line?.close(); };
}
