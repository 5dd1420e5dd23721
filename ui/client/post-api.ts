/** Calls on posts of one's own, and on the ideas they begin with. */
import type { z } from 'zod';
import { GeneratedBlogs } from '#core/contract/ask.ts';
import { CoverUpload, Post, POST_TAG_TYPE, PostPage, TagPage, type NewPost, type PostForm, type Tag } from '#core/contract/post.ts';
import { api, call, query, upload } from './api.ts';

const at = (value: string) => encodeURIComponent(value);
const TAGS_AT_ONCE = 100;

export const postApi = {
  /** Those of some statuses, the newest first. */
  list: (status: readonly number[], cursor: string | undefined, signal?: AbortSignal) => call(`posts${query({ status: status.join(), cursor, limit: 50 })}`, PostPage, { signal }),
  get: (id: string, signal?: AbortSignal) => call(`post/v1/post/${at(id)}`, Post, { signal }),
  /** The post of a blog block: made now, or the one that is there. */
  create: (post: z.input<typeof NewPost>) => call('post/v1/create', Post, { method: 'POST', body: post }),
  update: (id: string, form: PostForm, signal?: AbortSignal) => call(`post/v1/update-post/${at(id)}`, Post, { method: 'PUT', body: form, signal }),
  /** All of them, a page after the other. */
  async tags(signal?: AbortSignal): Promise<Tag[]> {
    const docs: Tag[] = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const got = await call(`tags/v1/tags${query({ page, limit: TAGS_AT_ONCE, tagType: POST_TAG_TYPE })}`, TagPage, { signal });
      docs.push(...got.docs);
      pages = got.totalPages;
    }
    return docs;
  },
  /** Makes the cover of an image; `onProgress` gets a share 0..1. */
  async uploadCover(id: string, image: Blob, filename: string, onProgress: (share: number) => void): Promise<Post> {
    const place = await call(`post/v1/post-thumbnail-signed-url/${at(id)}${query({ filename })}`, CoverUpload);
    await upload(image, place, onProgress);
    return call(`post/v1/post-thumbnail/${at(id)}${query({ fileKey: place.fileKey })}`, Post, { method: 'PUT' });
  },
  /** A post for each of the ideas that were listed last for the source. */
  generate: (threadId: string, source: string, index: readonly number[], model: number, signal: AbortSignal) =>
    call('ai/v2/blog', GeneratedBlogs, { method: 'POST', body: { thread_id: threadId, model, sources: [source], index }, signal }),
  sources: (threadId: string) => api.thread(threadId).then((it) => it.thread_source_data),
};
