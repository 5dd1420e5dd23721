import { expect, test } from 'vitest';
import { countSnippets, snippetScore, webKind, type WebPage } from './web-pages.ts';

const page = (name: string, wanted: string[], unwanted: string[]): WebPage => ({
  name,
  url: `https://harbour.example/${name}`,
  html: '',
  kind: 'other',
  wanted,
  unwanted,
});

test('a snippet matches whatever its white space', () => {
  const pages = [page('a', ['the ferry', 'came home'], ['Share']), page('b', ['ice'], ['Menu'])];
  const texts: Record<string, string> = { a: 'The tale of the\n ferry. Share', b: '' };
  const counts = countSnippets(pages, ({ name }) => texts[name] ?? '');
  expect(counts).toEqual({ pages: 2, found: 1, lost: 2, kept: 1, unread: 1 });
  expect(snippetScore(counts)).toEqual({ precision: 0.5, recall: 1 / 3, F1: 0.4 });
});

test.each([
  ['forum', 'https://harbour.example/forum/viewtopic.php?t=7', ''],
  ['recipe', 'https://harbour.example/cod', '<script>{"@type": "Recipe"}</script>'],
  ['shop', 'https://harbour.example/p', '<meta property="og:type" content="product">'],
  ['docs', 'https://docs.harbour.example/locks', ''],
  ['news', 'https://harbour.example/a', '<script>{"@type":"NewsArticle"}</script>'],
  ['blog', 'https://harbour.example/a', '<meta name="generator" content="WordPress 6">'],
  ['other', 'https://harbour.example/a', ''],
])('recognises a page of the kind %s', (kind, url, html) => {
  expect(webKind(url, html)).toBe(kind);
});
