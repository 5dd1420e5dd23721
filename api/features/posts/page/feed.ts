/** Files for machines: the Atom feed and the sitemap of listed posts, and robots.txt. */
import type { PostRow } from '../posts.model.ts';
import { html, type Html } from './html.ts';
import { FEED_PATH, postPath, SITEMAP_PATH } from '../addresses.ts';
import type { Author } from '../posts.ts';
import { descriptionOf } from './post-page.ts';

const HEAD = '<?xml version="1.0" encoding="utf-8"?>\n';
/** XML forbids most control characters. */
const printable = (text: string): string => text.replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, '');

export function atomFeed(
  posts: readonly { post: PostRow; author: Author }[],
  publicUrl: string,
): string {
  const newest = posts
    .map(({ post }) => post.updatedAt.getTime())
    .reduce((a, b) => Math.max(a, b), 0);
  const entry = ({
    post,
    author,
  }: (typeof posts)[number]): Html => html`<entry><title>${printable(post.title)}</title><link href="${publicUrl}${postPath(post.slug)}"/><id>urn:uuid:${post.id}</id>
<published>${(post.publishedAt ?? post.updatedAt).toISOString()}</published><updated>${post.updatedAt.toISOString()}</updated><author><name>${printable(author.name)}</name></author>${post.tags.map((tag) => html`<category term="${tag.tag_name}"/>`)}<summary>${printable(descriptionOf(post))}</summary></entry>
`;
  return (
    HEAD +
    html`<feed xmlns="http://www.w3.org/2005/Atom"><title>Gloss</title><link href="${publicUrl}${FEED_PATH}" rel="self"/><link href="${publicUrl}/"/><id>${publicUrl}${FEED_PATH}</id><updated>${new Date(newest).toISOString()}</updated>
${posts.map(entry)}</feed>
`.value
  );
}

export function sitemap(
  posts: readonly Pick<PostRow, 'slug' | 'updatedAt'>[],
  publicUrl: string,
): string {
  return (
    HEAD +
    html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${posts.map(
      ({
        slug,
        updatedAt,
      }) => html`<url><loc>${publicUrl}${postPath(slug)}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>
`,
    )}</urlset>
`.value
  );
}

/** Allows only posts, because other public pages are for people with their link. */
export const robots = (publicUrl: string): string =>
  `User-agent: *\nAllow: /p/\nAllow: ${FEED_PATH}\nAllow: ${SITEMAP_PATH}\nAllow: /favicon.svg\nDisallow: /\nSitemap: ${publicUrl}${SITEMAP_PATH}\n`;
