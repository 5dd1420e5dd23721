/** Adds sources to a thread: the request, the response and errors. */
import { onlineManager, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Source, SourceDescription } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import { api, ApiError } from '#ui/client/api.ts';
import { fetchMissingSources } from '#ui/client/thread-events.ts';
import { keys } from '#ui/client/queries.ts';
import { applyThreadUpdate } from '#ui/client/thread-cache.ts';
import { toast } from '#ui/kit/toast.ts';
import { additionKey, invalidateLists, type Addition } from './add.ts';
import { addTexts as texts } from './texts/add.ts';
import { sayAlreadyThere, useDuplicateNotice } from './use-duplicate-notice.ts';

/** the server's maximum per request */
const MOST_AT_ONCE = 500;
export const NONE_REFUSED: ReadonlyMap<string, string> = new Map();

const saidByServer = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status > 0 && error.code !== 'unknown'
    ? error.message
    : undefined;

/** Adds one batch; if the server rejects some of it, adds the others. */
async function sendBatch(threadId: string, batch: readonly SourceDescription[]) {
  try {
    return { ...(await api.addSources(threadId, batch)), refused: NONE_REFUSED };
  } catch (error) {
    const refused = refusalsOf(error);
    const accepted = batch.filter((it) => !(it.url !== undefined && refused.has(it.url)));
    if (accepted.length === batch.length || accepted.length === 0) throw error;
    return { ...(await api.addSources(threadId, accepted)), refused };
  }
}

async function send(threadId: string, descriptions: readonly SourceDescription[]) {
  const first: Source['_id'][] = [];
  const refused = new Map<string, string>();
  let previousSources: Thread['thread_sources'] = [];
  for (let from = 0; from < descriptions.length; from += MOST_AT_ONCE) {
    const batch = await sendBatch(threadId, descriptions.slice(from, from + MOST_AT_ONCE));
    previousSources = batch.thread_sources;
    first.push(...(batch.added ?? []));
    for (const [url, why] of batch.refused) refused.set(url, why);
  }
  return { held: previousSources, first, refused };
}

/**
 * `onAdded` gets the loaded sources that are new in the thread; if none is, the first existing one.
 * A message names the existing ones.
 */
export function useAddSources(thread: Thread, onAdded: (sources: Source[]) => void) {
  const cache = useQueryClient();
  const now = () => cache.getQueryData<Thread>(keys.thread(thread.url)) ?? thread;
  const open = (source: Source) => onAdded([source]);
  const watchAdded = useDuplicateNotice(thread, open);
  return useMutation({
    mutationKey: additionKey(thread._id),
    // Waits for the network while offline.
    retry: (_, error) =>
      error instanceof ApiError && error.status === 0 && !onlineManager.isOnline(),
    retryDelay: 0,
    mutationFn: async ({ describe }: Addition) => {
      const currentIds = new Set(now().thread_sources.map((it) => it.source));
      const descriptions = await describe();
      if (descriptions.length === 0) return { sources: [], there: [], refused: NONE_REFUSED };
      const { held, first, refused } = await send(thread._id, descriptions);
      await fetchMissingSources(
        cache,
        thread._id,
        applyThreadUpdate(cache, thread._id, { ...now(), thread_sources: held }),
        toast.error,
      );
      watchAdded(
        first.filter((id) => !currentIds.has(id)),
        currentIds,
      );
      const all = now().thread_source_data;
      return {
        sources: all.filter((it) => !currentIds.has(it._id)),
        there: all.filter((it) => currentIds.has(it._id) && first.includes(it._id)),
        refused,
      };
    },
    onSuccess: ({ sources, there }) => {
      invalidateLists(cache);
      sayAlreadyThere(there, open);
      onAdded(sources.length > 0 ? sources : there.slice(0, 1));
    },
    onError: (error, { names }) => {
      // For a single link, shows a fallback message at the link if the server gives none.
      const message = saidByServer(error) ?? (names.length > 1 ? texts.failed : undefined);
      if (message !== undefined) toast.error(message);
    },
  });
}

/** The server's error for each rejected source, by address. */
export function refusalsOf(error: unknown): ReadonlyMap<string, string> {
  const details =
    error instanceof ApiError && Array.isArray(error.details)
      ? (error.details as readonly unknown[])
      : [];
  return new Map(
    details.flatMap((it) => {
      const { field, message } = it as { field?: unknown; message?: unknown };
      return typeof field === 'string' && typeof message === 'string'
        ? [[field, message] as const]
        : [];
    }),
  );
}
