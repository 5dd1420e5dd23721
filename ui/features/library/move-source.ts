/** Moves a source between inbox, later and archive; it can be undone. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { LibraryView } from '#core/contract/library.ts';
import type { Source, SourceFlag } from '#core/contract/source.ts';
import { messageOf } from '#ui/client/api.ts';
import { libraryApi } from '#ui/client/library-api.ts';
import { keys } from '#ui/client/queries.ts';
import { toast } from '#ui/kit/toast.ts';
import { viewTexts as texts } from './texts.ts';

/** The flags that decide in which view a source is. */
const FLAGS: Record<LibraryView, readonly SourceFlag[]> = {
  inbox: [],
  later: ['toread'],
  archive: ['archive'],
};
const DECIDING: readonly SourceFlag[] = ['toread', 'archive'];

/** The view that has it. */
export const viewOf = ({ flags = [] }: Pick<Source, 'flags'>): LibraryView =>
  flags.includes('archive') ? 'archive' : flags.includes('toread') ? 'later' : 'inbox';

/** Its flags once it is in the view; all others stay. */
const flagsIn = ({ flags = [] }: Pick<Source, 'flags'>, view: LibraryView): SourceFlag[] => [
  ...flags.filter((it) => !DECIDING.includes(it)),
  ...FLAGS[view],
];

export function useMoveSource() {
  const cache = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: async ({ source, flags }: Move) => {
      const { done, left } = await libraryApi.many({
        what: 'flag',
        ids: [source._id],
        add: flags,
        remove: DECIDING.filter((it) => !flags.includes(it)),
      });
      if (done.length === 0) throw new Error(left[0]?.message ?? '');
    },
    onMutate: ({ source, flags }) => {
      cache.setQueryData<Source>(keys.sourceRow(source._id), { ...source, flags });
    },
    onError: (error, { source }) => {
      cache.setQueryData<Source>(keys.sourceRow(source._id), source);
      toast.error(messageOf(error));
    },
    onSettled: () => cache.invalidateQueries({ queryKey: keys.sources }),
  });
  return (source: Source, view: LibraryView) => {
    if (viewOf(source) === view) return;
    const moved = { ...source, flags: flagsIn(source, view) };
    const undo = () => mutate({ source: moved, flags: source.flags ?? [] });
    mutate(
      { source, flags: moved.flags },
      {
        onSuccess: () =>
          toast.success(texts.moved[view], { action: { label: texts.undo, onClick: undo } }),
      },
    );
  };
}

interface Move {
  source: Source;
  /** all of them, afterwards */
  flags: SourceFlag[];
}
