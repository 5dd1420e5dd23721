import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Post } from '#core/contract/post.ts';
import { messageOf } from '#ui/client/api.ts';
import { postApi } from '#ui/client/post-api.ts';
import { keys } from '#ui/client/queries.ts';
import { toast } from '#ui/kit/toast.ts';
import { publishTexts as texts } from './texts.ts';

const MAX_BYTES = 20 * 2 ** 20;

/** Why a file cannot become a cover; `undefined` if it can. SVG may hold scripts. */
export function coverProblem({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!/^image\/(?!svg)/.test(type)) return texts.coverNotImage;
  return size > MAX_BYTES ? texts.coverTooBig : undefined;
}

/** Changes the cover of a post immediately. */
export function useCover(post: Post) {
  const cache = useQueryClient();
  const [share, setShare] = useState<number>();
  const [failure, setFailure] = useState<string>();

  async function change(how: () => Promise<Post>, done: string): Promise<void> {
    setFailure(undefined);
    setShare(0);
    try {
      const next = await how();
      cache.setQueryData(keys.post(next._id), next);
      void cache.invalidateQueries({ queryKey: keys.postLists });
      toast.success(done);
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setShare(undefined);
    }
  }
  return {
    isBusy: share !== undefined,
    /** of an upload, 0 to 1 */
    share: share ?? 0,
    failure,
    setFailure,
    upload: (jpeg: Blob) =>
      void change(
        () => postApi.uploadCover(post._id, jpeg, 'cover.jpg', setShare),
        texts.coverDone,
      ),
    /** uses an image of one of the sources */
    pick: (url: string) =>
      void change(() => postApi.update(post._id, { cover: url }), texts.coverDone),
    remove: () => void change(() => postApi.update(post._id, { cover: null }), texts.coverRemoved),
  };
}
