import type { Context } from 'koa';
import { UserId } from '#core/contract/id.ts';
import { slugOf } from '#core/text/slug.ts';
import { authorPath, FEED_PATH, ROBOTS_PATH, SITEMAP_PATH, tagPath } from './addresses.ts';
import { pageParts } from './page-parts.ts';
import { REVALIDATE, sendMoved, sendNotFound, sendPage } from './page-responses.ts';
import type { PostPagePorts } from './post-page.ts';
import type { PostRow } from './posts.model.ts';

type ListPorts = Pick<PostPagePorts, 'posts' | 'publicUrl'>;

const LISTED = 20;
const FED = 30;
/** limit of the sitemap protocol */
const MAPPED = 50_000;

async function withAuthors({ posts }: ListPorts, rows: readonly PostRow[]) {
  const authors = await posts.authors(rows.map((row) => row.ownerId));
  return rows.flatMap((post) => {
    const author = authors.get(post.ownerId);
    return author ? [{ post, author }] : [];
  });
}

/** Parses the time before which posts are listed, from the address of a further page. */
function beforeOf(koa: Context): Date | undefined {
  const { before } = koa.query;
  return typeof before === 'string' && !Number.isNaN(Date.parse(before))
    ? new Date(before)
    : undefined;
}

/** Lists posts with a tag, or by an author, whose id is `given`. */
export async function sendPostList(
  ports: ListPorts,
  koa: Context,
  kind: 'tag' | 'by',
  given: string,
): Promise<void> {
  const { posts, publicUrl } = ports;
  const ownerId = kind === 'by' ? UserId.safeParse(given).data : undefined;
  if (kind === 'by' && !ownerId) return sendNotFound(koa, publicUrl);
  const before = beforeOf(koa);
  const rows = await posts.published({
    ...(ownerId ? { ownerId } : { tag: given }),
    indexable: true,
    limit: LISTED + 1,
    before,
  });
  const [first] = rows;
  if (!first) {
    const tag = ownerId || before ? given : await posts.currentTag(given);
    return tag === given ? sendNotFound(koa, publicUrl) : sendMoved(koa, tagPath(tag));
  }
  const { listPage } = await pageParts();
  const shown = await withAuthors(ports, rows.slice(0, LISTED));
  const path = ownerId ? authorPath(ownerId) : tagPath(given);
  const title = ownerId
    ? `Posts by ${shown[0]?.author.name ?? ''}`
    : ([...first.tags.map((it) => it.tag_name), ...first.aiTags].find(
        (it) => slugOf(it) === given,
      ) ?? given);
  const oldest = rows.length > LISTED ? shown.at(-1)?.post.publishedAt : undefined;
  sendPage(
    koa,
    listPage({
      title,
      path,
      publicUrl,
      isIndexable: before === undefined,
      posts: shown,
      ...(oldest ? { next: `${path}?before=${encodeURIComponent(oldest.toISOString())}` } : {}),
    }),
    REVALIDATE,
  );
}

/** Files for feed readers and search engines, by path. */
export const machineFiles = (
  ports: ListPorts,
): Readonly<Record<string, { type: string; write(): Promise<string> }>> => {
  const { posts, publicUrl } = ports;
  return {
    [FEED_PATH]: {
      type: 'application/atom+xml; charset=utf-8',
      write: async () =>
        (await pageParts()).atomFeed(
          await withAuthors(ports, await posts.published({ indexable: true, limit: FED })),
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
};
