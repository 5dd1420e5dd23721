import { queryOptions } from '@tanstack/react-query';
import { Transcript } from '#core/contract/source.ts';
import type { Source } from '#core/contract/source.ts';
import { z } from 'zod';
import { send } from '../../client/api.ts';

const Reply = z.object({ data: Transcript });

async function loadTranscript(
  threadId: string | undefined,
  sourceId: string,
  signal: AbortSignal,
): Promise<Transcript> {
  const id = encodeURIComponent(sourceId);
  const response = await send(
    threadId === undefined
      ? `sources/${id}/transcript`
      : `thread/v1/transcript/${encodeURIComponent(threadId)}/${id}`,
    { signal },
  );
  return Reply.parse(await response.json()).data;
}

/** Query for the transcript of a version of a source, which never changes. */
export const transcriptQuery = (
  threadId: string | undefined,
  source: Pick<Source, '_id' | 'version'>,
) =>
  queryOptions({
    queryKey: ['transcript', threadId, source._id, source.version],
    queryFn: ({ signal }) => loadTranscript(threadId, source._id, signal),
    staleTime: Infinity,
  });
