/** Shared environment of the page benchmarks: a server, a site with sources, and a headless Chromium. */
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium, type CDPSession, type Page } from 'playwright-core';
import { z } from 'zod';
import { Source } from '#core/contract/source.ts';
import { CHROMIUM_ARGS, WHOLE_CHROMIUM } from '#pipeline/net/testing/chromium.ts';
import { startGloss, untilReady, withDataDir } from '../lib/gloss-process.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** most addresses per request */
const ADDED_AT_ONCE = 500;
const MOST_WAIT_S = 400;
const SIZE = { width: 1440, height: 900 };
const Thread = z.object({ _id: z.string(), url: z.string() });
const Threads = Thread.extend({ thread_source_data: z.array(Source) });
const Link = z.object({ url: z.string() });

export interface SiteFile {
  type: string;
  bytes: Uint8Array | string;
}
export interface Window {
  page: Page;
  cdp: CDPSession;
  close(): Promise<void>;
}
export interface UiStage {
  /**
   * creates a thread with these addresses of the site and waits until they are ready; default
   * title: Measured
   */
  thread(
    paths: readonly string[],
    title?: string,
  ): Promise<{ id: string; url: string; sources: Source[] }>;
  /** address of the collaboration server, and the owner's token */
  collab: { url: string; token: string };
  /** opens a path of the page, signed in; `first` runs in the page before anything else */
  open(path: string, first?: () => void): Promise<Window>;
  /** opens a page of the site, not signed in */
  openSite(path: string, first?: () => void): Promise<Window>;
  /** opens a page of another program on this machine */
  openElsewhere(url: string, ...first: (() => void)[]): Promise<Window>;
}

/** Builds the page from the current sources. */
function buildPage(): void {
  execFileSync('bash', ['-c', '. scripts/node-env.sh && . scripts/build-ui.sh'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
}

export async function withUiStage(
  files: Readonly<Record<string, SiteFile>>,
  work: (stage: UiStage) => Promise<void>,
  moreArgs: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  buildPage();
  const site = createServer((request, response) => {
    const file = files[request.url ?? ''];
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader('Content-Type', file.type).end(file.bytes);
  });
  await new Promise<void>((resolve) => {
    site.listen(0, '127.0.0.1', resolve);
  });
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  const browser = await chromium.launch({
    executablePath: WHOLE_CHROMIUM ?? '',
    args: [...CHROMIUM_ARGS, '--autoplay-policy=no-user-gesture-required', ...moreArgs],
  });
  const openWindow = async (...first: (() => void)[]) => {
    const context = await browser.newContext({ viewport: SIZE });
    await context.addInitScript(() => {
      if (self === top) localStorage.setItem('gloss-welcomed', '1');
    });
    for (const it of first) await context.addInitScript(it);
    const page = await context.newPage();
    return { page, cdp: await context.newCDPSession(page), close: () => context.close() };
  };
  try {
    await withDataDir(async (dataDir) => {
      const server = await startGloss(dataDir, { GLOSS_FETCH_ALLOW: host, ...env });
      // The server closes idle connections during measurements, so the next call retries.
      const gloss: typeof server = {
        ...server,
        data: (...call) =>
          server.data(...call).catch((problem: unknown) => {
            if (problem instanceof TypeError) return server.data(...call);
            throw problem;
          }),
      };
      try {
        await work({
          async thread(paths, title = 'Measured') {
            const { _id } = Thread.parse(await gloss.data('POST', 'threads', { title }));
            for (let from = 0; from < paths.length; from += ADDED_AT_ONCE) {
              await gloss.data('POST', 'thread/addSource', {
                threadId: _id,
                sources: paths
                  .slice(from, from + ADDED_AT_ONCE)
                  .map((path) => ({ url: `http://${host}${path}` })),
              });
            }
            await untilReady(gloss, MOST_WAIT_S);
            const { url, thread_source_data: sources } = Threads.parse(
              await gloss.data('GET', `threads/${_id}`),
            );
            return { id: _id, url, sources };
          },
          collab: {
            url: `${gloss.url.replace('http', 'ws')}/collab`,
            token: gloss.headers.Authorization.replace('Bearer ', ''),
          },
          async open(path, first) {
            const window = await openWindow(...(first ? [first] : []));
            await window.page.goto(Link.parse(await gloss.data('POST', 'auth/link')).url);
            await window.page.goto(`${gloss.url}${path}`);
            return window;
          },
          async openElsewhere(url, ...first) {
            const window = await openWindow(...first);
            await window.page.goto(url);
            return window;
          },
          async openSite(path, first) {
            const window = await openWindow(...(first ? [first] : []));
            await window.page.goto(`http://${host}${path}`);
            return window;
          },
        });
      } finally {
        await gloss.stop();
      }
    });
  } finally {
    await browser.close();
    site.close();
  }
}
