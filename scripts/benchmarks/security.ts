/** What has been tried against others, tried here: with each wall standing, and with it taken away, where it must come through. */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { request } from 'undici';
import { z } from 'zod';
import { viewDocument } from '#api/features/content/view-document.ts';
import { HREFS, MARKUP } from '#api/features/posts/testing/xss-payloads.ts';
import { createGate } from '#pipeline/net/gate.ts';
import { createGuardedFetch } from '#pipeline/net/guarded-fetch.ts';
import { createPace } from '#pipeline/net/pace.ts';
import { CHROMIUM } from '#pipeline/net/testing/chromium.ts';
import { canary } from '#pipeline/net/testing/loopback.ts';
import { insideUrls } from '#pipeline/net/testing/notations.ts';
import { sanitiseReader } from '#pipeline/stages/sanitise.ts';
import { startGloss, withDataDir, type GlossProcess } from './lib/gloss-process.ts';
import { evalData } from './lib/retrieval.ts';
import { report, skipped, type Row } from './lib/table.ts';

const WINDOWS = 3;
const PARAGRAPHS = 120;
const LONGEST_MS = 3_000;
/** Counts whatever a payload calls to show that it ran. */
const COUNTER = 'window.__ran = 0; for (const name of ["alert", "confirm", "prompt", "hit"]) window[name] = () => { window.__ran += 1; };';

function payloads(): string[] {
  const file = join(evalData(), 'security/naughty-strings/blns.json');
  const naughty = existsSync(file) ? z.array(z.string()).parse(JSON.parse(readFileSync(file, 'utf8'))) : [];
  return [...naughty, ...MARKUP, ...HREFS.map((href) => `<a href="${href}">x</a><iframe src="${href}"></iframe>`)];
}

interface Wall { name: string; answer(payload: string, res: ServerResponse): void }
const html = (res: ServerResponse, body: string, headers: Record<string, string> = {}): void => { res.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...headers }).end(body); };
const view = (content: string) => viewDocument({ html: content, mode: 'reader', title: 'x', language: 'en', contentUrl: 'http://usercontent.localhost', frameOrigin: "'none'" });
/** The view of a page: cleaned, and under a policy that runs no script of its own. Either one is enough. */
const WALLS: readonly Wall[] = [
  { name: 'cleaned, under its policy', answer(payload, res) { const { html: body, headers } = view(sanitiseReader(payload, 'https://example.org/')); html(res, body, headers); } },
  { name: 'cleaned alone', answer(payload, res) { html(res, view(sanitiseReader(payload, 'https://example.org/')).html.replace(/<script nonce[^]*?<\/script>/, '')); } },
  { name: 'its policy alone', answer(payload, res) { html(res, `<!doctype html><body>${payload}</body>`, view('').headers); } },
  { name: 'neither (switched off)', answer(payload, res) { html(res, `<!doctype html><body>${payload}</body>`); } },
];

