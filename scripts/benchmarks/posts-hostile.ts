/**
 * Publishes every hostile text through the API in each field and each block, and opens it in a
 * Chromium without a session; next to a page that shows the texts unescaped, where they must run.
 * `GLOSS_HOSTILE_TEXTS` names further lists: files of JSON (texts, or objects with a `payload`) or
 * of a text a line.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { z } from 'zod';
import { HREFS, MARKUP } from '#api/features/posts/testing/xss-payloads.ts';
import { CHROMIUM } from '#pipeline/net/testing/chromium.ts';
import type { GlossProcess } from './lib/gloss-process.ts';
import { evalData } from './lib/retrieval.ts';
import { report } from './lib/table.ts';

const TEXTS_A_POST = 40;
const FRAMES_A_PAGE = 20;
const WINDOWS = 2;
const MOST_MS = 10_000;
/** Functions by which a text shows that it ran; each call reports the text. */
const CALLS = ['alert', 'confirm', 'prompt', 'print', 'hit'];
const CALLED = new RegExp(`\\b(${CALLS.join('|')})\\([^()]*\\)`, 'g');

const Listed = z.array(
  z.union([z.string(), z.object({ payload: z.string() }).transform((it) => it.payload)]),
);
const read = (file: string): string[] => {
  const text = readFileSync(file, 'utf8');
  return file.endsWith('.json') ? Listed.parse(JSON.parse(text)) : text.split('\n');
};

/** Returns unique texts that JSON and the database can store. */
export function hostileTexts(): string[] {
  const shared = join(evalData(), 'security/naughty-strings/blns.json');
  const lists = [
    ...(existsSync(shared) ? [shared] : []),
    ...(process.env['GLOSS_HOSTILE_TEXTS'] ?? '').split(',').filter(Boolean),
  ];
  const all = [...MARKUP, ...HREFS, ...lists.flatMap(read)].map((it) =>
    it.toWellFormed().replaceAll('\0', ''),
  );
  return [...new Set(all)]
    .filter((it) => it.trim() !== '')
    .map((it, at) => it.replaceAll(CALLED, `$1(${at})`));
}

const inline = (text: string, href?: string) => ({
  type: 'text',
  text,
  ...(href === undefined ? {} : { marks: [{ type: 'link', attrs: { href } }] }),
});
const blocksOf = (text: string): object[] => [
  {
    type: 'paragraph',
    content: [
      inline(text),
      inline(' '),
      inline('link', text),
      {
        type: 'place',
        attrs: { source_id: text, medium: 'flow', place: 1, quote: text, label: text },
      },
      { type: 'math-inline', attrs: { latex: text } },
    ],
  },
  { type: 'heading', attrs: { level: 2 }, content: [inline(text)] },
  { type: 'codeBlock', attrs: { language: 'xml' }, content: [inline(text)] },
  { type: 'codeBlock', attrs: { language: text }, content: [inline(text)] },
  {
    type: 'quote',
    attrs: { compAttrs: { context: text, speaker: text, timestamp: 1, source_id: '' } },
  },
  { type: 'insight', attrs: { compAttrs: { text } } },
  { type: 'question', attrs: { compAttrs: { question: text, options: [text, text], answer: 0 } } },
  { type: 'clip', attrs: { clip_heading: text, clip_text: text, start: 1, end: 2 } },
  { type: 'web-clip', attrs: { text, paragraph: 1 } },
  { type: 'pdf-clip', attrs: { text } },
  {
    type: 'toggle',
    attrs: { summary: text },
    content: [{ type: 'paragraph', content: [inline(text)] }],
  },
  { type: 'math', attrs: { latex: text } },
  { type: 'image', attrs: { file_key: 'x', alt: text, signedUrl: text } },
  {
    type: 'ai-chat',
    attrs: { question: text, answer: `${text}\n\n[x](${text}) ![x](${text})`, citations: [] },
  },
  { type: 'ai-note', attrs: { note_title: text, note_content: text, citations: [] } },
  { type: 'summary', attrs: { clip_heading: text, summary: text, citations: [] } },
];
const pieces = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );

/** Publishes blocks with all texts, then a post per text with the text in its fields. */
async function publishAll(
  gloss: GlossProcess,
  thread: string,
  all: readonly string[],
): Promise<string[]> {
  const urls: string[] = [];
  const publish = async (block: string, post: object, form: object) => {
    const { _id } = z
      .object({ _id: z.string() })
      .parse(await gloss.data('POST', 'post/v1/create', { thread, blog_node_id: block, ...post }));
    urls.push(
      z
        .object({ url: z.string() })
        .parse(await gloss.data('PUT', `post/v1/update-post/${_id}`, { status: 2, ...form })).url,
    );
  };
  for (const [at, some] of pieces(all, TEXTS_A_POST).entries())
    await publish(
      `text-${at}`,
      { title: `Texts ${at}`, content: { type: 'doc', content: some.flatMap(blocksOf) } },
      {},
    );
  for (const [at, text] of all.entries()) {
    const tag = text.trim().slice(0, 60).trim();
    await publish(
      `title-${at}`,
      { title: text.trim().slice(0, 200).trim() },
      {
        gist: text.slice(0, 1000),
        description: text.slice(0, 5000),
        metadataTitle: text.slice(0, 120),
        metadataDescription: text.slice(0, 320),
        aiGeneratedTags: tag === '' ? [] : [tag],
      },
    );
  }
  return urls;
}

/**
 * Opens a new browser context. Code that runs in any frame reports its text; requests to other
 * hosts are recorded and blocked.
 */
