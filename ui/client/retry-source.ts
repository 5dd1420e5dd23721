/** Retries processing a source: its state changes as soon as it is requested. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FaultCode } from '#core/contract/faults.ts';
import { EmbeddingStatus, type Source } from '#core/contract/source.ts';
import { api, messageOf } from './api.ts';
import { keys } from './queries.ts';
import { putSource } from './thread-cache.ts';

/** Faults for which processing again gives the same result. */
const HOPELESS: ReadonlySet<string> = new Set([
  'unsupported_url',
  'blocked_address',
  'no_text',
] satisfies FaultCode[]);
/** An invalid file stays invalid, but an address may have other content by now. */
const OF_THE_FILE: ReadonlySet<string> = new Set([
  'password_protected',
  'corrupt_file',
  'too_large',
] satisfies FaultCode[]);

/** Whether a retry can help. */
export function retryHelps({ error, canonicalUrl }: Source): boolean {
  const code = error?.code ?? '';
  return !HOPELESS.has(code) && !(OF_THE_FILE.has(code) && canonicalUrl.startsWith('upload:'));
}

/** Whether its link can be changed: for sources that could not be read, except files. */
export const canEditLink = ({ status, canonicalUrl }: Source): boolean =>
  status.embedding !== EmbeddingStatus.processing &&
  status.embedding !== EmbeddingStatus.ready &&
  !canonicalUrl.startsWith('upload:');

function beingRead({ error: _error, progress: _progress, ...rest }: Source): Source {
  return {
    ...rest,
    status: { transcript: 0, embedding: 0, webpage_processing: rest.medium === 'flow' ? 1 : 0 },
  };
}

/** Calls `onProblem` with a message if the server refuses. */
export function useRetrySource(onProblem: (message: string) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (source: Source) => api.retrySource(source._id),
    onMutate: (source) => {
      putSource(cache, beingRead(source));
    },
    onError: (error, source) => {
      putSource(cache, source);
      onProblem(messageOf(error));
    },
    onSettled: () => cache.invalidateQueries({ queryKey: keys.sources }),
  });
}