const launch = (): Promise<Browser> => chromium.launch({ executablePath: CHROMIUM ?? '', args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1'] });
async function openWindow(): Promise<{ browser: Browser; page: Page }> {
  const browser = await launch();
  const context = await browser.newContext();
  await context.addInitScript(COUNTER);
  return { browser, page: await context.newPage() };
}

/** How many of the addresses ran something. */
async function ran(addresses: readonly string[]): Promise<number> {
  const left = [...addresses];
  let count = 0;
  await Promise.all(Array.from({ length: Math.min(WINDOWS, addresses.length) }, async () => {
    let { browser, page } = await openWindow();
    for (let address = left.pop(); address !== undefined; address = left.pop()) {
      const looked = page.goto(address, { waitUntil: 'load', timeout: LONGEST_MS }).catch(() => undefined).then(() => page.evaluate('window.__ran ?? 0')).catch(() => undefined);
      const calls = await Promise.race([looked, new Promise<undefined>((resolve) => { setTimeout(resolve, 2 * LONGEST_MS, undefined); })]);
      if (Number(calls ?? 0) > 0) count += 1;
      if (calls !== undefined) continue;
      // What hangs a window is not what runs in it: another one goes on.
      void browser.close().catch(() => undefined);
      ({ browser, page } = await openWindow());
    }
    await browser.close();
  }));
  return count;
}

async function views(all: readonly string[]): Promise<Row[]> {
  const server = createServer((req, res) => {
    const [, wall, at] = (req.url ?? '').split('/');
    const payload = all[Number(at)];
    if (payload === undefined) res.writeHead(404).end();
    else WALLS[Number(wall)]?.answer(payload, res);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const rows: Row[] = [];
    for (const [wall, { name }] of WALLS.entries()) {
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      rows.push({ surface: 'the view of a page', defence: name, tried: all.length, 'came through': await ran(all.map((_, at) => `${origin}/${wall}/${at}`)) });
    }
    return rows;
  } finally { server.closeAllConnections(); server.close(); }
}

/** Published by the API, read by somebody who is not signed in; and the same texts on a page that encodes nothing. */
async function posts(gloss: GlossProcess, all: readonly string[]): Promise<Row[]> {
  const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
  const texts = all.filter((text) => text !== '' && !text.includes('\0'));
  const addresses: string[] = [];
  const raw: string[] = [];
  const { _id: thread } = z.object({ _id: z.string() }).parse(await gloss.data('POST', 'threads', { title: 'Tried' }));
  for (let from = 0; from < texts.length; from += PARAGRAPHS) {
    const part = texts.slice(from, from + PARAGRAPHS);
    const { _id, url } = z.object({ _id: z.string(), url: z.string() }).parse(await gloss.data('POST', 'post/v1/create', { thread, blog_node_id: `n${from}`, title: part[0]?.slice(0, 120) ?? 'x', content: { type: 'doc', content: part.map((text) => paragraph(text)) } }));
    await gloss.data('PUT', `post/v1/update-post/${_id}`, { status: 2, gist: part[1]?.slice(0, 120) ?? 'x' });
    addresses.push(url);
    raw.push(`<!doctype html><body>${part.map((text) => `<p>${text}</p>`).join('')}</body>`);
  }
  const server = createServer((req, res) => html(res, raw[Number(req.url?.slice(1))] ?? '')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const port = (server.address() as AddressInfo).port;
    return [
      { surface: 'a published post', defence: 'encoded, under its policy', tried: addresses.length, 'came through': await ran(addresses) },
      { surface: 'a published post', defence: 'neither (switched off)', tried: raw.length, 'came through': await ran(raw.map((_, at) => `http://127.0.0.1:${port}/${at}`)) },
    ];
  } finally { server.closeAllConnections(); server.close(); }
}

/** Each text where a text is taken: what the server answers, and whether it is still there. */
async function texts(gloss: GlossProcess, all: readonly string[]): Promise<Row[]> {
  let failed = 0;
  for (const text of all) {
    for (const [method, path, body] of [['POST', 'threads', { title: text }], ['GET', `search?q=${encodeURIComponent(text.toWellFormed())}`, undefined], ['POST', 'thread/addSource', { threadId: text, url: text }], ['POST', 'ai/v2/title', { sentence: text }]] as const) {
      const { status } = await gloss.call(method, path, body);
      if (status >= 500) failed += 1;
    }
  }
  return [{ surface: 'texts to four routes', defence: 'schemas', tried: all.length * 4, 'came through': failed }];
}

/** Every way to write the address of this machine, to a door that must stay untouched. */
async function addresses(): Promise<Row[]> {
  const [guarded, open] = [await canary(), await canary()];
  const made = createGuardedFetch({ gate: createGate({ ports: [guarded.port], resolve: async () => [{ address: '127.0.0.1', family: 4 }] }), pace: createPace({ concurrency: 50, perSecond: 1000 }) });
  const [inside, same] = [insideUrls(guarded.port), insideUrls(open.port)];
  await Promise.allSettled(inside.map((url) => made.fetch(url, { maxBytes: 1000, timeoutMs: 5000 })));
  await Promise.allSettled(same.map(async (url) => (await request(url, { headersTimeout: 1500 })).body.text()));
  const rows: Row[] = [
    { surface: 'addresses of this machine', defence: 'the gate', tried: inside.length, 'came through': guarded.hits.length },
    { surface: 'addresses of this machine', defence: 'none (switched off)', tried: same.length, 'came through': open.hits.length },
  ];
  await Promise.all([made.close(), guarded.close(), open.close()]);
  return rows;
}

export async function run(): Promise<void> {
  if (!CHROMIUM) { skipped('security', 'no Chromium'); return; }
  const all = payloads();
  const rows = await views(all);
  await withDataDir(async (folder) => {
    const gloss = await startGloss(folder, {});
    try { rows.push(...await posts(gloss, all), ...await texts(gloss, all)); } finally { await gloss.stop(); }
  });
  rows.push(...await addresses());
  report('security', `${all.length} texts that have broken others (${existsSync(join(evalData(), 'security')) ? 'the Big List of Naughty Strings and ours' : 'ours alone: GLOSS_EVAL_DATA has no others'}); “came through” must be 0 wherever nothing is switched off, and above 0 where it is`, rows);
  const wrong = rows.filter((row) => (String(row['defence']).includes('switched off') ? row['came through'] === 0 : row['came through'] !== 0));
  for (const row of wrong) process.stdout.write(`\nNOT AS IT SHOULD BE: ${row['surface']}, ${row['defence']}: ${row['came through']}\n`);
  if (wrong.length > 0) process.exitCode = 1;
}
