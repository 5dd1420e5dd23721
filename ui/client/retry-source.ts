/** Reading a source once more: it is being read from the moment it is asked for. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FaultCode } from '#core/contract/faults.ts';
import { EmbeddingStatus, type Source } from '#core/contract/source.ts';
import { api, messageOf } from './api.ts';
import { keys } from './queries.ts';
import { putSource } from './thread-cache.ts';

/** Reading the same once more gives the same. */
const HOPELESS: ReadonlySet<string> = new Set([
  'unsupported_url',
  'blocked_address',
  'no_text',
] satisfies FaultCode[]);
/** What is wrong with a file stays wrong; what lies at an address may be another by now. */
const OF_THE_FILE: ReadonlySet<string> = new Set([
  'password_protected',
  'corrupt_file',
  'too_large',
] satisfies FaultCode[]);

/** Whether reading what could not be read once more can help. */
export function retryHelps({ error, canonicalUrl }: Source): boolean {
  const code = error?.code ?? '';
  return !HOPELESS.has(code) && !(OF_THE_FILE.has(code) && canonicalUrl.startsWith('upload:'));
}

/** Whether its link can be changed: it could not be read, and is no file. */
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

/** Calls `onProblem` with a sentence for people where the server refuses. */
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
