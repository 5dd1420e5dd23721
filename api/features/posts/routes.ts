import { z } from 'zod';
import { Fault } from '#core/contract/faults.ts';
import { PostId, SourceId, type UserId } from '#core/contract/id.ts';
import { boundedInteger } from '#core/contract/paging.ts';
import {
  CoverUpload,
  Post,
  POST_TAG_TYPE,
  PostExport,
  PostFrame,
  PostPage,
  StatusCode,
  TagPage,
} from '#core/contract/post.ts';
import { cleanDoc } from '#core/editor/document.ts';
import { POST_TAGS } from '#config/tags.ts';
import type { Library, SourceRow } from '#pipeline/library/index.ts';
import { route, uploaderOf, type Route } from '../../http/route.ts';
import type { SafeTexts } from '../../text-process/index.ts';
import type { Threads } from '../threads/index.ts';
import type { Covers } from './covers.ts';
import { exportPost } from './export-post.ts';
import type { PostImages } from './images.ts';
import { asDoc, asFields, CreateBody, UpdateBody } from './post-form.ts';
import type { Posts } from './posts.ts';
import type { PostRow } from './posts.model.ts';
import { presentCard, presentPost, type PresentPorts } from './present-post.ts';

export interface PostRoutePorts extends Pick<PresentPorts, 'publicUrl'> {
  posts: Posts;
  covers: Covers;
  images: PostImages;
  threads: Threads;
  library: Library;
  texts: Pick<SafeTexts, 'docToMarkdown'>;
  /** of the video at an address */
  frames: {
    frame(
      url: string,
      options: { atS: number; signal?: AbortSignal },
    ): Promise<{ jpeg: Uint8Array; atS: number; isOfFilm: boolean }>;
  };
}

const Statuses = z
  .string()
  .transform((given) => given.split(',').map(Number))
  .pipe(z.array(StatusCode));
const OnePost = z.object({ id: PostId });
const BODY = { jsonLimit: '6mb' } as const;

/** One's own posts: drafts, the publish form, covers and exports. */
export function postRoutes(ports: PostRoutePorts): Route[] {
  return [
    tagsRoute,
    ...postFormRoutes(ports),
    ...coverRoutes(ports),
    postListRoute(ports),
    postExportRoute(ports),
  ];
}

const presentPorts = async (
  { covers, threads, publicUrl }: Pick<PostRoutePorts, 'covers' | 'threads' | 'publicUrl'>,
  rows: readonly PostRow[],
): Promise<PresentPorts> => ({
  publicUrl,
  coverUrl: (key) => covers.addressOf(key),
  threadUrls: await threads.urls([...new Set(rows.flatMap((row) => row.threadId ?? []))]),
});
const presentWhole = async (ports: PostRoutePorts, row: PostRow) =>
  presentPost(row, await presentPorts(ports, [row]));

/** Sources of the post's thread; of a post whose thread is gone, those it names. */
async function sourcesOfPost(
  { library, threads }: Pick<PostRoutePorts, 'library' | 'threads'>,
  ownerId: UserId,
  { threadId, sources }: Pick<PostRow, 'threadId' | 'sources'>,
): Promise<SourceRow[]> {
  return library.ofOwner(ownerId, [
    ...new Set([...sources, ...(threadId ? await threads.sources.of(threadId) : [])]),
  ]);
}
/** Faults: `absent` unless all of `wanted` are sources of the post. */
async function assertSourcesOfPost(
  ports: Pick<PostRoutePorts, 'library' | 'threads'>,
  ownerId: UserId,
  post: Pick<PostRow, 'threadId' | 'sources'>,
  wanted: readonly SourceId[] | undefined,
): Promise<void> {
  if (!wanted || wanted.length === 0) return;
  const known = new Set((await sourcesOfPost(ports, ownerId, post)).map((source) => source.id));
  if (wanted.some((id) => !known.has(id)))
    throw new Fault('absent', { message: "Source not found in this post's thread." });
}

