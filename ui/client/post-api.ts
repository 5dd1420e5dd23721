/** Requests about the user's posts and post ideas. */
import type { z } from 'zod';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { GeneratedBlogs, IdeaEvent } from '#core/contract/ask.ts';
import {
  CoverUpload,
  Post,
  POST_TAG_TYPE,
  PostFrame,
  PostPage,
  TagPage,
  type NewPost,
  type PostForm,
  type Tag,
} from '#core/contract/post.ts';
import { api, call, json, NETWORK_ERROR, query, send, upload } from './api.ts';

const at = (value: string) => encodeURIComponent(value);
const TAGS_AT_ONCE = 100;

export const postApi = {
  /** Posts with the given statuses, newest first. */
  list: (status: readonly number[], cursor: string | undefined, signal?: AbortSignal) =>
    call(`posts${query({ status: status.join(), cursor, limit: 50 })}`, PostPage, { signal }),
  get: (id: string, signal?: AbortSignal) => call(`post/v1/post/${at(id)}`, Post, { signal }),
  /** The post of a blog block; created if it doesn't exist. */
  create: (post: z.input<typeof NewPost>) =>
    call('post/v1/create', Post, { method: 'POST', body: post }),
  update: (id: string, form: PostForm, signal?: AbortSignal) =>
    call(`post/v1/update-post/${at(id)}`, Post, { method: 'PUT', body: form, signal }),
  /** All tags, fetched page by page. */
  async tags(signal?: AbortSignal): Promise<Tag[]> {
    const docs: Tag[] = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const got = await call(
        `tags/v1/tags${query({ page, limit: TAGS_AT_ONCE, tagType: POST_TAG_TYPE })}`,
        TagPage,
        { signal },
      );
      docs.push(...got.docs);
      pages = got.totalPages;
    }
    return docs;
  },
  /** Uploads an image as the cover; `onProgress` gets 0..1. */
  async uploadCover(
    id: string,
    image: Blob,
    filename: string,
    onProgress: (share: number) => void,
  ): Promise<Post> {
    const place = await call(
      `post/v1/post-thumbnail-signed-url/${at(id)}${query({ filename })}`,
      CoverUpload,
    );
    await upload(image, place, onProgress);
    return call(`post/v1/post-thumbnail/${at(id)}${query({ fileKey: place.fileKey })}`, Post, {
      method: 'PUT',
    });
  },
  /** Generates a post for each of the last listed ideas of the source. */
  generate: (
    threadId: string,
    source: string,
    index: readonly number[],
    model: number,
    signal: AbortSignal,
  ) =>
    call('ai/v2/blog', GeneratedBlogs, {
      method: 'POST',
      body: { thread_id: threadId, model, sources: [source], index },
      signal,
    }),
  /** A frame of a video, taken by the server. */
  async frame(
    id: string,
    source: string,
    atS: number,
  ): Promise<{ jpeg: Blob; atS: number; isOfFilm: boolean }> {
    const {
      image,
      at: standsAt,
      film,
    } = await call(`posts/${at(id)}/frame${query({ source, at: atS })}`, PostFrame);
    return {
      jpeg: new Blob([Uint8Array.from(atob(image), (letter) => letter.charCodeAt(0))], {
        type: 'image/jpeg',
      }),
      atS: standsAt,
      isOfFilm: film,
    };
  },
  sources: (threadId: string) => api.thread(threadId).then((it) => it.thread_source_data),
};

/**
 * Streams ideas for posts. Throws an `ApiError` if it does not start; a broken stream ends with an
 * `error`.
 */
export async function* streamIdeas(
  threadId: string,
  source: string,
  model: number,
  signal: AbortSignal,
): AsyncGenerator<IdeaEvent, void> {
  const { body } = await send('ai/v2/blog-idea/stream', {
    method: 'POST',
    signal,
    ...json({ thread_id: threadId, model, sources: [source] }),
  });
  const events = body
    ?.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  try {
    for (;;) {
      const got = await events?.read();
      if (!got || got.done) break;
      const event = ideaEvent(got.value.event, got.value.data);
      if (!event) continue;
      yield event;
      if (event.event !== 'idea') return;
    }
  } catch (cause) {
    if (signal.aborted) return;
    console.warn('A list of ideas broke off.', cause);
  } finally {
    await events
      ?.cancel()
      .catch((cause: unknown) => console.debug('The stream was already closed.', cause));
  }
  yield { event: 'error', data: { code: 'interrupted', message: NETWORK_ERROR } };
}
function ideaEvent(event: string | undefined, data: string): IdeaEvent | undefined {
  try {
    return IdeaEvent.safeParse({ event, data: JSON.parse(data) as unknown }).data;
  } catch {
    return undefined;
  }
}
