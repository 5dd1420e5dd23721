import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { launch } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, CHROMIUM_ARGS } from '#pipeline/net/testing/chromium.ts';
import { sanitiseReader } from '#pipeline/stages/sanitise-reader.ts';
import { sanitiseWeb } from '#pipeline/stages/sanitise-web.ts';
import {
  loopbackNet,
  serveLoopback,
  type LoopbackSite,
  type ServedFile,
} from '#pipeline/testing/loopback-net.ts';
import type { ExtractInput, Fetched, FetchInput } from '#pipeline/sources/contract.ts';
import { readBytesHere } from '#pipeline/testing/read-bytes-here.ts';
import { archivePage, extractPage } from './extract-page.ts';
import { fetchPage } from '../fetch-page.ts';
import type { Needs } from '../page-reading.ts';
import { readPage } from './read-page.ts';
import { fetchPageAssets, fetchResources, RESOURCE_LIMITS } from '../page-resources.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const STORY =
  'The pilots of the sound keep a book in which every crossing is written down, with the wind, the tide, the hour and the name of the hand that held the wheel. ';
const PAGE = `<!doctype html><html lang="en"><head><title>The pilots' book</title>
<link rel="stylesheet" href="/site.css"><link rel="stylesheet" href="/gone.css"><link rel="stylesheet" href="/wide.css" media="(min-width: 1px)">
<style>h1 { background: url(dot.png) }</style><script src="/app.js"></script></head>
<body><article><h1>The pilots' book</h1><p>${STORY.repeat(4)}</p>
<figure><img data-src="lazy.png" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="the book"><figcaption>The book in its box.</figcaption></figure>
<p>${STORY.repeat(3)}</p><p style="background-image: url('dot.png')">${STORY}</p><img src="missing.png" alt="the key"><img src="html.png" alt="no picture"><img src="drawing.svg" alt="a drawing"></article></body></html>`;
const FILES: Record<string, ServedFile> = {
  'page.html': { bytes: Buffer.from(PAGE), contentType: 'text/html' },
  'site.css': {
    bytes: Buffer.from('@import "theme/colours.css"; body { max-width: 700px }'),
    contentType: 'text/css',
  },
  'theme/colours.css': {
    bytes: Buffer.from(
      '@import "deeper.css"; h1 { color: rgb(1, 2, 3) } p { background: url(../dot.png) }',
    ),
    contentType: 'text/css',
  },
  'wide.css': { bytes: Buffer.from('h1 { margin-left: 7px }'), contentType: 'text/css' },
  'dot.png': { bytes: PNG, contentType: 'image/png' },
  'lazy.png': { bytes: PNG, contentType: 'image/png' },
  'html.png': { bytes: Buffer.from('<script>alert(1)</script>'), contentType: 'image/png' },
  'drawing.svg': {
    bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    contentType: 'image/svg+xml',
  },
};
const LIMITS = { maxPageBytes: 20_000_000, maxPdfBytes: 1 };
const input = (url: string): FetchInput => ({
  url,
  signal: AbortSignal.timeout(20_000),
  limits: LIMITS,
  report: () => undefined,
  net: loopbackNet(),
  readBytes: readBytesHere,
});
const extractInput = ({ finalUrl, facts, notes, parts }: Fetched): ExtractInput => ({
  url: finalUrl,
  facts,
  notes,
  part: (name) => parts.find((part) => part.name === name)?.bytes,
  report: () => undefined,
});
/** Fetches the page like the stages: its text first, then its resources. */
async function fetchWithAssets(url: string): Promise<Fetched> {
  const fetched = await fetchPage(input(url));
  const { parts, notes } = await fetchPageAssets({ ...input(url), notes: fetched.notes });
  return {
    ...fetched,
    parts: [...fetched.parts, ...parts],
    notes: { ...fetched.notes, ...notes },
  };
}

let site: LoopbackSite;
beforeAll(async () => {
  site = await serveLoopback((path) => FILES[path]);
});
afterAll(() => site.close());

