/**
 * Texts known to break applications: with each defence, and with it switched off, where they must
 * succeed.
 */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { z } from 'zod';
import { viewDocument } from '#api/features/content/view-document.ts';
import { HREFS, MARKUP } from '#api/features/posts/testing/xss-payloads.ts';
import { CHROMIUM } from '#pipeline/net/testing/chromium.ts';
import { sanitiseReader } from '#pipeline/stages/sanitise-reader.ts';
import { startGloss, withDataDir, type GlossProcess } from '../lib/gloss-process.ts';
import { evalData } from '../lib/retrieval.ts';
import { cameThrough, type AttackRow } from '../lib/attack.ts';
import { skipped } from '../lib/table.ts';

const WINDOWS = 3;
const PARAGRAPHS = 120;
const LONGEST_MS = 3_000;
/** Counts calls of the functions by which a payload shows that it ran. */
const COUNTER =
  'window.__ran = 0; for (const name of ["alert", "confirm", "prompt", "hit"]) window[name] = () => { window.__ran += 1; };';

function payloads(): string[] {
  const file = join(evalData(), 'security/naughty-strings/blns.json');
  const naughty = existsSync(file)
    ? z.array(z.string()).parse(JSON.parse(readFileSync(file, 'utf8')))
    : [];
  return [
    ...naughty,
    ...MARKUP,
    ...HREFS.map((href) => `<a href="${href}">x</a><iframe src="${href}"></iframe>`),
  ];
}

interface Wall {
  name: string;
  answer(payload: string, res: ServerResponse): void;
}
const html = (res: ServerResponse, body: string, headers: Record<string, string> = {}): void => {
  res.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...headers }).end(body);
};
const view = (content: string) =>
  viewDocument({
    html: content,
    mode: 'reader',
    header: '',
    title: 'x',
    language: 'en',
    contentUrl: 'http://usercontent.localhost',
    frameOrigin: "'none'",
  });
/** The view of a page is sanitised, and its Content Security Policy allows no scripts. Each is sufficient. */
const WALLS: readonly Wall[] = [
  {
    name: 'cleaned, under its policy',
    answer(payload, res) {
      const { html: body, headers } = view(sanitiseReader(payload, 'https://example.org/'));
      html(res, body, headers);
    },
  },
  {
    name: 'cleaned alone',
    answer(payload, res) {
      html(
        res,
        view(sanitiseReader(payload, 'https://example.org/')).html.replace(
          /<script nonce[^]*?<\/script>/,
          '',
        ),
      );
    },
  },
  {
    name: 'its policy alone',
    answer(payload, res) {
      html(res, `<!doctype html><body>${payload}</body>`, view('').headers);
    },
  },
  {
    name: 'neither (switched off)',
    answer(payload, res) {
      html(res, `<!doctype html><body>${payload}</body>`);
    },
  },
];

const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM ?? '',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    ],
  });
async function openWindow(): Promise<{ browser: Browser; page: Page }> {
  const browser = await launch();
  const context = await browser.newContext();
  await context.addInitScript(COUNTER);
  return { browser, page: await context.newPage() };
}

/** Returns how many of the addresses ran code. */
async function ran(addresses: readonly string[]): Promise<number> {
  const left = [...addresses];
  let count = 0;
  await Promise.all(
    Array.from({ length: Math.min(WINDOWS, addresses.length) }, async () => {
      let { browser, page } = await openWindow();
      for (let address = left.pop(); address !== undefined; address = left.pop()) {
        const looked = page
          .goto(address, { waitUntil: 'load', timeout: LONGEST_MS })
          .catch(() => undefined)
          .then(() => page.evaluate('window.__ran ?? 0'))
          .catch(() => undefined);
        const calls = await Promise.race([
          looked,
          new Promise<undefined>((resolve) => {
            setTimeout(resolve, 2 * LONGEST_MS, undefined);
          }),
        ]);
        if (Number(calls ?? 0) > 0) count += 1;
        if (calls !== undefined) continue;
        // A text that hangs the browser counts as not run; continues in another one.
        void browser.close().catch(() => undefined);
        ({ browser, page } = await openWindow());
      }
      await browser.close();
    }),
  );
  return count;
}

