import type { JSONContent } from '@tiptap/core';
import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import { PostId, SourceId, type UserId } from '#core/contract/id.ts';
import { wholeNumber } from '#core/contract/paging.ts';
import {
  CoverUpload,
  NewPost,
  Post,
  POST_TAG_TYPE,
  PostContent,
  PostExport,
  PostFrame,
  PostForm,
  PostPage,
  StatusCode,
  Tag,
  TagPage,
} from '#core/contract/post.ts';
import { cleanDoc, emptyDoc, misfitOf } from '#core/editor/document.ts';
import { POST_TAGS } from '#config/tags.ts';
import type { Library } from '#pipeline/library/index.ts';
import { route, uploaderOf, type Route } from '../../http/route.ts';
import type { SafeTexts } from '../../text-process/index.ts';
import type { Threads } from '../threads/index.ts';
import type { Covers } from './covers.ts';
import { exportPost } from './export-post.ts';
import type { PostImages } from './images.ts';
import type { Posts } from './posts.ts';
import type { PostRow } from './posts.model.ts';
import { presentCard, presentPost, type PresentPorts } from './present-post.ts';

export interface PostRoutePorts extends Pick<PresentPorts, 'publicUrl'> {
  posts: Posts;
  covers: Covers;
  images: PostImages;
  threads: Threads;
  library: Library;
  texts: Pick<SafeTexts, 'docToMarkdown'> /** of the video at an address */;
  frames: {
    frame(
      url: string,
      options: { atS: number; signal?: AbortSignal },
    ): Promise<{ jpeg: Uint8Array; atS: number; isOfFilm: boolean }>;
  };
}

/** A `doc`, or the `blog` block itself: what it holds is the post. */
function asDoc(content: z.infer<typeof PostContent>): JSONContent {
  const { type, content: held } = content as JSONContent;
  return type === 'blog'
    ? {
        type: 'doc',
        content: Array.isArray(held) && held.length > 0 ? held : (emptyDoc().content ?? []),
      }
    : content;
}
const FittingContent = PostContent.superRefine((content, context) => {
  const misfit = misfitOf(asDoc(content));
  if (misfit !== undefined)
    context.addIssue({
      code: 'custom',
      message: `Invalid blog content schema: ${misfit.slice(0, 300)}`,
    });
});
const ListedTag = z
  .union([z.string().max(100), Tag.transform((it) => it._id)])
  .transform((given, context) => {
    const tag = POST_TAGS.find(
      (it) => it._id === given || it.tag_name.toLowerCase() === given.trim().toLowerCase(),
    );
    if (tag) return tag;
    context.addIssue({ code: 'custom', message: 'It is none of the tags of the list.' });
    return z.NEVER;
  });
/** The metadata of a post as the fields of its form. */
const asFields = ({ gist, learning_level, theme, header }: NonNullable<PostForm['metadata']>) => ({
  ...(gist !== undefined && { gist }),
  ...(learning_level && { learningLevel: learning_level }),
  ...(theme && { theme }),
  ...(header?.title !== undefined && { metadataTitle: header.title }),
  ...(header?.description !== undefined && { metadataDescription: header.description }),
});
const CreateBody = NewPost.extend({ content: FittingContent.default({ ...emptyDoc() }) });
const UpdateBody = PostForm.extend({
  content: FittingContent.optional(),
  tags: z.array(ListedTag).max(5).optional(),
});

const Statuses = z
  .string()
  .transform((given) => given.split(',').map(Number))
  .pipe(z.array(StatusCode));
const OnePost = z.object({ id: PostId });
const BODY = { jsonLimit: '6mb' };

