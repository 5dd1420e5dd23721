import { useEffect, useRef, useState } from 'react';
import type { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { api } from '#ui/client/api.ts';

/** The requested source. */
export interface At {
  id: string | undefined;
  /** by a link or the user, not only remembered */
  asked: boolean;
}

/** The source, or the one it was merged into. */
export function useShownSource(
  thread: Thread,
  at: At,
  setAt: (at: At) => void,
): { source: Source | undefined; missing: boolean } {
  const { id, asked } = at;
  const found = thread.thread_source_data.find((it) => it._id === id);
  const [last, setLast] = useState(found);
  const [looked, setLooked] = useState<string>();
  if (found && found._id !== last?._id) setLast(found);
  const lost = asked && id !== undefined && !thread.thread_sources.some((it) => it.source === id);
  const seen = last?._id === id;
  const latestThread = useRef(thread);
  useEffect(() => {
    latestThread.current = thread;
  });
  useEffect(() => {
    if (!lost || !seen) return undefined;
    const stop = new AbortController();
    api
      .loadSource(thread._id, id)
      .then(
        (it) => it._id as string,
        () => undefined,
      )
      .then(
        (now) => {
          if (stop.signal.aborted) return;
          if (
            now !== undefined &&
            latestThread.current.thread_sources.some((it) => it.source === now)
          )
            setAt({ id: now, asked: true });
          else setLooked(id);
        },
        () => undefined,
      );
    return () => stop.abort();
  }, [lost, seen, id, thread._id, setAt]);
  const missing = lost && (!seen || looked === id);
  if (found) return { source: found, missing: false };
  // Keeps the previous source until the merged one is known or while it is loading.
  return {
    source: missing ? undefined : asked && id !== undefined ? last : thread.thread_source_data[0],
    missing,
  };
}
