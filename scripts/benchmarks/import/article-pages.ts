/** Pages made from real articles, as many as needed, each with unique text. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseHTML } from 'linkedom';
import { decodeHtml } from '#pipeline/sources/decode-html.ts';
import { makeCorpus } from '../lib/corpus.ts';
import { evalData } from '../lib/retrieval.ts';

export const PICTURES = 4;
export interface ArticlePages {
  /** origin of the articles */
  from: string;
  page(n: number): string;
}

const MOST_ARTICLES = 500;
const GENERATED = 40;
const LEAST_PARAGRAPHS = 8;
const MOST_CHARACTERS = 400_000;
/** Placeholder for the page number. */
const MARK = '@@page@@';
/**
 * Elements that refer to other hosts or another address of the page. The measured pictures and
 * styles replace them.
 */
const REMOVED =
  'img,picture,source,video,audio,iframe,object,embed,svg,link,base,script[src],script[type*="ld+json"],meta[http-equiv],meta[property^="og:"],meta[name^="twitter:"]';

function files(): string[] {
  const folder = join(evalData(), 'articles');
  return ['news/html', 'web/html', 'pages']
    .map((part) => join(folder, part))
    .filter((part) => existsSync(part))
    .flatMap((part) =>
      readdirSync(part, { recursive: true, encoding: 'utf8' })
        .filter((name) => /(^|\/)source\.html\.gz$|html\.gz$/.test(name))
        .sort()
        .map((name) => join(part, name)),
    );
}

/** Returns the page split where its number is inserted; undefined if it contains no article. */
function template(html: string): string[] | undefined {
  const { document } = parseHTML(html);
  const { head, body } = document;
  const paragraphs = [...document.querySelectorAll('p')].filter(
    (it) => (it.textContent ?? '').length > 80,
  );
  if (paragraphs.length < LEAST_PARAGRAPHS || html.length > MOST_CHARACTERS) return undefined;
  for (const element of document.querySelectorAll(REMOVED)) element.remove();
  for (const element of document.querySelectorAll('style'))
    if (element.textContent?.includes('url(')) element.remove();
  for (const element of document.querySelectorAll('[style*="url("]'))
    element.removeAttribute('style');
  for (const paragraph of paragraphs) paragraph.append(` This is said in edition ${MARK}.`);
  const apart = Math.floor(paragraphs.length / PICTURES);
  for (let k = 0; k < PICTURES; k += 1)
    paragraphs[k * apart]?.insertAdjacentHTML(
      'afterend',
      `<p><img src="/picture/${MARK}/${k}.png" width="64" height="64" alt="Picture ${k}"></p>`,
    );
  const title = document.title.trim() || 'An article';
  document.querySelector('title')?.remove();
  const styles = ['a', 'b'].map((name) => `<link rel="stylesheet" href="/style/${name}.css">`);
  head.insertAdjacentHTML(
    'afterbegin',
    `<meta charset="utf-8">${styles.join('')}<meta property="og:image" content="/picture/${MARK}/0.png">`,
  );
  const name = document.createElement('title');
  name.textContent = `${title} (${MARK})`;
  head.append(name);
  return body ? document.toString().split(MARK) : undefined;
}

/** Prepares at most as many articles as pages. */
export function articlePages(pages: number): ArticlePages {
  const wanted = Math.min(pages, MOST_ARTICLES);
  const templates: string[][] = [];
  for (const file of files()) {
    if (templates.length >= wanted) break;
    const made = template(decodeHtml(gunzipSync(readFileSync(file))));
    if (made) templates.push(made);
  }
  const isReal = templates.length > 0;
  if (!isReal)
    for (const { bytes, contentType } of makeCorpus({
      web: GENERATED,
      pdf: 0,
      video: 0,
    }).files.values()) {
      const made = contentType.startsWith('text/html')
        ? template(new TextDecoder().decode(bytes))
        : undefined;
      if (made) templates.push(made);
    }
  return {
    from: `${templates.length} ${isReal ? 'real' : 'generated'} articles`,
    page: (n) => (templates[n % templates.length] ?? []).join(String(n)),
  };
}
