/**
 * Reading and watching only sends requests to Gloss: third parties see requests of the server, and
 * none of a browser.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FrameLocator, Page } from 'playwright-core';
import sirv from 'sirv';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findExecutable } from '#pipeline/net/find-executable.ts';
import { openStage, shootAll, type Stage } from './testing/stage.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** A PNG signature in a file larger than any saved image. */
const HUGE = Buffer.concat([PIXEL, Buffer.alloc(3 * 2 ** 20)]);
const GLOSS = /Gloss\//;

interface Site {
  origin: string;
  host: string;
  server: Server;
  browsers: string[];
  requests: string[];
}

/** Records every request to third parties. */
async function openSite(answer: RequestListener): Promise<Site> {
  const browsers: string[] = [];
  const requests: string[] = [];
  const server = createHttpServer((request: IncomingMessage, response: ServerResponse) => {
    requests.push(`${request.method} ${request.url} ${request.headers.range ?? ''}`.trim());
    const agent = request.headers['user-agent'] ?? '';
    if (!GLOSS.test(agent)) browsers.push(`${request.url} ${agent}`);
    answer(request, response);
  });
  return { ...(await listen(server)), server, browsers, requests };
}

async function listen(server: Server): Promise<{ origin: string; host: string }> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin: `http://${host}`, host };
}

describe('images in Reader', () => {
  let stage: Stage;
  let site: Site;
  let pictures: Site;
  /** Never responds over TLS; only a browser would come here, because the server may not. */
  let secure: Server;
  let connections = 0;
  let page: Page;
  let problems: string[];

  const frame = (): FrameLocator =>
    page.getByRole('region', { name: 'Source viewer' }).frameLocator('iframe');

  beforeAll(async () => {
    pictures = await openSite((request, response) => {
      response.setHeader('Content-Type', 'image/png');
      response.end(request.url === '/huge.png' ? HUGE : PIXEL);
    });
    secure = createTcpServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    const { host: secureHost } = await listen(secure);
    const text =
      '<p>The harbour master writes down each ship that comes in, with its flag, its master and its cargo. </p>'.repeat(
        12,
      );
    const body =
      `<article><h1>The harbour book</h1>${text}<figure><img src="${pictures.origin}/saved.png" width="320" height="200" alt="a ship" srcset="${pictures.origin}/wide.png 2x">` +
      `<figcaption>A ship comes in.</figcaption></figure><p>Before the next.</p><figure><img src="${pictures.origin}/huge.png" alt="the whole harbour"></figure>${text}` +
      `<figure><img src="https://${secureHost}/away.png" alt="the lighthouse"></figure><p><a href="https://${secureHost}/tide.html"><img src="https://${secureHost}/linked.png" alt="the tide table"></a></p>` +
      `<video poster="https://${secureHost}/poster.png" controls><source src="https://${secureHost}/film.mp4"></video></article>`;
    site = await openSite((_, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(
        `<!doctype html><html lang="en"><head><title>The harbour book</title></head><body>${body}</body></html>`,
      );
    });
    stage = await openStage({ env: { GLOSS_FETCH_ALLOW: `${site.host},${pictures.host}` } });
    const thread = (await stage.call('POST', 'threads', { title: 'Harbours' })) as {
      _id: string;
      url: string;
    };
    const { added } = (await stage.call('POST', 'thread/addSource', {
      threadId: thread._id,
      sources: [{ url: `${site.origin}/book.html` }],
    })) as { added: string[] };
    await vi.waitFor(
      async () => {
        const { status } = (await stage.call('GET', `sources/${added[0]}`)) as {
          status: { embedding: number };
        };
        expect(status.embedding).toBe(1);
      },
      { timeout: 60_000, interval: 100 },
    );
    ({ page, problems } = await stage.open(`/t/${thread.url}?source=${added[0]}`));
  });
  afterAll(async () => {
    await stage.close();
    for (const server of [site.server, pictures.server, secure]) server.close();
  });

  it('shows saved images from the content host, and a box with a link for others', async () => {
    await frame().getByText('A ship comes in.').waitFor();
    const saved = frame().getByRole('img', { name: 'a ship' });
    await saved.scrollIntoViewIfNeeded();
    await expect
      .poll(() =>
        saved.evaluate((image: HTMLImageElement) => [
          image.complete,
          image.naturalWidth,
          new URL(image.src).hostname,
        ]),
      )
      .toEqual([true, 1, 'usercontent.localhost']);
    const missing = frame().getByRole('link', { name: 'Open image: the whole harbour' });
    await missing.scrollIntoViewIfNeeded();
    await missing.waitFor();
    expect(
      await missing.evaluate((link: HTMLAnchorElement) => [link.href, link.target, link.rel]),
    ).toEqual([`${pictures.origin}/huge.png`, '_blank', 'noopener noreferrer nofollow']);
    await shootAll(page, 'reader-pictures', 'Source');
    await frame().getByRole('link', { name: 'Open image: the lighthouse' }).waitFor();
    await frame().getByRole('img', { name: 'the tide table' }).waitFor();
    await frame().getByRole('link', { name: 'Open video' }).waitFor();
  });

  it('makes no request to third parties from the browser', async () => {
    await frame()
      .locator('body')
      .evaluate(async (body) => {
        for (const image of body.querySelectorAll('img')) image.loading = 'eager';
        await Promise.all(
          [...body.querySelectorAll('img')].map((image) => image.decode().catch(() => undefined)),
        );
      });
    expect([pictures.browsers, site.browsers, connections, problems]).toEqual([[], [], 0, []]);
  });
});

