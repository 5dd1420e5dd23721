/**
 * The environment of each browser test: a real server process, a site with sources, and a real
 * Chromium.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import sirv from 'sirv';
import { CHROMIUM, CHROMIUM_ARGS } from '#pipeline/net/testing/chromium.ts';
import {
  callsOfOwner,
  startServerProcess,
  type ServerProcess,
  type StartOptions,
} from '#api/testing/server-process.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const SAMPLES = here('../../../api/features/samples/files/');
const SHOTS = here('../shots/');

export const WIDE = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };
export type Scheme = 'light' | 'dark';

export interface Stage {
  server: ServerProcess;
  dataDir: string;
  /** origin of the site with the sources */
  site: string;
  browser: Browser;
  /** a new window, signed in */
  open(
    path?: string,
    options?: { viewport?: typeof WIDE; scheme?: Scheme; isTouch?: boolean },
  ): Promise<{ context: BrowserContext; page: Page; problems: string[] }>;
  /** kill -9, then a restart with the same data dir and port */
  crash(): Promise<void>;
  call(method: string, path: string, body?: unknown): Promise<unknown>;
  close(): Promise<void>;
}

export async function openStage({
  sample = false,
  env = {},
  start,
}: {
  sample?: boolean;
  env?: Record<string, string>;
  start?: StartOptions;
} = {}): Promise<Stage> {
  if (!CHROMIUM) throw new Error('No Chromium is installed. On Debian: apt-get install chromium');
  const folder = await mkdtemp(join(tmpdir(), 'gloss-e2e-'));
  const samples = sirv(SAMPLES, { dev: true });
  const source = await listen((req, res) =>
    samples(req, res, () => {
      res.writeHead(404).end();
    }),
  );
  // A free port that stays the same after a crash.
  const probe = await listen(() => undefined);
  await probe.close();
  const { site, port } = { site: source.origin, port: new URL(probe.origin).port };
  const settings = {
    GLOSS_DATA_DIR: folder,
    GLOSS_PORT: port,
    GLOSS_FETCH_ALLOW: new URL(site).host,
    ...env,
  };
  const args = sample ? [] : ['--no-sample'];
  let server = await startServerProcess(settings, args, start);
  const call = await callsOfOwner(folder, () => server.url);
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: [...CHROMIUM_ARGS, '--autoplay-policy=no-user-gesture-required'],
  });

  return {
    get server() {
      return server;
    },
    dataDir: folder,
    site,
    browser,
    call,
    async open(path = '/', { viewport = WIDE, scheme = 'light', isTouch = false } = {}) {
      const context = await browser.newContext({
        viewport,
        colorScheme: scheme,
        hasTouch: isTouch,
        isMobile: isTouch,
        reducedMotion: 'reduce',
      });
      await context.addInitScript(() => {
        if (self === top) localStorage.setItem('gloss-welcomed', '1');
      });
      const page = await context.newPage();
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('response', (response) => {
        if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
      });
      page.on('console', (message) => {
        if (
          message.type() === 'error' &&
          !/Failed to load resource|ERR_CONNECTION_REFUSED|WebSocket connection|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/.test(
            message.text(),
          )
        )
          problems.push(message.text());
      });
      const { url } = (await call('POST', 'auth/link')) as { url: string };
      // The link signs the window in; its page need not be drawn first.
      await context.request.get(url, { maxRedirects: 0 });
      await page.goto(`${server.url}${path}`);
      return { context, page, problems };
    },
    async crash() {
      await server.kill();
      server = await startServerProcess(settings, args, start);
    },
    async close() {
      await browser.close();
      await server.stop();
      await source.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function listen(
  handle: RequestListener,
): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Saves a screenshot for review. */
export async function shoot(page: Page, name: string): Promise<void> {
  await mkdir(SHOTS, { recursive: true });
  // Theme colours still in transition would be captured halfway.
  await page.screenshot({ path: join(SHOTS, `${name}.png`), animations: 'disabled' });
}

/**
 * Shows the page at both sizes, light and dark. `pane`: the tab of a thread on a phone, by default
 * Notes.
 */
export async function shootAll(page: Page, name: string, pane?: 'Source' | 'Ask'): Promise<void> {
  const before = page.viewportSize() ?? WIDE;
  for (const [size, viewport] of [
    ['wide', WIDE],
    ['phone', PHONE],
  ] as const) {
    await page.setViewportSize(viewport);
    if (pane && size === 'phone')
      await page
        .getByRole('navigation', { name: 'Panes' })
        .getByRole('button', { name: pane })
        .click();
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await shoot(page, `${name}-${size}-${colorScheme}`);
    }
  }
  await page.setViewportSize(before);
}
