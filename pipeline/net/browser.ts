import { chownSync } from 'node:fs';
import { Fault } from '#core/contract/faults.ts';
import type { Log } from '#config/log.ts';
import { BrowserProcesses } from './browser-processes.ts';
import { runChild } from './child.ts';
import { chromiumEnv, launchChromium, unprivilegedUser, type Chromium } from './chromium.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';
import type { Browser, RenderedPage } from './contract.ts';
import type { EgressProxy } from './egress-proxy.ts';
import { findExecutable } from './find-executable.ts';
import { portOf, type Gate } from './gate.ts';
import type { Pace } from './pace.ts';
import { renderInProcess } from './render-in-process.ts';
import { removeScratch, scratchFolder } from './scratch-folder.ts';

const DEADLINE_MS = 45_000;
const PAGES_PER_PROCESS = 50;
const PAGES_AT_ONCE = 2;
const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

export interface BrowserOptions {
  gate: Gate;
  proxy: EgressProxy;
  pace: Pace;
  log: Log;
  configuredPath: string | undefined;
  path: string;
  noSandbox: boolean;
  deadlineMs?: number;
  pagesPerProcess?: number;
}

export function createBrowser(options: BrowserOptions): Browser {
  const { gate, proxy, pace, log, deadlineMs = DEADLINE_MS } = options;
  const file = findExecutable({
    configured: options.configuredPath,
    names: NAMES,
    path: options.path,
    places: PLACES,
  });
  const processes = new BrowserProcesses(
    () => launch(options, file),
    options.pagesPerProcess ?? PAGES_PER_PROCESS,
  );
  const takePlace = createConcurrencyLimit(PAGES_AT_ONCE);
  let isClosed = false;
  let version: Promise<string> | undefined;

  async function render(
    address: string,
    { signal, maxBytes }: { signal?: AbortSignal; maxBytes: number },
  ): Promise<RenderedPage> {
    signal?.throwIfAborted();
    const url = gate.parse(address);
    if (file === undefined) throw new Fault('browser_missing');
    if (isClosed) throw new Fault('unavailable');
    const isPaced = !gate.isAllowed(url.hostname, portOf(url));
    // The page was just fetched without a browser.
    const leave = isPaced
      ? await pace.enter(url.host, signal, { companion: true })
      : () => undefined;
    const giveBack = await takePlace();
    const deadline = AbortSignal.timeout(deadlineMs);
    const stop = signal ? AbortSignal.any([signal, deadline]) : deadline;
    try {
      return await renderTwice(url, maxBytes, stop);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (deadline.aborted) throw new Fault('timed_out', { cause: error });
      if (isPaced && error instanceof Fault && error.code === 'rate_limited')
        throw new Fault('rate_limited', {
          details: error.details,
          retryAfterS: pace.hold(url.host, error.retryAfterS),
        });
      throw error;
    } finally {
      giveBack();
      leave();
    }
  }

  /** Another page may crash the process, so the page is retried once in a new one. */
  async function renderTwice(url: URL, maxBytes: number, stop: AbortSignal): Promise<RenderedPage> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await renderInProcess({ processes, proxy }, url, maxBytes, stop);
      } catch (error) {
        if (stop.aborted || error instanceof Fault) throw error;
        if (tries > 1 || isClosed)
          throw new Fault('provider_failed', {
            message: "The browser couldn't load this page. Try again in a moment.",
            cause: error,
          });
        log.debug({ err: error }, 'page tried again in a new browser');
      }
    }
  }

  return {
    path: file,
    render,
    version: () =>
      (version ??= readVersion(file, options.path).catch((error: unknown) => {
        version = undefined;
        throw error;
      })),
    counts: takePlace.counts,
    async close() {
      isClosed = true;
      await processes.close();
    },
  };
}

/** Without a lease, so that Chromium's own requests outside any page are refused. */
async function launch(
  { log, noSandbox, path, proxy }: BrowserOptions,
  file: string | undefined,
): Promise<Chromium> {
  if (file === undefined) throw new Fault('browser_missing');
  if (noSandbox) log.warn('Chromium runs without its sandbox (GLOSS_CHROME_NO_SANDBOX=1)');
  return launchChromium({ file, path, proxyServer: await proxy.server(), noSandbox });
}

async function readVersion(file: string | undefined, path: string): Promise<string> {
  if (file === undefined) throw new Fault('browser_missing');
  const home = await scratchFolder('chromium');
  const user = unprivilegedUser();
  if (user) chownSync(home, user.uid, user.gid);
  try {
    const { stdout } = await runChild(file, {
      args: ['--version'],
      cwd: home,
      env: chromiumEnv(home, path),
      timeoutMs: 15_000,
      maxStdoutBytes: 64 * 1024,
      ...user,
    });
    return stdout.trim();
  } finally {
    await removeScratch(home);
  }
}
