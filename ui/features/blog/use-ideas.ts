/**
 * Post ideas for one source, as they stream. Shows the list of the last visit first, because people
 * choose from it.
 */
import { useCallback, useEffect, useState } from 'react';
import type { BlogIdea } from '#core/contract/ask.ts';
import { messageOf } from '#ui/client/api.ts';
import { streamIdeas } from '#ui/client/post-api.ts';

interface Listed {
  ideas: readonly BlogIdea[];
  /** the list is complete, so indexes are final */
  whole: boolean;
  failure: string | undefined;
}
const ideasByKey = new Map<string, readonly BlogIdea[]>();
const NOTHING: Listed = { ideas: [], whole: false, failure: undefined };

export function useIdeas(threadId: string, sourceId: string, model: number) {
  const key = `${threadId} ${sourceId}`;
  const [round, setRound] = useState(0);
  const [listed, setListed] = useState<Listed>(() => ({
    ...NOTHING,
    ideas: ideasByKey.get(key) ?? [],
    whole: ideasByKey.has(key),
  }));
  useEffect(() => {
    if (round === 0 && ideasByKey.has(key)) return undefined;
    const stop = new AbortController();
    setListed(NOTHING);
    void (async () => {
      try {
        for await (const { event, data } of streamIdeas(threadId, sourceId, model, stop.signal)) {
          if (event === 'idea') setListed((was) => ({ ...was, ideas: [...was.ideas, data] }));
          else if (event === 'error') setListed((was) => ({ ...was, failure: data.message }));
          else {
            ideasByKey.set(key, data.ideas);
            setListed({ ideas: data.ideas, whole: true, failure: undefined });
          }
        }
      } catch (error) {
        if (!stop.signal.aborted) setListed((was) => ({ ...was, failure: messageOf(error) }));
      }
    })();
    return () => stop.abort();
  }, [key, threadId, sourceId, model, round]);
  return { ...listed, again: useCallback(() => setRound((was) => was + 1), []) };
}
