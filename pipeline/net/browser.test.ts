import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '#config/log.ts';
import { createBrowser, type BrowserOptions } from './browser.ts';
import { createEgressProxy, type EgressProxy } from './egress-proxy.ts';
import { createGate, type Address, type Gate } from './gate.ts';
import { createPace } from './pace.ts';
import { maliciousPage, VECTORS } from './testing/malicious-page.ts';
import { canary, loopbackServer, type LoopbackServer } from './testing/loopback.ts';

const PATH = process.env['PATH'] ?? '';
const opened: { close(): Promise<void> }[] = [];
const proxies: EgressProxy[] = [];
let site: LoopbackServer;
let inside: LoopbackServer;
let shared: ReturnType<typeof guarded>;

function browserBy(gate: Gate, more: Partial<BrowserOptions> = {}) {
  const proxy = createEgressProxy({ gate });
  const browser = createBrowser({
    gate,
    proxy,
    pace: createPace({ concurrency: 9, perSecond: 1000 }),
    log: createLog('silent'),
    configuredPath: process.env['GLOSS_CHROME_PATH'],
    path: PATH,
    noSandbox: process.env['GLOSS_CHROME_NO_SANDBOX'] === '1',
    ...more,
  });
  opened.push(browser);
  proxies.push(proxy);
  return browser;
}
const guarded = (more: Partial<BrowserOptions> = {}) =>
  browserBy(createGate({ allow: [site.at], ports: [80, 443, inside.port] }), more);

/**
 * Reads a process from /proc; undefined if it has ended, because a browser's helper processes come
 * and go.
 */
const whatProcShows = (
  pid: number,
): { environ: string; cmdline: string; status: string } | undefined => {
  try {
    const [environ = '', cmdline = '', status = ''] = ['environ', 'cmdline', 'status'].map((name) =>
      readFileSync(`/proc/${pid}/${name}`, 'utf8'),
    );
    return { environ, cmdline, status };
  } catch {
    return undefined;
  }
};
const isAlive = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};
/** Pids of Chromium processes that descend from this test. */
function chromiumPids(): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      parents.set(
        Number(name),
        Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]),
      );
    } catch (error) {
      // The process has ended meanwhile.
      if (!(error instanceof Error && 'code' in error)) throw error;
    }
  }
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === process.pid || isBelow(parents.get(pid)));
  return [...parents.keys()]
    .filter((pid) => pid !== process.pid && isBelow(pid))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('chromium');
      } catch {
        return false;
      }
    });
}
const profiles = (): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith('gloss-chromium-'));
const found = createBrowser({
  gate: createGate(),
  proxy: createEgressProxy({ gate: createGate() }),
  pace: createPace({ concurrency: 1, perSecond: 1 }),
  log: createLog('silent'),
  configuredPath: process.env['GLOSS_CHROME_PATH'],
  path: PATH,
  noSandbox: false,
}).path;

beforeAll(async () => {
  inside = await canary();
  site = await loopbackServer((request, response) => {
    const html = (text: string): void => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(text);
    };
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    if (path === '/evil') html(maliciousPage(inside.port));
    else if (path === '/hop')
      response.writeHead(302, { location: `${inside.url}/by-redirect` }).end();
    else if (path === '/away') html(`<body><script>location = '${inside.url}/by-script'</script>`);
    else if (path === '/refresh')
      html(`<meta http-equiv="refresh" content="0;url=${inside.url}/by-refresh">`);
    else if (path === '/made')
      html(
        '<title>Made</title><body><script>setTimeout(() => { document.body.innerHTML = "<article>written by a script</article>"; }, 100)</script>',
      );
    else if (path === '/moved') response.writeHead(301, { location: '/made?moved=1' }).end();
    else if (path === '/alert')
      html(
        '<title>before</title><body><script>alert(1); confirm(2); prompt(3); document.title = "after"</script>',
      );
    else if (path === '/spin') html('<body>x<script>while (true);</script>');
    else if (path === '/crash')
      html(
        '<body><script>const all = []; for (;;) all.push(new Array(5e6).fill(Math.random()))</script>',
      );
    else if (path === '/file')
      response
        .writeHead(200, {
          'content-type': 'application/octet-stream',
          'content-disposition': 'attachment; filename=a.bin',
        })
        .end('x');
    else if (path === '/circle') response.writeHead(302, { location: '/circle' }).end();
    else if (path === '/large') html(`<body>${'<p>more text</p>'.repeat(200_000)}`);
    else if (path === '/local')
      html(
        '<body><iframe src="file:///etc/passwd"></iframe><script>fetch("file:///etc/passwd").catch(() => document.body.append("refused"))</script>',
      );
    else if (path === '/cookie') {
      response.setHeader('set-cookie', 'seen=1');
      html(`<body>${request.headers.cookie ?? 'no cookie'}`);
    } else if (path === '/missing')
      response.writeHead(404, { 'content-type': 'text/html' }).end('<p>nothing</p>');
    else if (path === '/headers') html(`<body>${JSON.stringify(request.headers)}`);
    else response.writeHead(204).end();
  });
  shared = guarded();
  opened.pop();
  proxies.pop();
});
afterEach(async () => {
  for (const it of [...opened.splice(0), ...proxies.splice(0)]) await it.close();
});
afterAll(async () => {
  await Promise.all([shared.close(), site.close(), inside.close()]);
});

