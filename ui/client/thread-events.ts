/** Follows the changes of an open thread. */
import type { QueryClient } from '@tanstack/react-query';
import { Source } from '#core/contract/source.ts';
import { ThreadUpdate } from '#core/contract/thread.ts';
import { eventTexts } from './texts.ts';
import { api, ApiError } from './api.ts';
import { keys } from './queries.ts';
import { putFetchedSource, putSources, applyThreadUpdate } from './thread-cache.ts';

const LONGEST_WAIT_MS = 30_000;
/** sources being processed send many updates per second, which are applied together */
const TOGETHER_MS = 60;
/** with more new sources than this, the whole thread is fetched */
const MOST_ALONE = 12;

/** Ids being fetched, so that none is fetched twice. */
const coming = new Map<string, Promise<void>>();
function bring(cache: QueryClient, threadId: string, id: Source['_id']): Promise<void> {
  const key = `${threadId} ${id}`;
  const existing =
    coming.get(key) ??
    api
      .loadSource(threadId, id)
      .then((source) => putFetchedSource(cache, source))
      .finally(() => coming.delete(key));
  coming.set(key, existing);
  return existing;
}

/** Shows an error to the user. */
type OnProblem = (message: string) => void;

/** Fetches sources of the thread that the page doesn't have. */
export async function fetchMissingSources(
  cache: QueryClient,
  threadId: string,
  ids: readonly Source['_id'][],
  onProblem: OnProblem,
): Promise<void> {
  if (ids.length > MOST_ALONE) {
    await cache.invalidateQueries({ queryKey: keys.anyThread });
    return;
  }
  const loaded = await Promise.allSettled(ids.map((id) => bring(cache, threadId, id)));
  // A source that was removed meanwhile is no error.
  if (
    loaded.some(
      (it) =>
        it.status === 'rejected' && !(it.reason instanceof ApiError && it.reason.status === 404),
    )
  )
    onProblem(eventTexts.someNotLoaded);
}

/**
 * Follows `threads/:id/events` until the returned function is called. The browser reconnects a
 * dropped connection by itself; a refused one is reopened with growing delays. After a gap the
 * thread is fetched again for missed changes.
 */
export function followThread(
  threadId: string,
  cache: QueryClient,
  onProblem: OnProblem,
): () => void {
  let line: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let soon: ReturnType<typeof setTimeout> | undefined;
  let waitMs = 1000;
  let gap = false;
  const changed = new Map<Source['_id'], Source>();
  const readAgain = () => void cache.invalidateQueries({ queryKey: keys.anyThread });
  const flush = () => {
    clearTimeout(soon);
    soon = undefined;
    if (changed.size > 0) putSources(cache, new Map(changed));
    changed.clear();
  };

  const open = () => {
    line = new EventSource(`/api/threads/${encodeURIComponent(threadId)}/events`);
    line.onopen = () => {
      waitMs = 1000;
      if (gap) readAgain();
      gap = false;
    };
    line.addEventListener('source', ({ data }: MessageEvent<string>) => {
      const source = Source.safeParse(parsed(data));
      if (!source.success) {
        readAgain();
        return;
      }
      changed.set(source.data._id, source.data);
      soon ??= setTimeout(flush, TOGETHER_MS);
    });
    line.addEventListener('thread', ({ data }: MessageEvent<string>) => {
      const update = ThreadUpdate.safeParse(parsed(data));
      if (!update.success) {
        readAgain();
        return;
      }
      flush();
      const absent = applyThreadUpdate(cache, threadId, update.data);
      if (absent.length > 0) void fetchMissingSources(cache, threadId, absent, onProblem);
    });
    line.addEventListener('gone', () => {
      line?.close();
      // Resets the query: the screen then says that the thread does not exist.
      void cache.resetQueries({ queryKey: keys.anyThread });
      void cache.invalidateQueries({ queryKey: keys.threads });
    });
    line.onerror = () => {
      gap = true;
      if (line?.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, waitMs);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    clearTimeout(soon);
    line?.close();
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
