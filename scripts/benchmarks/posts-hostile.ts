/** Every text of a public list of hostile ones, published through the API and read by a browser without a session; beside a page that writes them as they are. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { z } from 'zod';
import { HREFS, MARKUP } from '#api/features/posts/testing/xss-payloads.ts';
import type { GlossProcess } from './lib/gloss-process.ts';
import { evalData } from './lib/retrieval.ts';
import { report } from './lib/table.ts';

const CHROMIUM = process.env['GLOSS_CHROME_PATH'] ?? '/usr/bin/chromium';
const AT_ONCE = 40;
const own = [...MARKUP, ...HREFS].map((it) => it.replaceAll(/hit\([^)]*\)/g, 'alert(1)'));
const texts = (): string[] => [...z.array(z.string()).parse(JSON.parse(readFileSync(join(evalData(), 'security/naughty-strings/blns.json'), 'utf8'))), ...own].filter((it) => it.trim() !== '');

const inline = (text: string, href?: string) => ({ type: 'text', text, ...(href === undefined ? {} : { marks: [{ type: 'link', attrs: { href } }] }) });
const blocksOf = (text: string): object[] => [
  { type: 'paragraph', content: [inline(text), inline(' '), inline('link', text)] }, { type: 'heading', attrs: { level: 2 }, content: [inline(text)] }, { type: 'codeBlock', attrs: { language: 'xml' }, content: [inline(text)] },
  { type: 'quote', attrs: { compAttrs: { context: text, speaker: text, timestamp: 1, source_id: '' } } }, { type: 'insight', attrs: { compAttrs: { text } } }, { type: 'question', attrs: { compAttrs: { question: text, options: [text, text], answer: 0 } } },
  { type: 'toggle', attrs: { summary: text }, content: [{ type: 'paragraph', content: [inline(text)] }] }, { type: 'math', attrs: { latex: text } }, { type: 'image', attrs: { file_key: 'x', alt: text, signedUrl: text } },
  { type: 'ai-chat', attrs: { question: text, answer: `${text}\n\n[x](${text}) ![x](${text})`, citations: [] } },
];
const pieces = (all: readonly string[]): string[][] => Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, at) => all.slice(at * AT_ONCE, (at + 1) * AT_ONCE));

/** How often a dialog opened: on its own, and once everything was pressed. */
async function tried(page: Page, show: () => Promise<unknown>): Promise<number> {
  let opened = 0;
  const count = () => { opened += 1; };
  page.on('dialog', count);
  await show().catch(() => undefined);
  await page.evaluate(() => {
    for (const it of document.querySelectorAll('details')) it.open = true;
    for (const it of document.querySelectorAll<HTMLElement>('summary, button, [tabindex], [onclick], a[href^="javascript" i]')) { it.focus(); it.click(); }
  }).catch(() => undefined);
  page.off('dialog', count);
  return opened;
}

export async function publishHostile(gloss: GlossProcess, thread: string): Promise<void> {
  const all = texts();
  const posts: string[] = [];
  const publish = async (block: string, post: object, form: object) => {
    const { _id } = z.object({ _id: z.string() }).parse(await gloss.data('POST', 'post/v1/create', { thread, blog_node_id: block, ...post }));
    posts.push(z.object({ url: z.string() }).parse(await gloss.data('PUT', `post/v1/update-post/${_id}`, { status: 2, ...form })).url);
  };
  for (const [at, some] of pieces(all).entries()) {
    // A text that no document can hold is refused; the others are published.
    const content = { type: 'doc', content: some.flatMap(blocksOf) };
    await publish(`text-${at}`, { title: `Texts ${at}`, content }, {});
  }
  for (const [at, text] of all.entries()) await publish(`title-${at}`, { title: text.trim().slice(0, 200) }, { gist: text.slice(0, 1000), description: text.slice(0, 5000), metadataTitle: text.slice(0, 120), metadataDescription: text.slice(0, 320), aiGeneratedTags: [text.trim().slice(0, 60)].filter(Boolean) });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage();
    page.on('dialog', (dialog) => { void dialog.dismiss().catch(() => undefined); });
    let executed = 0;
    for (const url of posts) executed += await tried(page, () => page.goto(url));
    let naive = 0;
    for (const text of all) {
      // What one text leaves behind in a page is not to keep the next from running.
      const peer = await browser.newPage();
      peer.on('dialog', (dialog) => { void dialog.dismiss().catch(() => undefined); });
      naive += Number(await tried(peer, () => peer.setContent(`<p>${text}</p><a href="${text}" title="${text}">x</a>`)) > 0);
      await peer.close();
    }
    report('posts-hostile', `${all.length} hostile texts in every field and block of ${posts.length} posts`, [
      { page: 'published posts of Gloss', 'texts': all.length, executed }, { page: 'a page that writes them as they are', 'texts': all.length, executed: naive },
    ]);
    if (executed > 0) throw new Error(`${executed} of them ran.`);
  } finally { await browser.close(); }
}