async function views(all: readonly string[]): Promise<AttackRow[]> {
  const server = createServer((req, res) => {
    const [, wall, at] = (req.url ?? '').split('/');
    const payload = all[Number(at)];
    if (payload === undefined) res.writeHead(404).end();
    else WALLS[Number(wall)]?.answer(payload, res);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const rows: AttackRow[] = [];
    for (const [wall, { name }] of WALLS.entries()) {
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      rows.push(
        cameThrough(
          'scripts in the view of a page',
          name,
          all.length,
          await ran(all.map((_, at) => `${origin}/${wall}/${at}`)),
        ),
      );
    }
    return rows;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/**
 * Publishes the texts through the API and reads them without a session; and shows them on a page
 * that escapes nothing.
 */
async function posts(gloss: GlossProcess, all: readonly string[]): Promise<AttackRow[]> {
  const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
  const texts = all.filter((text) => text !== '' && !text.includes('\0'));
  const addresses: string[] = [];
  const raw: string[] = [];
  const { _id: thread } = z
    .object({ _id: z.string() })
    .parse(await gloss.data('POST', 'threads', { title: 'Tried' }));
  for (let from = 0; from < texts.length; from += PARAGRAPHS) {
    const part = texts.slice(from, from + PARAGRAPHS);
    const { _id, url } = z.object({ _id: z.string(), url: z.string() }).parse(
      await gloss.data('POST', 'post/v1/create', {
        thread,
        blog_node_id: `n${from}`,
        title: part[0]?.slice(0, 120) ?? 'x',
        content: { type: 'doc', content: part.map((text) => paragraph(text)) },
      }),
    );
    await gloss.data('PUT', `post/v1/update-post/${_id}`, {
      status: 2,
      gist: part[1]?.slice(0, 120) ?? 'x',
    });
    addresses.push(url);
    raw.push(`<!doctype html><body>${part.map((text) => `<p>${text}</p>`).join('')}</body>`);
  }
  const server = createServer((req, res) => html(res, raw[Number(req.url?.slice(1))] ?? '')).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  try {
    const port = (server.address() as AddressInfo).port;
    return [
      cameThrough(
        'scripts in a published post',
        'encoded, under its policy',
        addresses.length,
        await ran(addresses),
      ),
      cameThrough(
        'scripts in a published post',
        'neither (switched off)',
        raw.length,
        await ran(raw.map((_, at) => `http://127.0.0.1:${port}/${at}`)),
      ),
    ];
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Sends each text to each input: checks the response, and whether the server is still running. */
async function texts(gloss: GlossProcess, all: readonly string[]): Promise<AttackRow[]> {
  let failed = 0;
  for (const text of all) {
    for (const [method, path, body] of [
      ['POST', 'threads', { title: text }],
      ['GET', `search?q=${encodeURIComponent(text.toWellFormed())}`, undefined],
      ['POST', 'thread/addSource', { threadId: text, url: text }],
      ['POST', 'ai/v2/title', { sentence: text }],
    ] as const) {
      const { status } = await gloss.call(method, path, body);
      if (status >= 500) failed += 1;
    }
  }
  return [cameThrough('server errors of texts to four routes', 'schemas', all.length * 4, failed)];
}

export async function attack(): Promise<AttackRow[]> {
  if (!CHROMIUM) {
    skipped('texts', 'no Chromium');
    return [];
  }
  const all = payloads();
  const rows = await views(all);
  await withDataDir(async (folder) => {
    const gloss = await startGloss(folder, {});
    try {
      rows.push(...(await posts(gloss, all)), ...(await texts(gloss, all)));
    } finally {
      await gloss.stop();
    }
  });
  return rows;
}
