/** Links and files from Home become sources of a thread, which then opens. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { SourceDescription } from '#core/contract/source.ts';
import type { Thread, ThreadCard } from '#core/contract/thread.ts';
import { isVideoListing } from '#core/text/video-listing.ts';
import { api } from '#ui/client/api.ts';
import { importApi } from '#ui/client/import-api.ts';
import { keys } from '#ui/client/queries.ts';
import { useUploads } from '#ui/features/sources/index.ts';
import { nameAddition } from './name-addition.ts';

/** Where it goes: a thread, or a new one. */
export type Destination = Pick<ThreadCard, '_id' | 'url'> | undefined;

const isListing = (link: string): boolean => {
  const url = URL.parse(link);
  return url !== null && isVideoListing(url);
};

/** Adds them, and returns the first source; a playlist is opened by the server, video by video. */
async function addLinks(
  threadId: Thread['_id'],
  name: string,
  { links, uploaded }: { links: readonly string[]; uploaded: readonly SourceDescription[] },
): Promise<string | undefined> {
  const listings = links.filter(isListing);
  const plain = links.filter((it) => !isListing(it)).map((url): SourceDescription => ({ url }));
  const descriptions = [...plain, ...uploaded];
  const sent = descriptions.length > 0 ? await api.addSources(threadId, descriptions) : undefined;
  if (listings.length > 0)
    await importApi.startImport({
      name,
      threadId,
      items: listings.map((url) => ({ kind: 'listing', url, tags: [], highlights: [] })),
    });
  return sent?.added?.[0];
}

export function useHomeAddition() {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const uploads = useUploads();
  const { files, putAll } = uploads;
  const add = useMutation({
    mutationFn: async ({ links, into }: { links: readonly string[]; into: Destination }) => {
      const name = nameAddition(
        files.map((it) => it.file.name),
        links,
      );
      const thread = into ?? (await api.createThread(name));
      try {
        const { uploaded, failed } = await putAll(files, thread._id);
        // Which one it is, and why, is said in the list.
        if (failed) throw new Error('');
        return { thread, first: await addLinks(thread._id, name, { links, uploaded }) };
      } catch (error) {
        // Nobody asked for an empty thread.
        if (!into) await api.deleteThread(thread._id).catch(() => undefined);
        throw error;
      }
    },
    onSuccess: ({ thread, first }) => {
      void cache.invalidateQueries({ queryKey: keys.threads });
      void cache.invalidateQueries({ queryKey: keys.sources });
      void navigate(`/t/${thread.url}${first === undefined ? '' : `?source=${first}`}`);
    },
  });
  return { uploads, add };
}
