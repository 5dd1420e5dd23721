/** Queries for the versions of a thread's notes. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type DiffAgainst,
  NotesDiff,
  NotesVersion,
  NotesVersions,
  RestoredNotes,
} from '#core/contract/history.ts';
import { call, query } from '#ui/client/api.ts';

const keys = { all: (threadId: string) => ['notes-versions', threadId] as const };
const path = (threadId: string, rest = '') =>
  `threads/${encodeURIComponent(threadId)}/versions${rest}`;

/** Other people edit while a version is viewed. */
const LOOK_AGAIN_MS = 30_000;

export const useNotesVersions = (threadId: string) =>
  useQuery({
    queryKey: keys.all(threadId),
    queryFn: async ({ signal }) => (await call(path(threadId), NotesVersions, { signal })).docs,
    refetchInterval: LOOK_AGAIN_MS,
  });
export const useNotesDiff = (threadId: string, version: string, against: DiffAgainst) =>
  useQuery({
    queryKey: [...keys.all(threadId), version, against],
    queryFn: ({ signal }) =>
      call(path(threadId, `/${version}${query({ against })}`), NotesDiff, { signal }),
    gcTime: 0,
  });

/** Both the list and the changes are fetched again afterwards. */
function useFresh(threadId: string) {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: keys.all(threadId) });
}
export const useSaveVersion = (threadId: string) =>
  useMutation({
    mutationFn: (name: string) =>
      call(path(threadId), NotesVersion, { method: 'POST', body: { name } }),
    onSuccess: useFresh(threadId),
  });
export const useRestoreVersion = (threadId: string) =>
  useMutation({
    mutationFn: (version: string) =>
      call(path(threadId, `/${version}/restore`), RestoredNotes, { method: 'POST', body: {} }),
    onSuccess: useFresh(threadId),
  });