const tagsRoute: Route = route({
  method: 'get',
  path: 'tags/v1/tags',
  summary: 'Tags to choose from, by type; type 5 is for posts',
  query: z.object({
    page: boundedInteger(1, 1000),
    limit: boundedInteger(100, 100),
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
});

/** A draft, and the publish form that changes it. */
function postFormRoutes(ports: PostRoutePorts): Route[] {
  const { posts, covers, threads } = ports;
  return [
    route({
      method: 'post',
      path: 'post/v1/create',
      summary:
        'Creates a draft from a blog block of a thread; the same block returns the same post',
      body: CreateBody,
      response: Post,
      status: 201,
      takes: BODY,
      async handle({ user, body }) {
        const thread = await threads.owned(user._id, body.thread);
        await assertSourcesOfPost(
          ports,
          user._id,
          { threadId: thread.id, sources: [] },
          body.sources,
        );
        return presentWhole(
          ports,
          await posts.create(user._id, body, cleanDoc(asDoc(body.content))),
        );
      },
    }),
    route({
      method: 'get',
      path: 'post/v1/post/:id',
      summary: 'One of your posts',
      params: OnePost,
      response: Post,
      async handle({ user, params }) {
        return presentWhole(ports, await posts.owned(user._id, params.id));
      },
    }),
    route({
      method: 'put',
      path: 'post/v1/update-post/:id',
      summary: 'Updates the named fields of a post. Status 2 publishes, 3 archives, 4 deletes',
      params: OnePost,
      body: UpdateBody,
      response: Post,
      takes: BODY,
      async handle({ user, params, body }) {
        const { content, cover, scheduled_at, metadata = {}, ...named } = body;
        const form = { ...asFields(metadata), ...named };
        const post = await posts.owned(user._id, params.id);
        await assertSourcesOfPost(ports, user._id, post, form.sources);
        const chosen =
          typeof cover === 'string'
            ? await covers.fromAddress(post, cover, await sourcesOfPost(ports, user._id, post))
            : cover;
        const { row, dropped } = await posts.change(user._id, post.id, {
          ...form,
          ...(content ? { content: cleanDoc(asDoc(content)) } : {}),
          cover: chosen,
          scheduledAt: typeof scheduled_at === 'string' ? new Date(scheduled_at) : scheduled_at,
        });
        await covers.drop(dropped);
        return presentWhole(ports, row);
      },
    }),
  ];
}

/** The cover of a post: an uploaded image, or a frame of a video. */
function coverRoutes(ports: PostRoutePorts): Route[] {
  const { posts, covers, frames } = ports;
  return [
    route({
      method: 'get',
      path: 'post/v1/post-thumbnail-signed-url/:id',
      does: 'write',
      summary: 'A signed upload address for a cover image',
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
      summary: 'Creates the cover from the uploaded image',
      params: OnePost,
      query: z.object({ fileKey: z.string().max(300) }),
      response: Post,
      async handle({ user, params, query }) {
        const post = await posts.owned(user._id, params.id);
        const { row, dropped } = await posts.change(user._id, post.id, {
          cover: await covers.fromUpload(post, query.fileKey),
        });
        await covers.drop(dropped);
        return presentWhole(ports, row);
      },
    }),
    route({
      method: 'get',
      path: 'posts/:id/frame',
      summary: 'Captures a frame of a video source, for a cover',
      params: OnePost,
      response: PostFrame,
      query: z.object({ source: SourceId, at: z.coerce.number().min(0).max(1_000_000) }),
      async handle({ user, params, query: { source, at } }) {
        const row = (
          await sourcesOfPost(ports, user._id, await posts.owned(user._id, params.id))
        ).find((held) => held.id === source);
        if (row?.medium !== 'timed')
          throw new Fault('absent', {
            message: "Video not found in this post's thread.",
          });
        const { jpeg, atS, isOfFilm } = await frames.frame(row.canonicalUrl, { atS: at });
        return { image: Buffer.from(jpeg).toString('base64'), at: atS, film: isOfFilm };
      },
    }),
  ];
}

const postListRoute = (ports: PostRoutePorts): Route =>
  route({
    method: 'get',
    path: 'posts',
    summary: 'Your posts, newest first; `status` filters, like `0,1` (default: all but deleted)',
    response: PostPage,
    query: z.object({
      status: Statuses.optional(),
      cursor: z.uuid().optional(),
      limit: boundedInteger(50, 100),
    }),
    async handle({ user, query }) {
      const { rows, next } = await ports.posts.list(user._id, query);
      const presenting = await presentPorts(ports, rows);
      return { docs: rows.map((row) => presentCard(row, presenting)), next };
    },
  });

const postExportRoute = (ports: PostRoutePorts): Route =>
  route({
    method: 'get',
    path: 'posts/:id/export',
    summary: 'A post as Markdown, with its images',
    params: OnePost,
    response: PostExport,
    async handle({ user, params }) {
      const { posts, covers, images, texts } = ports;
      const post = await posts.owned(user._id, params.id);
      return exportPost({
        post,
        texts,
        sources: await sourcesOfPost(ports, user._id, post),
        url: presentCard(post, await presentPorts(ports, [post])).url,
        images: await images.of(post),
        readCover: (key) => covers.read(key),
        readImage: (path) => images.read(post, path),
      });
    },
  });