const render = (browser: ReturnType<typeof guarded>, path: string) =>
  browser.render(`${site.url}${path}`, { maxBytes: 2 ** 20 });

describe.skipIf(found === undefined)(
  `Chromium (skipped without one: ${found ?? 'none found'})`,
  () => {
    it(`renders a malicious page of an allowed host without letting any of its ${VECTORS.length} requests reach an internal address`, async () => {
      const page = await render(shared, '/evil');
      expect(page).toMatchObject({ url: `${site.url}/evil`, status: 200, title: 'evil' });
      expect(page.html).toContain('every vector was tried');
      expect({ hits: inside.hits, connects: inside.connects }).toEqual({ hits: [], connects: 0 });
    });
    it('reaches an internal address by most of those requests when the gate allows everything', async () => {
      const other = await canary();
      const trap = await loopbackServer((request, response) => {
        if (request.url === '/hop')
          response.writeHead(302, { location: `${other.url}/by-redirect` }).end();
        else
          response.writeHead(200, { 'content-type': 'text/html' }).end(maliciousPage(other.port));
      });
      const loopback: Address[] = [{ address: '127.0.0.1', family: 4 }];
      const open: Gate = {
        isAllowed: () => true,
        parse: (url) => new URL(url),
        resolve: async () => loopback,
      };
      await browserBy(open).render(`${trap.url}/evil`, { maxBytes: 2 ** 20 });
      expect(new Set(other.hits).size).toBeGreaterThanOrEqual(8);
      await Promise.all([other.close(), trap.close()]);
    });
    it.each(['/hop', '/away', '/refresh'])(
      'refuses %s, which redirects to an internal address, without connecting to it',
      async (path) => {
        await expect(render(shared, path)).rejects.toMatchObject({ code: 'blocked_address' });
        expect(inside.connects).toBe(0);
      },
    );
    it('reads content created by scripts, after redirects', async () => {
      const page = await render(shared, '/moved');
      expect(page).toMatchObject({ url: `${site.url}/made?moved=1`, title: 'Made' });
      expect(page.html).toContain('written by a script');
    });
    it('dismisses dialogs', async () =>
      expect((await render(shared, '/alert')).title).toBe('after'));
    it.each([
      ['/missing', 'not_found'],
      ['/file', 'unsupported_url'],
      ['/circle', 'unsupported_url'],
      ['/large', 'too_large'],
      ['/none', 'unsupported_url'],
    ])('fails for %s with %s', async (path, code) => {
      await expect(render(shared, path)).rejects.toMatchObject({ code });
    });
    it('pauses requests to a host that asks for it', async () => {
      const busy = await loopbackServer((_request, response) => {
        response
          .writeHead(429, { 'retry-after': '60', 'content-type': 'text/html' })
          .end('<p>slow down</p>');
      });
      const asPublic: Gate = {
        isAllowed: () => false,
        parse: (url) => new URL(url),
        resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      };
      const browser = browserBy(asPublic);
      for (const path of ['/1', '/2'])
        await expect(
          browser.render(`${busy.url}${path}`, { maxBytes: 2 ** 20 }),
        ).rejects.toMatchObject({ code: 'rate_limited', retryAfterS: 60 });
      expect(busy.hits).not.toContain('/2');
      await busy.close();
    });
    it('opens no local file', async () => {
      const page = await render(shared, '/local');
      expect(page.html).toContain('refused');
      expect(page.html).not.toContain('root:');
      await expect(shared.render('file:///etc/passwd', { maxBytes: 1e6 })).rejects.toMatchObject({
        code: 'unsupported_url',
      });
    });
    it('isolates pages from each other, and sends no proxy credentials to a site', async () => {
      const browser = guarded();
      for (const _ of [1, 2])
        expect((await render(browser, '/cookie')).html).toContain('no cookie');
      const { html } = await render(browser, '/headers');
      expect(html).not.toMatch(/proxy-authorization|headless/i);
    });

    it('stops a page in an endless loop at the deadline, and renders the next', async () => {
      const browser = guarded({ deadlineMs: 8000 });
      const startedMs = performance.now();
      await expect(render(browser, '/spin')).rejects.toMatchObject({ code: 'timed_out' });
      // Well before the default deadline.
      expect(performance.now() - startedMs).toBeLessThan(40_000);
      expect((await render(browser, '/made')).title).toBe('Made');
    });
    it('survives a page that exhausts its memory', async () => {
      const browser = guarded({ deadlineMs: 8000 });
      await expect(render(browser, '/crash')).rejects.toMatchObject({
        code: expect.stringMatching(/provider_failed|timed_out/),
      });
      expect((await render(browser, '/made')).title).toBe('Made');
    });
    it('stops at once when aborted', async () => {
      const browser = guarded();
      const stop = new AbortController();
      const before = site.hits.length;
      const page = browser.render(`${site.url}/spin`, { signal: stop.signal, maxBytes: 1e6 });
      page.catch(() => undefined);
      await expect.poll(() => site.hits.length).toBeGreaterThan(before);
      stop.abort(new Error('cancelled'));
      await expect(page).rejects.toThrow('cancelled');
    });
    it('replaces its process after a number of pages, one at a time', async () => {
      const browser = guarded({ pagesPerProcess: 2 });
      const roots = new Set<string>();
      for (let n = 0; n < 4; n += 1) {
        await render(browser, '/made');
        for (const name of profiles()) roots.add(name);
      }
      expect(roots.size).toBeGreaterThanOrEqual(2);
    });
    it('renders pages concurrently', async () => {
      const browser = guarded();
      const pages = await Promise.all(Array.from({ length: 4 }, () => render(browser, '/made')));
      expect(pages.map((page) => page.title)).toEqual(['Made', 'Made', 'Made', 'Made']);
    });

    it('runs sandboxed and unprivileged, with no secret in its environment, and leaves no files', async () => {
      process.env['GLOSS_TEST_CANARY'] = 'planted-canary-key';
      const before = profiles();
      const others = new Set(chromiumPids());
      const browser = guarded({ noSandbox: false });
      await render(browser, '/made');
      const pids = chromiumPids().filter((pid) => !others.has(pid));
      const seen = pids.flatMap((pid) => whatProcShows(pid) ?? []);
      expect(seen.length).toBeGreaterThan(2);
      for (const { environ, cmdline, status } of seen) {
        expect(environ).not.toContain('planted-canary-key');
        expect(environ).not.toMatch(/OPENAI|GLOSS_/);
        expect(cmdline).not.toContain('no-sandbox');
        expect(status).not.toMatch(/^Uid:\s+0\s/m);
      }
      delete process.env['GLOSS_TEST_CANARY'];
      await browser.close();
      await expect.poll(() => pids.filter(isAlive)).toEqual([]);
      expect(
        profiles().filter((name) => name.includes(`-${process.pid}-`) && !before.includes(name)),
      ).toEqual([]);
    });
    it('exits with its parent process, even after kill -9; a later start removes leftover folders', async () => {
      const script = `
      import { createNet } from ${JSON.stringify(join(import.meta.dirname, 'index.ts'))};
      import { createLog } from '#config/log.ts';
      const net = createNet({ fetchAllow: [${JSON.stringify(site.at)}], dnsServers: [], hostPace: { concurrency: 2, perSecond: 9 }, chromePath: undefined, chromeNoSandbox: ${process.env['GLOSS_CHROME_NO_SANDBOX'] === '1'}, ytdlpPath: undefined, path: process.env.PATH }, createLog('silent'));
      await net.browser.render(${JSON.stringify(`${site.url}/made`)}, { maxBytes: 1e6 });
      console.log('rendered'); setInterval(() => {}, 1000);`;
      const others = new Set(chromiumPids());
      const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(child.stdout, 'data');
      const pids = chromiumPids().filter((pid) => !others.has(pid));
      expect(pids.length).toBeGreaterThan(2);
      child.kill('SIGKILL');
      await expect.poll(() => pids.filter(isAlive)).toEqual([]);
      expect(profiles().some((name) => name.includes(`-${child.pid}-`))).toBe(true);
      await render(guarded(), '/made');
      expect(profiles().some((name) => name.includes(`-${child.pid}-`))).toBe(false);
    });
    it('reports its version', async () =>
      expect(await guarded().version()).toMatch(/\d+\.\d+\.\d+/));
  },
);

