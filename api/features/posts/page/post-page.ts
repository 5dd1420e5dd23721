/** The page of a published post, and lists of posts. Pure: all data is passed in. */
import { docText } from '#core/editor/document.ts';
import { LIMITS, Theme } from '#core/contract/post.ts';
import { readingMinutes } from '#core/text/reading-time.ts';
import { slugOf } from '#core/text/slug.ts';
import { authorPath, cardPath, coverPath, FEED_PATH, postPath, tagPath } from '../addresses.ts';
import type { PostRow } from '../posts.model.ts';
import type { Author } from '../posts.ts';
import { html, nothing, type Html } from './html.ts';
import { jsonLd, page, type Page, STYLE } from './page.ts';
import type { PublicSource } from './source-links.ts';
import type { Heading, RenderedContent } from './rendered-content.ts';
import { structuredData } from './structured-data.ts';
import { paperOf, themeCss } from './theme.ts';

export interface PostView {
  post: PostRow;
  author: Author;
  sources: readonly PublicSource[];
  rendered: RenderedContent;
  publicUrl: string;
  /** only for its owner */
  notice?: string;
}

const FEWEST_HEADINGS = 3;
const DAY = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const time = (at: Date): Html =>
  html`<time datetime="${at.toISOString()}">${DAY.format(at)}</time>`;
const cutAt = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, text.lastIndexOf(' ', most - 1)).trimEnd()}…`;

const namesOf = ({ tags, aiTags }: PostRow): string[] =>
  [
    ...new Map(
      [...tags.map((it) => it.tag_name), ...aiTags].map((name) => [slugOf(name), name]),
    ).entries(),
  ].flatMap(([slug, name]) => (slug ? [name] : []));
export const descriptionOf = ({ metadata, description, content }: PostRow): string =>
  cutAt(
    metadata.header.description ||
      metadata.gist ||
      description ||
      docText(content).replaceAll('\n', ' '),
    LIMITS.metadataDescription,
  );

function contents(headings: readonly Heading[]): Html {
  return headings.length < FEWEST_HEADINGS
    ? nothing
    : html`<nav class="toc" aria-label="Contents"><details open><summary>Contents</summary><ol>${headings.map(({ id, text, level }) => html`<li class="l${level}"><a href="#${id}">${text}</a></li>`)}</ol></details></nav>`;
}
function cover({ cover: kept, slug }: PostRow): Html {
  if (!kept) return nothing;
  const of = (width: number) => coverPath(slug, kept, width);
  const widest = kept.sizes.at(-1)?.width ?? kept.width;
  return html`<figure class="cover"><img src="${of(widest)}" srcset="${kept.sizes.map(({ width }) => `${of(width)} ${width}w`).join(', ')}" sizes="(min-width: 72rem) 70rem, 100vw" width="${kept.width}" height="${kept.height}" alt="" fetchpriority="high"></figure>`;
}
function listed(sources: readonly PublicSource[]): Html {
  if (sources.length === 0) return nothing;
  return html`<h2>Sources</h2><ol>${sources.map(({ title, url, by }) => html`<li>${url ? html`<a href="${url}" rel="noopener nofollow">${title}</a>` : title}${by ? ` · ${by}` : ''}</li>`)}</ol>`;
}
const foot = (feed: string): Html =>
  html`<p class="foot"><span>Published with Gloss</span><a href="${feed}">Feed of all posts</a></p>`;

export function postPage({ post, author, sources, rendered, publicUrl, notice }: PostView): Page {
  const { metadata, slug, title, indexable, updatedAt } = post;
  const publishedAt = post.publishedAt ?? updatedAt;
  const { html: text, headings, wantsScript, language, words, minutes } = rendered;
  const url = `${publicUrl}${postPath(slug)}`;
  const named = metadata.header.title || title;
  const description = descriptionOf(post);
  const card = `${publicUrl}${cardPath(slug, updatedAt)}`;
  const tags = namesOf(post);
  const isUpdated = updatedAt.getTime() > publishedAt.getTime();
  const head = html`<meta property="og:type" content="article"><meta property="og:site_name" content="Gloss"><meta property="og:title" content="${named}"><meta property="og:description" content="${description}"><meta property="og:url" content="${url}">
