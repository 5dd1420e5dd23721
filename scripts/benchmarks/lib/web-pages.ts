/**
 * Pages of all kinds with snippets that their text must or must not contain, and the scoring of
 * extractions.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { decodeHtml } from '#pipeline/sources/decode-html.ts';
import { evalData } from './retrieval.ts';

const Snippets = z.record(
  z.string(),
  z.object({ file: z.string(), with: z.array(z.string()), without: z.array(z.string()) }),
);

export const WEB_KINDS = ['forum', 'recipe', 'shop', 'docs', 'news', 'blog', 'other'] as const;
export type WebKind = (typeof WEB_KINDS)[number];

export interface WebPage {
  name: string;
  url: string;
  html: string;
  kind: WebKind;
  /** snippets of the article */
  wanted: readonly string[];
  /** snippets of the page around it */
  unwanted: readonly string[];
}

const declares = (html: string, type: string): boolean =>
  new RegExp(
    `"@type"\\s*:\\s*\\[?\\s*"${type}"|itemtype=["']https?://schema\\.org/${type}["']`,
  ).test(html);
const generator = (html: string, names: string): boolean =>
  new RegExp(`name=["']generator["'] content=["'](${names})`, 'i').test(html);

const anyOf = (...parts: string[]): RegExp => new RegExp(parts.join('|'), 'i');
const FORUM_ADDRESS = anyOf(
  'forum|viewtopic|showthread|/threads?[/.]|/boards?/|community\\.',
  'reddit\\.com|stackexchange|stackoverflow|ycombinator|discourse',
);
const DOCS_HOST = anyOf('^https?://docs\\.|developer\\.|wikipedia|\\.wiki|readthedocs');
const DOCS_PATH = anyOf('/(docs?|documentation|manual|reference|help|hilfe|wiki)/');
const NEWS_PATH = anyOf(
  '/(news|newsticker|politik|politica|nachrichten|noticias?|aktuell\\w*)/',
  '/(wirtschaft|sport|panorama|nacionales|sociedad)/',
);

/** Detects the kind from the address and the declarations of the page, because the data has no kinds. */
export function webKind(url: string, html: string): WebKind {
  if (
    declares(html, '(DiscussionForumPosting|QAPage)') ||
    FORUM_ADDRESS.test(url) ||
    generator(html, 'phpBB|vBulletin|XenForo|Discourse|MyBB|SMF|Burning')
  )
    return 'forum';
  if (declares(html, 'Recipe') || /rezept|recipe|receta|recette|przepis|kochen|cook/i.test(url))
    return 'recipe';
  if (
    declares(html, 'Product') ||
    /og:type["'] content=["'](og:)?product/i.test(html) ||
    /\/(shop|products?|produkte?)\//i.test(url)
  )
    return 'shop';
  if (
    DOCS_HOST.test(url) ||
    DOCS_PATH.test(url) ||
    generator(html, 'MediaWiki|Sphinx|Docusaurus|mkdocs')
  )
    return 'docs';
  if (declares(html, '(News|Reportage)\\w*Article') || NEWS_PATH.test(url)) return 'news';
  if (
    /blog|wordpress|typepad/i.test(url) ||
    generator(html, 'WordPress|Blogger') ||
    declares(html, 'Blog\\w*')
  )
    return 'blog';
  return 'other';
}

export function webPages(): WebPage[] {
  const folder = join(evalData(), 'articles/web');
  const index = join(folder, 'snippets.json');
  if (!existsSync(index)) return [];
  const pages = Snippets.parse(JSON.parse(readFileSync(index, 'utf8')));
  return Object.entries(pages).map(([key, { file, with: wanted, without: unwanted }]) => {
    const html = decodeHtml(gunzipSync(readFileSync(join(folder, 'html', `${file}.gz`))));
    const url = /^https?:/.test(key) ? key.trim() : `http://fakehost/${encodeURIComponent(file)}`;
    return { name: file, url, html, kind: webKind(key, html), wanted, unwanted };
  });
}

export interface SnippetCounts {
  pages: number;
  found: number;
  lost: number;
  /** unwanted snippets in the text */
  kept: number;
  unread: number;
}

const tidy = (text: string): string => text.replace(/\s+/gu, ' ').trim();

export function countSnippets(
  pages: readonly WebPage[],
  textOf: (page: WebPage) => string,
): SnippetCounts {
  const counts = { pages: pages.length, found: 0, lost: 0, kept: 0, unread: 0 };
  for (const page of pages) {
    const text = tidy(textOf(page));
    const inText = (snippet: string) => text.includes(tidy(snippet));
    const found = page.wanted.filter(inText).length;
    counts.found += found;
    counts.lost += page.wanted.length - found;
    counts.kept += page.unwanted.filter(inText).length;
    if (text === '') counts.unread += 1;
  }
  return counts;
}

export function snippetScore({ found, lost, kept }: SnippetCounts) {
  const [precision, recall] = [found / (found + kept), found / (found + lost)];
  return { precision, recall, F1: (2 * precision * recall) / (precision + recall) };
}