describe('without Chromium', () => {
  it('reports that the browser is missing', async () => {
    const browser = guarded({ configuredPath: '/nonexistent/chromium' });
    expect(browser.path).toBeUndefined();
    await expect(render(browser, '/made')).rejects.toMatchObject({ code: 'browser_missing' });
    await expect(browser.version()).rejects.toMatchObject({ code: 'browser_missing' });
  });
  it("says what to do when its sandbox fails or it doesn't start", async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gloss-test-chromium-'));
    await chmod(folder, 0o755);
    const program = async (name: string, text: string): Promise<string> => {
      const file = join(folder, name);
      await writeFile(file, `#!/bin/sh\n${text}\n`);
      await chmod(file, 0o755);
      return file;
    };
    const noSandbox = await program('a', 'echo "FATAL: No usable sandbox!" >&2; exit 1');
    const broken = await program('b', 'exit 127');
    await expect(render(guarded({ configuredPath: noSandbox }), '/made')).rejects.toMatchObject({
      code: 'browser_missing',
      message: expect.stringContaining('GLOSS_CHROME_NO_SANDBOX=1'),
    });
    await expect(render(guarded({ configuredPath: broken }), '/made')).rejects.toMatchObject({
      code: 'browser_missing',
      message: expect.stringContaining('does not start'),
    });
    await rm(folder, { recursive: true });
  });
});