async function openWindow(
  browser: Browser,
  own: string,
  ran: Set<string>,
  asked: Set<string>,
): Promise<BrowserContext> {
  const context = await browser.newContext();
  await context.exposeBinding('__ran', ({ frame }, which: string) => {
    ran.add(/^\d+$/.test(which) ? which : frame.name() || `${frame.url()} ${which}`);
  });
  await context.addInitScript((calls: string[]) => {
    const tell = (globalThis as unknown as { __ran(which: string): void }).__ran;
    for (const name of calls)
      Object.defineProperty(globalThis, name, {
        value: (which?: unknown) => {
          tell(String(which));
        },
        writable: true,
        configurable: true,
      });
  }, CALLS);
  await context.route(
    (url) => !url.href.startsWith(own) && /^(https?|ftp|wss?):/.test(url.protocol),
    (route) => {
      asked.add(route.request().url());
      return route.abort();
    },
  );
  // Blocks fonts, which run nothing and wouldn't be cached in an intercepted context.
  await context.route(`${own}/p/assets/fonts/*`, (route) => route.abort());
  return context;
}

/**
 * Clicks everything that doesn't navigate, and counts elements that must not be in a page.
 */
function press(): string[] {
  const leftovers: string[] = [];
  for (const it of document.querySelectorAll('*')) {
    const bad = [...it.attributes].some(
      ({ name, value }) =>
        name.startsWith('on') ||
        name === 'style' ||
        name === 'srcdoc' ||
        (/^(href|src|action|formaction|xlink:href|data|poster|background)$/.test(name) &&
          /^[\s\u0000-\u001f]*(?!https?:|mailto:)[a-z][a-z\d+.-]*\s*:/i.test(value)),
    );
    if (
      bad ||
      /^(iframe|object|embed|form|input|base|style|svg|template|frame)$/i.test(it.localName)
    )
      leftovers.push(it.outerHTML.slice(0, 200));
  }
  for (const it of document.querySelectorAll('details')) it.open = true;
  for (const it of document.querySelectorAll<HTMLElement>(
    'summary, button, [tabindex], .text a:not([href^=http]):not([href^=mailto])',
  )) {
    it.focus();
    it.click();
  }
  return leftovers.filter((it) => !it.startsWith('<style>:root'));
}

async function visitAll(
  browser: Browser,
  own: string,
  addresses: readonly string[],
): Promise<{ ran: Set<string>; asked: Set<string>; left: string[] }> {
  const [ran, asked, left, waiting] = [
    new Set<string>(),
    new Set<string>(),
    [] as string[],
    addresses.toReversed(),
  ];
  await Promise.all(
    Array.from({ length: WINDOWS }, async () => {
      const context = await openWindow(browser, own, ran, asked);
      const page = await context.newPage();
      for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
        const answer = await page.goto(url, { timeout: MOST_MS });
        if (!answer?.ok()) throw new Error(`${url} answered ${answer?.status()}`);
        // The browser renders XML in its own page.
        if (answer.headers()['content-type']?.startsWith('text/html'))
          left.push(...(await page.evaluate(press)));
      }
      await context.close();
    }),
  );
  return { ran, asked, left };
}

/** Shows each text unescaped in a separate frame. */
async function naive(browser: Browser, all: readonly string[]): Promise<Set<string>> {
  const [ran, asked] = [new Set<string>(), new Set<string>()];
  const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const show = async (page: Page, some: readonly (readonly [number, string])[]) => {
    await page.setContent(
      some
        .map(
          ([at, text]) =>
            `<iframe name="${at}" srcdoc="${quoted(`<p>${text}</p><a href="${text}" title="${text}">x</a>`)}"></iframe>`,
        )
        .join(''),
      { timeout: MOST_MS, waitUntil: 'load' },
    );
    for (const frame of page.frames()) await frame.evaluate(press).catch(() => undefined);
  };
  for (const some of pieces([...all.entries()], FRAMES_A_PAGE)) {
    const context = await openWindow(browser, 'about:', ran, asked);
    const page = await context.newPage();
    // A text that navigates away ends only its own page.
    await Promise.race([show(page, some).catch(() => undefined), wait(MOST_MS)]);
    await context.close();
  }
  return new Set([...ran].filter((it) => /^\d+$/.test(it)));
}

export async function publishHostile(gloss: GlossProcess, thread: string): Promise<void> {
  const all = hostileTexts();
  const urls = await publishAll(gloss, thread, all);
  const { user } = z
    .object({ docs: z.array(z.object({ user: z.string() })) })
    .parse(await gloss.data('GET', 'posts?limit=1')).docs[0] ?? { user: '' };
  const lists = [`${gloss.url}/feed.xml`, `${gloss.url}/sitemap.xml`, `${gloss.url}/p/by/${user}`];
  const browser = await chromium.launch({
    executablePath: CHROMIUM ?? '',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const { ran, asked, left } = await visitAll(browser, gloss.url, [...urls, ...lists]);
    const unescaped = await naive(browser, all);
    report(
      'posts-hostile',
      `${all.length.toLocaleString('en')} hostile texts in every field and block of ${urls.length.toLocaleString('en')} posts, read without a session`,
      [
        {
          page: 'published posts of Gloss',
          texts: all.length,
          pages: urls.length + lists.length,
          executed: ran.size,
          'asked of other hosts': asked.size,
          'left in the page': left.length,
        },
        {
          page: 'a page that writes them as they are',
          texts: all.length,
          executed: unescaped.size,
        },
      ],
    );
    for (const it of [...ran, ...asked, ...left].slice(0, 20)) process.stderr.write(`${it}\n`);
    if (ran.size + asked.size + left.length > 0)
      throw new Error(
        `${ran.size} of them ran, ${asked.size} asked elsewhere, ${left.length} stand in a page.`,
      );
    if (unescaped.size === 0)
      throw new Error('None ran where nothing holds them: this shows nothing.');
  } finally {
    await browser.close();
  }
}