export function postRoutes({
  posts,
  covers,
  images,
  threads,
  library,
  texts,
  publicUrl,
  frames,
}: PostRoutePorts): Route[] {
  const presenting = async (...rows: PostRow[]): Promise<PresentPorts> => ({
    publicUrl,
    coverUrl: (key) => covers.addressOf(key),
    threadUrls: await threads.urls([...new Set(rows.flatMap((row) => row.threadId ?? []))]),
  });
  const whole = async (row: PostRow) => presentPost(row, await presenting(row));
  /** Sources of the post's thread; of one whose thread is gone, of its owner. */
  async function sourceRows(
    ownerId: UserId,
    { threadId, sources }: Pick<PostRow, 'threadId' | 'sources'>,
  ) {
    return library.ofOwner(ownerId, [
      ...new Set([...sources, ...(threadId ? await threads.sourcesOf(threadId) : [])]),
    ]);
  }
  async function mustBeOf(
    ownerId: UserId,
    post: Pick<PostRow, 'threadId' | 'sources'>,
    wanted: readonly SourceId[] | undefined,
  ): Promise<void> {
    if (!wanted || wanted.length === 0) return;
    const known = new Set((await sourceRows(ownerId, post)).map((it) => it.id));
    if (wanted.some((id) => !known.has(id)))
      throw new Fault('absent', { message: 'There is no such source in the thread of this post.' });
  }
  return [
    route({
      method: 'get',
      path: 'tags/v1/tags',
      summary: 'Tags to choose from, by type; 5 are those of posts',
      query: z.object({
        page: wholeNumber(1, 1000),
        limit: wholeNumber(100, 100),
        tagType: z.coerce.number().int().catch(POST_TAG_TYPE),
      }),
      response: TagPage,
      async handle({ query: { page, limit, tagType } }) {
        const all = tagType === POST_TAG_TYPE ? POST_TAGS : [];
        return {
          docs: all.slice((page - 1) * limit, page * limit),
          totalDocs: all.length,
          page,
          limit,
          totalPages: Math.ceil(all.length / limit),
        };
      },
    }),
    route({
      method: 'post',
      path: 'post/v1/create',
      summary: 'A draft of the blog block of a thread; the same block again answers the same post',
      body: CreateBody,
      response: Post,
      status: 201,
      takes: BODY,
      async handle({ user, body }) {
        const thread = await threads.owned(user._id, body.thread);
        await mustBeOf(user._id, { threadId: thread.id, sources: [] }, body.sources);
        return whole(await posts.create(user._id, body, cleanDoc(asDoc(body.content))));
      },
    }),
    route({
      method: 'get',
      path: 'post/v1/post/:id',
      summary: "A post of one's own",
      params: OnePost,
      response: Post,
      async handle({ user, params }) {
        return whole(await posts.owned(user._id, params.id));
      },
    }),
    route({
      method: 'put',
      path: 'post/v1/update-post/:id',
      summary:
        'The publish form: what is named is changed. Status 2 publishes, 3 archives, 4 deletes',
      params: OnePost,
      body: UpdateBody,
      response: Post,
      takes: BODY,
      async handle({ user, params, body }) {
        const { content, cover, scheduled_at, metadata = {}, ...named } = body;
        const form = { ...asFields(metadata), ...named };
        const post = await posts.owned(user._id, params.id);
        await mustBeOf(user._id, post, form.sources);
        const chosen =
          typeof cover === 'string'
            ? await covers.fromAddress(post, cover, await sourceRows(user._id, post))
            : cover;
        const { row, dropped } = await posts.change(user._id, post.id, {
          ...form,
          ...(content ? { content: cleanDoc(asDoc(content)) } : {}),
          cover: chosen,
          scheduledAt: typeof scheduled_at === 'string' ? new Date(scheduled_at) : scheduled_at,
        });
        await covers.drop(dropped);
        return whole(row);
      },
    }),
    route({
      method: 'get',
      path: 'post/v1/post-thumbnail-signed-url/:id',
      does: 'write',
      summary: 'A signed address that takes the bytes of a cover image',
      params: OnePost,
      query: z.object({ filename: z.string().min(1).max(300) }),
      response: CoverUpload,
      async handle({ user, credential, params, query }) {
        return covers.upload(
          await posts.owned(user._id, params.id),
          query.filename,
          uploaderOf({ user, credential }),
        );
      },
    }),
    route({
      method: 'put',
      path: 'post/v1/post-thumbnail/:id',
      summary: 'Makes the cover of the image that was uploaded',
      params: OnePost,
      query: z.object({ fileKey: z.string().max(300) }),
      response: Post,
      async handle({ user, params, query }) {
        const post = await posts.owned(user._id, params.id);
        const { row, dropped } = await posts.change(user._id, post.id, {
          cover: await covers.fromUpload(post, query.fileKey),
        });
        await covers.drop(dropped);
        return whole(row);
      },
    }),
    route({
      method: 'get',
      path: 'posts/:id/frame',
      summary: 'A picture of the video of one of its sources at a moment, for a cover',
      params: OnePost,
      response: PostFrame,
      query: z.object({ source: SourceId, at: z.coerce.number().min(0).max(1_000_000) }),
      async handle({ user, params, query: { source, at } }) {
        const row = (await sourceRows(user._id, await posts.owned(user._id, params.id))).find(
          (it) => it.id === source,
        );
        if (row?.medium !== 'timed')
          throw new Fault('absent', {
            message: 'There is no such video in the thread of this post.',
          });
        const { jpeg, atS, isOfFilm } = await frames.frame(row.canonicalUrl, { atS: at });
        return { image: Buffer.from(jpeg).toString('base64'), at: atS, film: isOfFilm };
      },
    }),
    route({
      method: 'get',
      path: 'posts',
      summary:
        "Posts of one's own, newest first; of some statuses, as `0,1`: without, all but deleted ones",
      response: PostPage,
      query: z.object({
        status: Statuses.optional(),
        cursor: z.uuid().optional(),
        limit: wholeNumber(50, 100),
      }),
      async handle({ user, query }) {
        const { rows, next } = await posts.list(user._id, query);
        const ports = await presenting(...rows);
        return { docs: rows.map((row) => presentCard(row, ports)), next };
      },
    }),
    route({
      method: 'get',
      path: 'posts/:id/export',
      summary: 'A post as Markdown, with its images',
      params: OnePost,
      response: PostExport,
      async handle({ user, params }) {
        const post = await posts.owned(user._id, params.id);
        return exportPost({
          post,
          texts,
          sources: await sourceRows(user._id, post),
          url: presentCard(post, await presenting(post)).url,
          images: await images.of(post),
          readCover: (key) => covers.read(key),
          readImage: (path) => images.read(post, path),
        });
      },
    }),
  ];
}
