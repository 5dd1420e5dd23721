import type { Context } from 'koa';
import { Fault } from '#core/contract/faults.ts';
import type { UserId } from '#core/contract/id.ts';
import { PostStatus } from '#core/contract/post.ts';
import { postPath } from './addresses.ts';
import type { PostCards } from './card.ts';
import type { Covers } from './covers.ts';
import type { PostImages } from './images.ts';
import { PageCache, type CachedPage } from './page-cache.ts';
import { pageParts } from './page-parts.ts';
import {
  FOR_GOOD,
  REVALIDATE,
  sendMoved,
  sendCached,
  sendFile,
  sendNotFound,
  sendPage,
} from './page-responses.ts';
import type { Page } from './page/page.ts';
import type { Author, Posts } from './posts.ts';
import type { PostRow } from './posts.model.ts';
import type { RenderedPosts, ShownPost } from './rendered-posts.ts';

export interface PostPagePorts {
  posts: Posts;
  covers: Covers;
  images: PostImages;
  cards: PostCards;
  rendered: RenderedPosts;
  publicUrl: string;
  /** returns the person who requests it, if they are signed in */
  viewer(koa: Context): Promise<UserId | undefined>;
}

/** Longest time for which a page is outdated after a change on another machine, in ms. */
const CHECK_MS = 1_000;
const NOTICES: Readonly<Record<number, string>> = {
  [PostStatus.archived]: 'This post is archived: only you can see it.',
  [PostStatus.deleted]: 'This post is deleted: only you can see it.',
};
const DRAFT = 'This is a draft: only you can see it.';

interface FoundPost {
  post: PostRow;
  /** its current address */
  movedTo?: string;
  isPublic: boolean;
}

/** Finds the post of an address. Unpublished posts of other people are not found. */
async function findVisible(
  { posts, viewer }: PostPagePorts,
  koa: Context,
  slug: string,
): Promise<FoundPost | undefined> {
  const found = await posts.bySlug(slug);
  if (!found) return undefined;
  const { row: post, ...moved } = found;
  const isPublic = post.status === PostStatus.published;
  if (!isPublic && (await viewer(koa)) !== post.ownerId) return undefined;
  return { post, ...moved, isPublic };
}

const authorOf = async (
  { posts }: PostPagePorts,
  { ownerId }: Pick<PostRow, 'ownerId'>,
): Promise<Author> =>
  (await posts.authors([ownerId])).get(ownerId) ?? { id: ownerId, name: 'The author' };

async function renderPage(
  ports: PostPagePorts,
  post: PostRow,
  author: Author,
  shown: ShownPost,
  notice?: string,
): Promise<Page> {
  const { postPage } = await pageParts();
  return postPage({
    post,
    author,
    ...shown,
    publicUrl: ports.publicUrl,
    ...(notice === undefined ? {} : { notice }),
  });
}

/** Shows the page of a post. Pages of published posts are cached until the post changes. */
export function createPostPage(
  ports: PostPagePorts,
): (koa: Context, slug: string) => Promise<void> {
  const { posts, rendered, publicUrl } = ports;
  const cache = new PageCache();
  const rendering = new Map<string, Promise<CachedPage>>();
  posts.onChange((id) => {
    cache.forget(id);
    rendered.prepare(id);
  });

  /** Checks a cached page against the database at intervals, and drops it when it is outdated. */
  async function stillCurrent(slug: string): Promise<CachedPage | undefined> {
    const cached = cache.get(slug);
    if (!cached || Date.now() - cached.checkedAt < CHECK_MS) return cached;
    cached.checkedAt = Date.now();
    const now = await posts.renderState(slug);
    if (
      now?.id === cached.id &&
      now.status === PostStatus.published &&
      now.updatedAt.getTime() === cached.updatedAt &&
      (await authorOf(ports, now)).name === cached.author
    )
      return cached;
    cache.drop(slug);
    return undefined;
  }

  /** Visits at the same time share one rendering. */
  function renderOnce(slug: string, post: PostRow): Promise<CachedPage> {
    const render = async () => {
      const author = await authorOf(ports, post);
      const shown = await rendered.published(post);
      return cache.put(post, await renderPage(ports, post, author, shown), author.name);
    };
    const page =
      rendering.get(slug) ??
      render().finally(() => {
        rendering.delete(slug);
      });
    rendering.set(slug, page);
    return page;
  }

  return async (koa, slug) => {
    const cached = await stillCurrent(slug);
    if (cached) return sendCached(koa, cached);
    const found = await findVisible(ports, koa, slug);
    if (!found) return sendNotFound(koa, publicUrl);
    const { post, movedTo, isPublic } = found;
    if (movedTo !== undefined) return sendMoved(koa, postPath(movedTo));
    if (isPublic) return sendCached(koa, await renderOnce(slug, post));
    const notice = NOTICES[post.status] ?? DRAFT;
    const author = await authorOf(ports, post);
    const page = await renderPage(ports, post, author, await rendered.preview(post), notice);
    sendPage(koa, page, 'private, no-store');
  };
}

/** Sends an image of a post by its public name. Fault `absent`. */
export async function sendPostImage(
  ports: PostPagePorts,
  koa: Context,
  slug: string,
  name: string,
): Promise<void> {
  const { covers, images, cards } = ports;
  const found = await findVisible(ports, koa, slug);
  if (!found || found.movedTo !== undefined) throw new Fault('absent');
  const { post, isPublic } = found;
  const isAsked = (version: string | undefined) =>
    version !== undefined && koa.query['v'] === version;
  const lasting = (isLasting: boolean) =>
    !isPublic ? 'private, no-store' : isLasting ? FOR_GOOD : REVALIDATE;
  if (name === 'card.png')
    return sendFile(
      koa,
      await cards.of(post, (await authorOf(ports, post)).name),
      'image/png',
      lasting(isAsked(post.updatedAt.getTime().toString(36))),
    );
  const width = Number(/^cover-(\d+)\.jpg$/.exec(name)?.[1]);
  const size = post.cover?.sizes.find((it) => it.width === width);
  if (size)
    return sendFile(
      koa,
      await covers.read(size.key),
      'image/jpeg',
      lasting(isAsked(post.cover?.version)),
    );
  if (/^image-[0-9a-f]{20}\.webp$/.test(name))
    return sendFile(koa, await images.read(post, name), 'image/webp', lasting(true));
  throw new Fault('absent');
}