const SAMPLES = fileURLToPath(new URL('../../api/features/samples/files/', import.meta.url));
const ffmpeg = findExecutable({
  configured: undefined,
  names: ['ffmpeg'],
  path: process.env['PATH'] ?? '',
});

/** The sample lecture in encrypted segments of four seconds. */
async function makePlaylist(folder: string, program: string): Promise<void> {
  await writeFile(join(folder, 'key.bin'), Buffer.alloc(16, 7));
  await writeFile(join(folder, 'key-info'), `key.bin\n${join(folder, 'key.bin')}\n`);
  const made = spawnSync(program, [
    '-loglevel',
    'error',
    '-i',
    join(SAMPLES, 'lecture.mp4'),
    '-c',
    'copy',
    '-hls_time',
    '4',
    '-hls_list_size',
    '0',
    '-hls_key_info_file',
    join(folder, 'key-info'),
    join(folder, 'film.m3u8'),
  ]);
  if (made.status !== 0) throw new Error(made.stderr.toString());
  await writeFile(
    join(folder, 'main.m3u8'),
    '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=200000\nfilm.m3u8\n',
  );
}

describe('a video on another host', () => {
  let stage: Stage;
  let site: Site;
  let folder: string;
  let thread: { _id: string; url: string };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gloss-e2e-media-'));
    if (ffmpeg) await makePlaylist(folder, ffmpeg);
    const samples = sirv(SAMPLES, { dev: true });
    const pieces = sirv(folder, { dev: true });
    site = await openSite((request, response) => {
      const film = /^\/talk-(.+)\.html$/.exec(request.url ?? '')?.[1];
      const missing = (): void => {
        response.writeHead(404).end();
      };
      if (film === undefined) samples(request, response, () => pieces(request, response, missing));
      else
        response
          .writeHead(200, { 'Content-Type': 'text/html' })
          .end(
            `<html lang="en"><head><title>A lecture</title></head><body><video src="${film}" controls></video></body></html>`,
          );
    });
    stage = await openStage({ env: { GLOSS_FETCH_ALLOW: site.host } });
    thread = (await stage.call('POST', 'threads', { title: 'Lectures' })) as typeof thread;
  });
  afterAll(async () => {
    await stage.close();
    site.server.close();
    await rm(folder, { recursive: true, force: true });
  });

  it.each([
    ['a file', 'lecture.mp4', true, [0.9, 0.2, 0.6], /^GET \/lecture\.mp4 bytes=/],
    [
      'an HLS playlist with encrypted segments (skipped without ffmpeg)',
      'main.m3u8',
      ffmpeg !== undefined,
      [0.6],
      /^GET \/key\.bin/,
    ],
  ])(
    'plays and seeks through the content host as %s; its host only sees Gloss',
    async (_, film, isMade, shares, expected) => {
      if (!isMade) return;
      const { added } = (await stage.call('POST', 'thread/addSource', {
        threadId: thread._id,
        sources: [{ url: `${site.origin}/talk-${film}.html` }],
      })) as { added: string[] };
      await vi.waitFor(
        async () => {
          const source = (await stage.call('GET', `sources/${added[0]}`)) as {
            status: { embedding: number };
            mediaUrl?: string;
          };
          expect([source.status.embedding, source.mediaUrl?.split('/').at(-1)]).toEqual([3, film]);
        },
        { timeout: 60_000, interval: 100 },
      );
      // So far yt-dlp made the requests, which identifies as a browser.
      site.browsers.length = 0;
      site.requests.length = 0;
      const { context, page, problems } = await stage.open(`/t/${thread.url}?source=${added[0]}`);
      const video = page.getByRole('region', { name: 'Source viewer' }).locator('video');
      await expect
        .poll(() => video.evaluate((it: HTMLVideoElement) => it.readyState >= 1))
        .toBe(true);
      const end = await video.evaluate((it: HTMLVideoElement) => it.duration);
      expect(end).toBeGreaterThan(30);
      for (const share of shares) {
        await video.evaluate((it: HTMLVideoElement, at) => {
          it.currentTime = at;
        }, end * share);
        await expect
          .poll(() =>
            video.evaluate((it: HTMLVideoElement) => [
              it.seeking,
              it.readyState >= 2,
              Math.round(it.currentTime),
            ]),
          )
          .toEqual([false, true, Math.round(end * share)]);
      }
      await video.evaluate((it: HTMLVideoElement) => it.play());
      await expect
        .poll(() => video.evaluate((it: HTMLVideoElement) => it.currentTime))
        .toBeGreaterThan(end * 0.6 + 0.2);
      expect([site.browsers, problems]).toEqual([[], []]);
      expect(site.requests.some((request) => expected.test(request))).toBe(true);
      await context.close();
    },
  );
});
