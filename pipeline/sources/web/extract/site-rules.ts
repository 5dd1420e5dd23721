/**
 * Rules for platforms whose pages mark their text exactly. A rule recognises its platform by host
 * or by a mark in the page, so that it covers every site on that platform; its `content` may match
 * several parts, which follow each other. Rules are data: without a rule, the extractors decide.
 */
export interface SiteRule {
  name: string;
  /** matches the page's host without `www.` */
  host?: RegExp;
  /** matches the page's path */
  path?: RegExp;
  /** prefix of the page's `generator` */
  generator?: string;
  /** selector that the page must match */
  mark?: string;
  content: string;
  remove?: string;
}

export const SITE_RULES: readonly SiteRule[] = [
  {
    name: 'MediaWiki',
    generator: 'MediaWiki',
    content: '#mw-content-text .mw-parser-output',
    remove:
      '.mw-editsection,.navbox,.vertical-navbox,.sidebar,.toc,#toc,.noprint,.metadata,.ambox,.sistersitebox,.catlinks,.mw-jump-link,.shortdescription,.mw-empty-elt,.mw-cite-backlink,.navigation-not-searchable,.portalbox,.stub',
  },
  {
    name: 'GitHub',
    host: /^(gist\.)?github\.com$/,
    content: '.markdown-body',
    remove:
      '.anchor,.octicon,clipboard-copy,.zeroclipboard-container,.snippet-clipboard-content button',
  },
  {
    name: 'Stack Exchange',
    mark: '#question .js-post-body,#question .s-prose',
    content: '#question .js-post-body,#answers .js-post-body',
    remove: '.js-post-menu,.post-signature,.comments,.js-post-notice,.snippet-ctas',
  },
  {
    name: 'arXiv',
    host: /^(export\.)?arxiv\.org$/,
    path: /^\/abs\//,
    content: 'blockquote.abstract',
    remove: '.descriptor',
  },
  {
    name: 'Hacker News',
    host: /^news\.ycombinator\.com$/,
    content: '.fatitem .toptext,.comment-tree .commtext',
    remove: '.reply',
  },
  {
    name: 'Reddit',
    host: /^(old|np)\.reddit\.com$/,
    path: /\/comments\//,
    content: '#siteTable .usertext-body,.commentarea .usertext-body',
  },
  {
    name: 'Discourse',
    generator: 'Discourse',
    content: '.topic-body .cooked,.topic-body .post[itemprop="text"]',
    remove: '.lightbox .meta,.crawler-post-meta,.post-menu-area,.post-likes,.topic-map',
  },
  {
    name: 'XenForo',
    mark: 'html#XF .message-body .bbWrapper',
    content: '.message-body .bbWrapper',
    remove: '.bbCodeBlock-expandLink,.js-unfurl,.message-lastEdit,.bbCodeBlock-shrinkLink',
  },
  {
    name: 'phpBB',
    mark: 'body#phpbb .postbody .content',
    content: '.postbody .content',
    remove: '.signature,.notice,.codebox p:first-child',
  },
  {
    name: 'vBulletin',
    generator: 'vBulletin',
    content: '[id^="post_message_"],.js-post__content-text',
    remove: '.bbcode_description,.signature',
  },
  {
    name: 'MyBB',
    mark: '#posts .post .post_body',
    content: '#posts .post .post_body',
  },
  {
    name: 'Simple Machines Forum',
    mark: '#forumposts .post .inner[id^="msg_"]',
    content: '#forumposts .post .inner[id^="msg_"]',
  },
  {
    name: 'WoltLab',
    mark: '.wbbPost .messageText,.messageList .messageText',
    content: '.messageList .messageText,.wbbPost .messageText',
  },
  {
    name: 'Docusaurus',
    generator: 'Docusaurus',
    content: '.theme-doc-markdown,article .markdown',
    remove:
      '.hash-link,.theme-doc-toc-mobile,.theme-doc-breadcrumbs,.pagination-nav,.theme-doc-footer,button',
  },
  {
    name: 'MkDocs',
    generator: 'mkdocs',
    content: 'article.md-content__inner,.rst-content div[role="main"]',
    remove: '.headerlink,.md-content__button,.md-source-file,.md-feedback,.md-clipboard',
  },
  {
    name: 'VitePress',
    generator: 'VitePress',
    content: '.vp-doc',
    remove: '.header-anchor,button.copy,span.lang,.line-numbers-wrapper',
  },
  {
    name: 'rustdoc',
    generator: 'rustdoc',
    content: '#main-content',
    remove:
      '.src,.anchor,.doc-anchor,#copy-path,.out-of-band,rustdoc-toolbar,rustdoc-breadcrumbs,.tooltip',
  },
  {
    name: 'Sphinx',
    mark: 'script#documentation_options,link[href*="_static/pygments.css"],script[src*="_static/documentation_options.js"]',
    content: '[role="main"],.bd-article,article#furo-main-content',
    remove:
      '.headerlink,.viewcode-link,.copybtn,.sphinxsidebar,.related,.rst-breadcrumbs-buttons,.wy-breadcrumbs,.prev-next-area,.toctree-wrapper .caption,.rst-footer-buttons,footer,[role="navigation"]',
  },
];

const MARKS = SITE_RULES.flatMap(({ mark }) => mark ?? []).join(',');

/**
 * Returns the rule of the page's platform. Must run before scripts and sheets are removed, because
 * some platforms are recognised by them.
 */
export function siteRule(document: Document, pageUrl: string): SiteRule | undefined {
  const { hostname, pathname } = new URL(pageUrl);
  const bare = hostname.replace(/^www\./, '');
  const made =
    document.head.querySelector('meta[name="generator" i]')?.getAttribute('content') ?? '';
  const isMarked = document.querySelector(MARKS) !== null;
  return SITE_RULES.find(
    ({ host, path, generator, mark }) =>
      (host === undefined || host.test(bare)) &&
      (path === undefined || path.test(pathname)) &&
      (generator === undefined || made.startsWith(generator)) &&
      (mark === undefined || (isMarked && document.querySelector(mark) !== null)),
  );
}

/** Copies the parts that match the rule; undefined if the page has none. */
export function contentByRule(
  document: Document,
  { content, remove }: SiteRule,
): Element | undefined {
  const parts = [...document.querySelectorAll(content)];
  const outer = parts.filter(
    (part) => !parts.some((other) => other !== part && other.contains(part)),
  );
  if (outer.length === 0) return undefined;
  const copy = document.createElement('div');
  copy.append(...outer.map((part) => part.cloneNode(true)));
  if (remove !== undefined) for (const element of copy.querySelectorAll(remove)) element.remove();
  return copy;
}
