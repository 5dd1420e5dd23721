import { chownSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Fault } from '#core/contract/faults.ts';
import type { Log } from '#config/log.ts';
import { runChild } from './child.ts';
import { chromiumEnv, launchChromium, unprivilegedUser, type Chromium } from './chromium.ts';
import type { Browser, RenderedPage } from './contract.ts';
import type { EgressProxy } from './egress-proxy.ts';
import { findExecutable } from './find-executable.ts';
import { portOf, type Gate } from './gate.ts';
import type { Pace } from './pace.ts';
import { renderPage } from './render-page.ts';
import { removeScratch, scratchFolder } from './scratch-folder.ts';

const DEADLINE_MS = 45_000;
/** a context that has not closed by then is closed with its process */
const CLOSE_MS = 2_000;
const PAGES_PER_PROCESS = 50;
const PAGES_AT_ONCE = 2;
const TRAFFIC_PER_PAGE_BYTES = 100 * 2 ** 20;
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
interface Running {
  chromium: Promise<Chromium>;
  pages: number;
  open: number;
}

export function createBrowser(options: BrowserOptions): Browser {
  const {
    gate,
    proxy,
    pace,
    log,
    deadlineMs = DEADLINE_MS,
    pagesPerProcess = PAGES_PER_PROCESS,
  } = options;
  const file = findExecutable({
    configured: options.configuredPath,
    names: NAMES,
    path: options.path,
    places: PLACES,
  });
  const processes = new Set<Running>();
  let current: Running | undefined;
  let isClosed = false;
  let version: Promise<string> | undefined;
  let free = PAGES_AT_ONCE;
  const waiting: (() => void)[] = [];

  async function launch(): Promise<Chromium> {
    if (file === undefined) throw new Fault('browser_missing');
    if (options.noSandbox)
      log.warn('Chromium runs without its sandbox (GLOSS_CHROME_NO_SANDBOX=1)');
    // Without a lease: what Chromium itself wants of the network, outside any page's context, is
    // refused.
    return launchChromium({
      file,
      path: options.path,
      proxyServer: await proxy.server(),
      noSandbox: options.noSandbox,
    });
  }
  async function discard(running: Running): Promise<void> {
    processes.delete(running);
    if (current === running) current = undefined;
    const chromium = await running.chromium.catch(() => undefined);
    await chromium?.kill();
  }
  function take(): Running {
    if (!current || current.pages >= pagesPerProcess) {
      const running: Running = { chromium: launch(), pages: 0, open: 0 };
      const previous = current;
      current = running;
      processes.add(running);
      running.chromium
        .then(
          (chromium) => chromium.ended,
          () => undefined,
        )
        .finally(() => void discard(running))
        .catch(() => undefined);
      if (previous?.open === 0) void discard(previous);
    }
    current.pages += 1;
    current.open += 1;
    return current;
  }
  async function takePlace(): Promise<() => void> {
    if (free > 0) free -= 1;
    else
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    return () => {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    };
  }

  /** Rejects at the deadline or on abort, whatever Chromium does; never leaves a page behind. */
  async function attempt(url: URL, maxBytes: number, stop: AbortSignal): Promise<RenderedPage> {
    const running = take();
    const lease = await proxy.lease({ maxBytes: TRAFFIC_PER_PAGE_BYTES });
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    stopped.catch(() => undefined);
    const onStop = (): void => reject(stop.reason);
    stop.addEventListener('abort', onStop, { once: true });
    if (stop.aborted) onStop();
    const contextOf = running.chromium.then((chromium) =>
      chromium.puppet.createBrowserContext({
        proxyServer: lease.server,
        proxyBypassList: ['<-loopback>'],
        downloadBehavior: { policy: 'deny' },
      }),
    );
    contextOf.catch(() => undefined);
    try {
      return await Promise.race([
        stopped,
        (async () => {
          const [chromium, context] = [await running.chromium, await contextOf];
          return renderPage(chromium.puppet, context, lease, url, maxBytes);
        })(),
      ]);
    } finally {
      stop.removeEventListener('abort', onStop);
      lease.close();
      running.open -= 1;
      const isTidy = await Promise.race([
        contextOf
          .then((context) => context.close())
          .then(
            () => true,
            () => false,
          ),
        delay(CLOSE_MS, false, { ref: false }),
      ]);
      if (!isTidy || (running.open === 0 && running !== current)) await discard(running);
    }
  }

  async function render(
    address: string,
    { signal, maxBytes }: { signal?: AbortSignal; maxBytes: number },
  ): Promise<RenderedPage> {
    signal?.throwIfAborted();
    const url = gate.parse(address);
    if (file === undefined) throw new Fault('browser_missing');
    if (isClosed) throw new Fault('unavailable');
    const isPaced = !gate.isAllowed(url.hostname, portOf(url));
    // It was fetched without a browser right before.
    const leave = isPaced
      ? await pace.enter(url.host, signal, { companion: true })
      : () => undefined;
    const giveBack = await takePlace();
    const deadline = AbortSignal.timeout(deadlineMs);
    const stop = signal ? AbortSignal.any([signal, deadline]) : deadline;
    try {
      for (let tries = 1; ; tries += 1) {
        try {
          return await attempt(url, maxBytes, stop);
        } catch (error) {
          if (signal?.aborted) throw signal.reason;
          if (deadline.aborted) throw new Fault('timed_out', { cause: error });
          if (isPaced && error instanceof Fault && error.code === 'rate_limited')
            throw new Fault('rate_limited', {
              details: error.details,
              retryAfterS: pace.hold(url.host, error.retryAfterS),
            });
          if (error instanceof Fault) throw error;
          // The process went down, perhaps through a neighbour's page: once more in a new one.
          if (tries > 1 || isClosed)
            throw new Fault('provider_failed', {
              message: 'This page could not be read by the browser. Try again in a moment.',
              cause: error,
            });
          log.debug({ err: error }, 'page tried again in a new browser');
        }
      }
    } finally {
      giveBack();
      leave();
    }
  }

  async function readVersion(): Promise<string> {
    if (file === undefined) throw new Fault('browser_missing');
    const home = await scratchFolder('chromium');
    const user = unprivilegedUser();
    if (user) chownSync(home, user.uid, user.gid);
    try {
      const { stdout } = await runChild(file, {
        args: ['--version'],
        cwd: home,
        env: chromiumEnv(home, options.path),
        timeoutMs: 15_000,
        maxStdoutBytes: 64 * 1024,
        ...user,
      });
      return stdout.trim();
    } finally {
      await removeScratch(home);
    }
  }

  return {
    path: file,
    render,
    version: () =>
      (version ??= readVersion().catch((error: unknown) => {
        version = undefined;
        throw error;
      })),
    async close() {
      isClosed = true;
      await Promise.all([...processes].map(discard));
    },
  };
}
