/** Hostile web pages. Each has a title and a sentence, so that there is text to extract. */
import type { HostileText } from './hostile-document.ts';

const SENTENCE =
  '<p>Bees build wax combs in the dark, and the bees dance to say where the flowers are.</p>';

/** A complete page around `body`. */
const page = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Hostile bees</title>${head}</head><body>${SENTENCE}${body}${SENTENCE}</body></html>`;

const nested = (tag: string, count: number): string => page(`<${tag}>`.repeat(count));

/** Hostile element trees. */
const TREES: Record<string, () => string> = {
  'nested-bold': () => nested('b', 100_000),
  'nested-div': () => nested('div', 60_000),
  'nested-closed-div': () => page(`${'<div>'.repeat(20_000)}deep${'</div>'.repeat(20_000)}`),
  'nested-font': () =>
    page(Array.from({ length: 20_000 }, (_, n) => `<font size="${n % 7}">`).join('')),
  'nested-list': () => page('<ul><li>'.repeat(20_000)),
  'nested-list-text': () => page(`${'<div><ul>'.repeat(78)}${SENTENCE.repeat(10_000)}`),
  'nested-article': () =>
    page(`<article>${'<article><p>bee</p></article>'.repeat(10_000)}</article>`),
  'nested-table': () => page('<table><tr><td>'.repeat(10_000)),
  'nested-template': () => nested('template', 20_000),
  'nested-svg': () => page('<svg><g>'.repeat(10_000)),
  'nested-math': () => page('<math><mrow>'.repeat(10_000)),
  'nested-quote': () => page('<blockquote><p>words'.repeat(10_000)),
  'images-under-bold': () =>
    page(Array.from({ length: 4_000 }, (_, n) => `<b><img src="/${n}.png" alt="bee">`).join('')),
  'images-in-list': () => page(`<ul>${'<img src="/bee.png">'.repeat(20_000)}</ul>`),
  fields: () => page(`<div>${'<input type="email"><p>bee</p>'.repeat(10_000)}</div>`),
  'images-lazy': () =>
    page(
      Array.from({ length: 8_000 }, (_, n) => `<noscript><img src="/${n}.png"></noscript>`).join(
        '',
      ),
    ),
  'misnested-formatting': () => page('<a><b><i><p>'.repeat(4_000)),
  'formatting-and-blocks': () => page(`${'<b><i><u>'.repeat(500)}${'<p>words</p>'.repeat(2_000)}`),
  'closing-tags': () => page('</b></p></div>'.repeat(60_000)),
  'many-links': () =>
    page(Array.from({ length: 30_000 }, (_, n) => `<a href="/${n}">bee</a>`).join(' ')),
  'many-metas': () =>
    page(
      '',
      Array.from({ length: 20_000 }, (_, n) => `<meta property="p${n}" content="bee">`).join(''),
    ),
  'many-tracks': () =>
    page(
      `<video src="/v.mp4" controls>${Array.from({ length: 20_000 }, (_, n) => `<track src="/${n}.vtt" kind="captions">`).join('')}</video>`,
    ),
  'many-text-nodes': () => page('bee<br>'.repeat(120_000)),
};

/** Hostile tags and attributes. */
const TAGS: Record<string, () => string> = {
  'unclosed-attributes': () => page(`<p ${'a="'.repeat(60_000)}`),
  'many-attributes': () =>
    page(`<p ${Array.from({ length: 60_000 }, (_, n) => `a${n}="b"`).join(' ')}>words</p>`),
  'unclosed-tags': () => page('<a '.repeat(100_000)),
  'unclosed-scripts': () => page('<script'.repeat(60_000)),
  'unclosed-noscripts': () => page('<noscript '.repeat(60_000)),
  'unclosed-comments': () => page('<!--'.repeat(100_000)),
  'unclosed-forms': () => page('<form action="'.repeat(30_000)),
  'class-of-quotes': () => page(`<p ${'id="class="'.repeat(40_000)}>`),
  'half-comments': () => page('<!-- - '.repeat(60_000)),
  'srcset-candidates': () =>
    page(
      `<img srcset="${Array.from({ length: 40_000 }, (_, n) => `/${n}.png ${n}w`).join(', ')}">`,
    ),
  'srcset-spaces': () => page(`<img srcset="a${' '.repeat(300_000)}b">`),
  'srcset-commas': () => page(`<img data-srcset="${',\t'.repeat(150_000)}">`),
  'style-addresses': () => page(`<p style="${'background:url('.repeat(30_000)}">words</p>`),
  'base-spaces': () => page('<img src="a.png">', `<base href="${' '.repeat(300_000)}x">`),
  'title-spaces': () => page('', `<title>${' \n'.repeat(200_000)}bee</title>`),
  'language-dashes': () =>
    `<html lang="en${'-a'.repeat(100_000)}!"><body>${SENTENCE}</body></html>`,
  entities: () => page('&amp;&#x41;&notanentity'.repeat(40_000)),
  'doctype-open': () => `<!doctype ${'html '.repeat(100_000)}`,
  'meta-charset': () => `<meta charset="${'utf-8 '.repeat(60_000)}"><p>${SENTENCE}`,
};

/** Hostile scripts, styles and data within pages. */
const WITHIN: Record<string, () => string> = {
  'style-import-spaces': () => page('', `<style>@import${' '.repeat(2_000)}</style>`),
  'style-comment-open': () => page('', `<style>${'/*'.repeat(150_000)}</style>`),
  'style-urls-open': () => page('', `<style>${'a{b:url('.repeat(40_000)}</style>`),
  'styles-many': () => page('', '<style>@import "a.css";b{c:url(d.png)}</style>'.repeat(8_000)),
  'json-ld-deep': () =>
    page(
      '',
      `<script type="application/ld+json">${'['.repeat(150_000)}${']'.repeat(150_000)}</script>`,
    ),
  'json-ld-deep-objects': () =>
    page(
      '',
      `<script type="application/ld+json">${'{"@graph":'.repeat(40_000)}1${'}'.repeat(40_000)}</script>`,
    ),
  'json-ld-many': () =>
    page(
      '',
      '<script type="application/ld+json">{"@type":"Article","author":[[["a"]]]}</script>'.repeat(
        8_000,
      ),
    ),
  'json-ld-cdata': () =>
    page('', `<script type="application/ld+json">${']]>'.repeat(100_000)} {}</script>`),
  'math-braces': () => page(`<p>$$${'{'.repeat(50_000)}$$ \\(${'\\frac'.repeat(30_000)}\\)</p>`),
  'text-spaces': () => page(`<pre>${' '.repeat(400_000)}bee</pre>`),
  'text-one-word': () => page(`<p>${'bee'.repeat(200_000)}</p>`),
};

export const hostilePages = (): HostileText[] => [
  ...Object.entries({ ...TREES, ...TAGS, ...WITHIN }).map(
    ([name, text]): HostileText => ({
      name: `page-${name}`,
      kind: 'page',
      contentType: 'text/html; charset=utf-8',
      ending: 'html',
      text: text(),
    }),
  ),
  {
    name: 'page-plain-lines',
    kind: 'page',
    contentType: 'text/plain',
    ending: 'txt',
    text: `bees${'\n \t'.repeat(200_000)}x`,
  },
  {
    name: 'page-charset-header',
    kind: 'page',
    contentType: `text/html; charset${' '.repeat(4_000)}x`,
    ending: 'html',
    text: page(''),
  },
];
