import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { EmbeddingStatus, type Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { api } from '#ui/client/api.ts';
import { keys } from '#ui/client/queries.ts';
import { toast } from '#ui/kit/toast.ts';
import { addTexts as texts } from './texts/add.ts';
import { titleOf } from './source-state.ts';

/** display time of a message */
const MOST_NAMED = 3;

type Ids = ReadonlySet<Source['_id']>;

/** Names the sources that are already in the thread, and offers to open one. */
export function sayAlreadyThere(there: readonly Source[], onOpen: (source: Source) => void): void {
  const [first, ...more] = there;
  if (!first) return;
  if (more.length > 0)
    toast.info(texts.duplicates(there.length), {
      more: there.slice(0, MOST_NAMED).map(titleOf).join(texts.join),
    });
  else
    toast.info(texts.duplicate(titleOf(first)), {
      action: { label: texts.open, onClick: () => onOpen(first) },
    });
}

/**
 * Says which source of the thread an added one turned out to be once it was read, such as a file
 * that was uploaded twice. Returns the function that begins to watch added sources; `before`: what
 * the thread held before.
 */
export function useDuplicateNotice(
  thread: Thread,
  onOpen: (source: Source) => void,
): (added: readonly Source['_id'][], before: Ids) => void {
  const cache = useQueryClient();
  const [watched, setWatched] = useState<ReadonlyMap<Source['_id'], Ids>>(new Map());
  const latest = useRef(onOpen);
  useEffect(() => {
    latest.current = onOpen;
  });
  useEffect(() => {
    // A source that was just added is in the cache before this component renders with it.
    const now = cache.getQueryData<Thread>(keys.thread(thread.url)) ?? thread;
    const sourcesById = new Map(now.thread_source_data.map((it) => [it._id, it]));
    const stillHeld = new Set(now.thread_sources.map((it) => it.source));
    const isDone = (id: Source['_id']) =>
      !stillHeld.has(id) ||
      (sourcesById.get(id)?.status.embedding ?? EmbeddingStatus.processing) !==
        EmbeddingStatus.processing;
    const done = [...watched].filter(([id]) => isDone(id));
    if (done.length === 0) return;
    setWatched((was) => new Map([...was].filter(([id]) => !isDone(id))));
    const removed = done.filter(([id]) => !stillHeld.has(id));
    void Promise.all(removed.map(([id, before]) => duplicateOf(thread._id, id, before))).then(
      (found) =>
        sayAlreadyThere(
          found.filter((it) => it !== undefined),
          (source) => latest.current(source),
        ),
    );
  }, [thread, watched, cache]);
  return useCallback(
    (added, before) =>
      setWatched((was) => new Map([...was, ...added.map((id) => [id, before] as const)])),
    [],
  );
}

/** The source that this one was merged into, if the thread already had that one. */
async function duplicateOf(
  threadId: Thread['_id'],
  id: Source['_id'],
  before: Ids,
): Promise<Source | undefined> {
  try {
    const source = await api.loadSource(threadId, id);
    return source._id !== id && before.has(source._id) ? source : undefined;
  } catch (error) {
    console.debug('An added source left the thread.', error);
    return undefined;
  }
}