test.skipIf(CHROMIUM === undefined)(
  'the complete page is displayed without requests (skipped without Chromium)',
  async () => {
    const fetched = await fetchWithAssets(`${site.origin}/page.html`);
    expect(fetched.notes).toMatchObject({ read: 'plain', missed: 3 });
    const { snapshot } = await extractPage(extractInput(fetched));
    const reader = sanitiseReader(snapshot.readerHtml ?? '', fetched.finalUrl);
    // Pictures keep their addresses: saved ones are inserted when the view is served.
    expect(reader).toContain(`src="${site.origin}/lazy.png"`);
    expect(reader).toContain('The book in its box.');
    expect(reader).toContain(`src="${site.origin}/missing.png"`);

    const web = sanitiseWeb(archivePage(extractInput(fetched)), fetched.finalUrl);
    const browser = await launch({
      executablePath: CHROMIUM ?? '',
      headless: true,
      args: [...CHROMIUM_ARGS],
    });
    try {
      const tab = await browser.newPage();
      const asked: string[] = [];
      tab.on('request', (request) => {
        if (!request.url().startsWith('data:')) asked.push(request.url());
      });
      await tab.setContent(web, { waitUntil: 'load' });
      await tab.waitForNetworkIdle();
      expect(asked).toEqual([]);
      const looks = await tab.evaluate(`(() => {
      const h1 = getComputedStyle(document.querySelector('h1'));
      return { colour: h1.color, margin: h1.marginLeft, backdrop: h1.backgroundImage.slice(0, 20), paragraph: getComputedStyle(document.querySelector('p')).backgroundImage.slice(0, 20), width: getComputedStyle(document.body).maxWidth,
        images: [...document.images].map((image) => image.naturalWidth), scripts: document.scripts.length, marks: document.querySelectorAll('[data-p]').length };
    })()`);
      expect(looks).toEqual({
        colour: 'rgb(1, 2, 3)',
        margin: '7px',
        backdrop: 'url("data:image/png;',
        paragraph: 'url("data:image/png;',
        width: '700px',
        images: [1, 0, 0, 0],
        scripts: 0,
        marks: snapshot.segments.length,
      });
    } finally {
      await browser.close();
    }
  },
);

describe('fetching the resources of a page', () => {
  const needsOf = (html: string): Needs =>
    readPage({
      bytes: Buffer.from(html),
      url: `${site.origin}/page.html`,
      contentType: 'text/html; charset=utf-8',
      isText: false,
    }).needs;
  const resourcesOf = (
    html: string,
    limits: Partial<typeof RESOURCE_LIMITS>,
    signal = AbortSignal.timeout(20_000),
  ) =>
    fetchResources(
      needsOf(html),
      { net: loopbackNet(), readBytes: readBytesHere, signal },
      { ...RESOURCE_LIMITS, ...limits },
    );

  test('style sheets come first, then the larger pictures, within the number allowed', async () => {
    const { resources } = await resourcesOf(
      '<link rel=stylesheet href=/wide.css><img src=dot.png width=10 height=10><img src=lazy.png width=600 height=400>',
      { count: 2 },
    );
    expect(resources.map(({ url, type }) => [url.slice(site.origin.length), type])).toEqual([
      ['/wide.css', 'text/css'],
      ['/lazy.png', 'image/png'],
    ]);
  });

  test('pictures of the article come before larger ones around it', async () => {
    const { resources } = await resourcesOf(
      '<img src=dot.png width=900 height=900><article><img src=lazy.png width=60 height=40></article>',
      { count: 1 },
    );
    expect(resources.map(({ url }) => url.slice(site.origin.length))).toEqual(['/lazy.png']);
  });

  test('resources that are too large or not pictures are skipped and counted', async () => {
    expect(
      await resourcesOf('<img src=dot.png><img src=html.png><img src=missing.png>', {
        imageBytes: 10,
      }),
    ).toEqual({ parts: [], resources: [], missed: 3 });
  });

  test("a picture that doesn't arrive in time is skipped and counted", async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => {
      silent.listen(0, '127.0.0.1', resolve);
    });
    const { port } = silent.address() as AddressInfo;
    expect(
      await resourcesOf(`<img src="http://127.0.0.1:${port}/never.png">`, { totalMs: 50 }),
    ).toEqual({ parts: [], resources: [], missed: 1 });
    silent.close();
    silent.closeAllConnections();
  });

  test('the total size of pictures is limited', async () => {
    const { resources } = await resourcesOf('<img src=dot.png><img src=lazy.png>', {
      imagesBytes: PNG.length + 5,
      atOnce: 1,
    });
    expect(resources).toHaveLength(1);
  });

  test("a picture referenced many times doesn't exceed the size limit of the Web view", async () => {
    const photo = Buffer.concat([PNG, Buffer.alloc(900_000)]);
    const html = `<style>${Array.from({ length: 40 }, (_, n) => `.n${n}{background:url(${site.origin}/photo.png)}`).join('')}</style><article><h1>Photos</h1><p>${STORY.repeat(4)}</p></article>`;
    const web = archivePage({
      url: `${site.origin}/page.html`,
      facts: { title: 'Photos' },
      report: () => undefined,
      notes: {
        read: 'plain',
        resources: [{ url: `${site.origin}/photo.png`, part: 'image-1.png', type: 'image/png' }],
      },
      part: (name) => (name === 'page.html' ? Buffer.from(html) : photo),
    });
    expect(web.length).toBeLessThan(8 * 2 ** 20);
    expect(web).toContain('data:image/png;base64,');
  });

  test('an abort ends it', async () => {
    await expect(
      resourcesOf('<img src=dot.png>', {}, AbortSignal.abort(new Error('enough'))),
    ).rejects.toThrow('enough');
  });
});
