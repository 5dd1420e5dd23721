/**
 * Published posts as anybody reads them: pages, their images, lists, the feed and the sitemap.
 * Their content is rendered once for each change, in a child process, and stored; here it is put
 * into its page.
 */
import { readFile } from 'node:fs/promises';
import type { Context, Middleware } from 'koa';
import { Fault } from '#core/contract/faults.ts';
import { UserId } from '#core/contract/id.ts';
import { PostStatus } from '#core/contract/post.ts';
import { slugOf } from '#core/text/slug.ts';
import {
  authorPath,
  FEED_PATH,
  postPath,
  ROBOTS_PATH,
  SITEMAP_PATH,
  tagPath,
} from './addresses.ts';
import type { PostCards } from './card.ts';
import type { Covers } from './covers.ts';
import type { PostImages } from './images.ts';
import { PageCache, type CachedPage } from './page-cache.ts';
import type { Author, Posts } from './posts.ts';
import type { PostRow } from './posts.model.ts';
import type { Page } from './page/page.ts';
import { pageParts } from './page-parts.ts';
import type { RenderedPosts, ShownPost } from './rendered-posts.ts';

export interface PostPagePorts {
  posts: Posts;
  covers: Covers;
  images: PostImages;
  cards: PostCards;
  rendered: RenderedPosts;
  publicUrl: string;
  /** who asks, where they are signed in */
  viewer(koa: Context): Promise<UserId | undefined>;
}

/** After a change on another machine a page is shown as it was for no longer than this. */
const CHECK_MS = 1_000;
const LISTED = 20;
const FED = 30;
/** of one sitemap, as its protocol has it */
const MAPPED = 50_000;
const REVALIDATE = 'public, max-age=0, must-revalidate';
const FOR_GOOD = 'public, max-age=31536000, immutable';
const NOTICES: Readonly<Record<number, string>> = {
  [PostStatus.archived]: 'This post is archived: only you can see it.',
  [PostStatus.deleted]: 'This post is deleted: only you can see it.',
};
const DRAFT = 'This is a draft: only you can see it.';

