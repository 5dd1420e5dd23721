import { queryOptions } from '@tanstack/react-query';
import { Transcript } from '#core/contract/source.ts';
import type { Source } from '#core/contract/source.ts';
import { z } from 'zod';

const Reply = z.object({ data: Transcript });

async function fetchTranscript(threadId: string, sourceId: string, signal: AbortSignal): Promise<Transcript> {
  const response = await fetch(`/api/thread/v1/transcript/${encodeURIComponent(threadId)}/${encodeURIComponent(sourceId)}`, { signal, headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`The transcript did not come (${response.status}).`);
  return Reply.parse(await response.json()).data;
}

/** The transcript of a version of a source; it does not change within one. */
export const transcriptQuery = (threadId: string, source: Pick<Source, '_id' | 'version'>) => queryOptions({
  queryKey: ['transcript', threadId, source._id, source.version],
  queryFn: ({ signal }) => fetchTranscript(threadId, source._id, signal),
  staleTime: Infinity,
});