<meta property="og:image" content="${card}"><meta property="og:image:width" content="1200"><meta property="og:image:height" content="630"><meta property="og:image:alt" content="${title}">
<meta property="article:published_time" content="${publishedAt.toISOString()}"><meta property="article:modified_time" content="${updatedAt.toISOString()}"><meta property="article:author" content="${publicUrl}${authorPath(author.id)}">${tags.map((tag) => html`<meta property="article:tag" content="${tag}">`)}
<meta name="author" content="${author.name}"><meta name="twitter:card" content="summary_large_image"><meta name="twitter:title" content="${named}"><meta name="twitter:description" content="${description}"><meta name="twitter:image" content="${card}">
${jsonLd(structuredData({ url, title, description, author: { name: author.name, url: `${publicUrl}${authorPath(author.id)}` }, publishedAt, updatedAt, language, keywords: tags, image: card, words, level: metadata.learning_level, content: post.content, sources }))}`;
  const body = html`${notice === undefined ? nothing : html`<p class="notice">${notice}</p>`}<a class="skip" href="#post">Skip to the text</a>
<header class="bar"><a href="${authorPath(author.id)}">More by ${author.name}</a>${tags[0] ? html`<a href="${tagPath(tags[0])}">${tags[0]}</a>` : nothing}</header>
<main id="post"><article><header class="head"><h1>${title}</h1>${metadata.gist || post.description ? html`<p class="lead">${metadata.gist || post.description}</p>` : nothing}
<ul class="meta"><li><a href="${authorPath(author.id)}" rel="author">${author.name}</a></li><li>${time(publishedAt)}</li>${isUpdated ? html`<li>Updated ${time(updatedAt)}</li>` : nothing}<li>${minutes} min read</li><li class="level">${metadata.learning_level}</li></ul></header>
${cover(post)}<div class="columns${headings.length < FEWEST_HEADINGS ? '' : ' with-toc'}">${contents(headings)}<div class="text">${{ value: text }}</div></div></article></main>
<footer class="end">${tags.length > 0 ? html`<ul class="tags" aria-label="Tags">${tags.map((tag) => html`<li><a href="${tagPath(tag)}">${tag}</a></li>`)}</ul>` : nothing}${listed(sources)}${foot(FEED_PATH)}</footer>`;
  return page({
    title: named,
    description,
    language,
    canonical: url,
    isIndexable: indexable && notice === undefined,
    theme: themeCss(metadata.theme),
    paper: paperOf(metadata.theme),
    head,
    body,
    script: wantsScript,
    feed: FEED_PATH,
  });
}

const plainTheme = Theme.parse({
  mode: 'auto',
  colors: { primary: '#1c1b1a', secondary: '#fbfaf8', tertiary: '#77736c' },
});
/** For a page that is read without Gloss, with no external addresses. */
export const readingStyle = (): string => themeCss(plainTheme) + STYLE;

export interface ListView {
  title: string;
  path: string;
  publicUrl: string;
  isIndexable: boolean;
  posts: readonly { post: PostRow; author: Author }[];
  /** link to older posts */
  next?: string;
}

export function listPage({ title, path, publicUrl, isIndexable, posts, next }: ListView): Page {
  const body = html`<header class="bar"><a href="/">Gloss</a><a href="${FEED_PATH}">Feed</a></header><main><header class="head"><h1>${title}</h1></header>
<ul class="list">${posts.map(({ post, author }) => html`<li class="card"><h2><a href="${postPath(post.slug)}">${post.title}</a></h2><p>${cutAt(descriptionOf(post), 220)}</p><p class="by">${author.name} · ${time(post.publishedAt ?? post.updatedAt)} · ${readingMinutes(docText(post.content))} min read</p></li>`)}</ul></main>
<footer class="end">${next === undefined ? nothing : html`<p><a href="${next}" rel="next">Older posts</a></p>`}${foot(FEED_PATH)}</footer>`;
  return page({
    title: `${title} · Gloss`,
    description: `Posts: ${title}`,
    language: 'en',
    canonical: `${publicUrl}${path}`,
    isIndexable,
    theme: themeCss(plainTheme),
    paper: paperOf(plainTheme),
    head: nothing,
    body,
    feed: FEED_PATH,
  });
}

export function notFoundPage(publicUrl: string): Page {
  const body = html`<header class="bar"><a href="/">Gloss</a></header><main><header class="head"><h1>Page not found</h1><p class="lead">Its author may have unpublished it, or the address is wrong.</p></header></main>`;
  return page({
    title: 'Not found · Gloss',
    description: 'Page not found.',
    language: 'en',
    canonical: publicUrl,
    isIndexable: false,
    theme: themeCss(plainTheme),
    paper: paperOf(plainTheme),
    head: nothing,
    body,
    feed: FEED_PATH,
  });
}