function common(koa: Context, policy: string): void {
  koa.set({
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
  });
}
function sendPage(koa: Context, { html, policy }: Page, cacheControl: string, status = 200): void {
  common(koa, policy);
  koa.status = status;
  koa.set('Cache-Control', cacheControl);
  koa.type = 'html';
  koa.body = html;
}
function sendCached(koa: Context, { body, gzipped, policy, etag, lastModified }: CachedPage): void {
  common(koa, policy);
  koa.set({
    'Cache-Control': REVALIDATE,
    ETag: etag,
    'Last-Modified': lastModified,
    Vary: 'Accept-Encoding',
  });
  koa.status = 200;
  if (koa.get('If-None-Match').includes(etag)) {
    koa.status = 304;
    return;
  }
  koa.type = 'html';
  if (koa.acceptsEncodings('gzip', 'identity') === 'gzip') {
    koa.set('Content-Encoding', 'gzip');
    koa.body = gzipped;
  } else koa.body = body;
}
function sendFile(koa: Context, bytes: Uint8Array, type: string, cacheControl: string): void {
  common(koa, "default-src 'none'; frame-ancestors 'none'");
  koa.set({ 'Cache-Control': cacheControl, 'Cross-Origin-Resource-Policy': 'cross-origin' });
  koa.type = type;
  koa.body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function postPages({
  posts,
  covers,
  images,
  cards,
  rendered,
  publicUrl,
  viewer,
}: PostPagePorts): Middleware {
  const cache = new PageCache();
  const making = new Map<string, Promise<CachedPage>>();
  posts.onChange((id) => {
    cache.forget(id);
    rendered.prepare(id);
  });

  const authorOf = async (post: PostRow): Promise<Author> =>
    (await posts.authors([post.ownerId])).get(post.ownerId) ?? {
      id: post.ownerId,
      name: 'The author',
    };
  async function withAuthors(rows: readonly PostRow[]) {
    const authors = await posts.authors(rows.map((row) => row.ownerId));
    return rows.flatMap((post) => {
      const author = authors.get(post.ownerId);
      return author ? [{ post, author }] : [];
    });
  }
  async function pageOf(post: PostRow, shown: ShownPost, notice?: string): Promise<Page> {
    const { postPage } = await pageParts();
    return postPage({
      post,
      author: await authorOf(post),
      ...shown,
      publicUrl,
      ...(notice === undefined ? {} : { notice }),
    });
  }

  /** Finds the post of an address. Unpublished posts of other people are not found. */
  async function seen(
    koa: Context,
    slug: string,
  ): Promise<{ post: PostRow; movedTo?: string; isPublic: boolean } | undefined> {
    const found = await posts.bySlug(slug);
    if (!found) return undefined;
    const { row: post, ...moved } = found;
    const isPublic = post.status === PostStatus.published;
    if (!isPublic && (await viewer(koa)) !== post.ownerId) return undefined;
    return { post, ...moved, isPublic };
  }
  async function absent(koa: Context): Promise<void> {
    const { notFoundPage } = await pageParts();
    sendPage(koa, notFoundPage(publicUrl), 'no-store', 404);
  }

  async function show(koa: Context, slug: string): Promise<void> {
    const kept = cache.get(slug);
    if (kept) {
      if (Date.now() - kept.checkedAt < CHECK_MS) return sendCached(koa, kept);
      kept.checkedAt = Date.now();
      const now = await posts.standing(slug);
      if (
        now?.id === kept.id &&
        now.status === PostStatus.published &&
        now.updatedAt.getTime() === kept.updatedAt
      )
        return sendCached(koa, kept);
      cache.drop(slug);
    }
    const found = await seen(koa, slug);
    if (!found) return absent(koa);
    const { post, movedTo, isPublic } = found;
    if (movedTo !== undefined) {
      koa.status = 301;
      koa.redirect(postPath(movedTo));
      koa.set('Cache-Control', REVALIDATE);
      return;
    }
    if (!isPublic)
      return sendPage(
        koa,
        await pageOf(post, await rendered.preview(post), NOTICES[post.status] ?? DRAFT),
        'private, no-store',
      );
    const made =
      making.get(slug) ??
      make(post).finally(() => {
        making.delete(slug);
      });
    making.set(slug, made);
    sendCached(koa, await made);
  }

  async function make(post: PostRow): Promise<CachedPage> {
    return cache.put(post, await pageOf(post, await rendered.published(post)));
  }

  /** Images of a post, by the name that its page gives them. */
  async function part(koa: Context, slug: string, name: string): Promise<void> {
    const found = await seen(koa, slug);
    if (!found || found.movedTo !== undefined) throw new Fault('absent');
    const { post, isPublic } = found;
    const isAsked = (version: string | undefined) =>
      version !== undefined && koa.query['v'] === version;
    const lasting = (isLasting: boolean) =>
      !isPublic ? 'private, no-store' : isLasting ? FOR_GOOD : REVALIDATE;
    if (name === 'card.png')
      return sendFile(
        koa,
        await cards.of(post, (await authorOf(post)).name),
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

  async function asset(koa: Context, name: string): Promise<void> {
    const { fontPlace, SCRIPT_PATH, scriptBytes } = await pageParts();
    if (`/p/assets/${name}` === SCRIPT_PATH)
      return sendFile(koa, scriptBytes(), 'text/javascript', FOR_GOOD);
    const place = name.startsWith('fonts/') ? fontPlace(name.slice('fonts/'.length)) : undefined;
    if (place === undefined) throw new Fault('absent');
    return sendFile(koa, await readFile(place), 'font/woff2', FOR_GOOD);
  }

  async function list(koa: Context, kind: 'tag' | 'by', given: string): Promise<void> {
    const ownerId = kind === 'by' ? UserId.safeParse(given).data : undefined;
    if (kind === 'by' && !ownerId) return absent(koa);
    const given_before = koa.query['before'];
    const before =
      typeof given_before === 'string' && !Number.isNaN(Date.parse(given_before))
        ? new Date(given_before)
        : undefined;
    const rows = await posts.published({
      ...(ownerId ? { ownerId } : { tag: given }),
      indexable: true,
      limit: LISTED + 1,
      before,
    });
    const [first] = rows;
    if (!first) return absent(koa);
    const { listPage } = await pageParts();
    const shown = await withAuthors(rows.slice(0, LISTED));
    const path = ownerId ? authorPath(ownerId) : tagPath(given);
    const name = ownerId
      ? `Posts by ${shown[0]?.author.name ?? ''}`
      : ([...first.tags.map((it) => it.tag_name), ...first.aiTags].find(
          (it) => slugOf(it) === given,
        ) ?? given);
    const oldest = rows.length > LISTED ? shown.at(-1)?.post.publishedAt : undefined;
    sendPage(
      koa,
      listPage({
        title: name,
        path,
        publicUrl,
        isIndexable: before === undefined,
        posts: shown,
        ...(oldest ? { next: `${path}?before=${encodeURIComponent(oldest.toISOString())}` } : {}),
      }),
      REVALIDATE,
    );
  }

  const MACHINES: Readonly<Record<string, { type: string; write(): Promise<string> }>> = {
    [FEED_PATH]: {
      type: 'application/atom+xml; charset=utf-8',
      write: async () =>
        (await pageParts()).atomFeed(
          await withAuthors(await posts.published({ indexable: true, limit: FED })),
          publicUrl,
        ),
    },
    [SITEMAP_PATH]: {
      type: 'application/xml; charset=utf-8',
      write: async () => (await pageParts()).sitemap(await posts.indexableSlugs(MAPPED), publicUrl),
    },
    [ROBOTS_PATH]: {
      type: 'text/plain; charset=utf-8',
      write: async () => (await pageParts()).robots(publicUrl),
    },
  };
  async function machineRead(
    koa: Context,
    { type, write }: (typeof MACHINES)[string],
  ): Promise<void> {
    koa.set('Cache-Control', 'public, max-age=300');
    common(koa, "default-src 'none'; frame-ancestors 'none'");
    koa.type = type;
    koa.body = await write();
  }

  return async (koa, next) => {
    const { path } = koa;
    const machine = Object.hasOwn(MACHINES, path) ? MACHINES[path] : undefined;
    if (machine) return readOnly(koa, () => machineRead(koa, machine));
    if (!path.startsWith('/p/')) return next();
    const [first, second, ...more] = path.slice(3).replace(/\/$/, '').split('/').map(decoded);
    if (first === undefined || first === '' || more.includes(undefined))
      return readOnly(koa, () => absent(koa));
    if (first === 'assets') return readOnly(koa, () => asset(koa, [second, ...more].join('/')));
    if (second === undefined) return readOnly(koa, () => show(koa, first));
    if (more.length > 0) throw new Fault('absent');
    return readOnly(koa, () =>
      first === 'tag' || first === 'by' ? list(koa, first, second) : part(koa, first, second),
    );
  };
}

async function readOnly(koa: Context, answer: () => Promise<void>): Promise<void> {
  if (koa.method !== 'GET' && koa.method !== 'HEAD') throw new Fault('absent');
  return answer();
}
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
