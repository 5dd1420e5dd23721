import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEgressProxy, type EgressProxy } from './egress-proxy.ts';
import { Fault } from '#core/contract/faults.ts';
import { createGate } from './gate.ts';
import { createPace } from './pace.ts';
import { canary, loopbackServer, type LoopbackServer } from './testing/loopback.ts';
import { createYtDlp, type YtDlpOptions } from './yt-dlp.ts';
import { YT_DLP_SENTENCES } from './testing/yt-dlp-sentences.ts';

const PATH = process.env['PATH'] ?? '';
const WATCH = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
let folder: string;
const proxies: EgressProxy[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gloss-test-ytdlp-'));
});
afterEach(async () => {
  for (const proxy of proxies.splice(0)) await proxy.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Creates an executable that replaces yt-dlp and runs `body`. */
async function standIn(name: string, body: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(
    file,
    `#!${process.execPath}\nconst { writeFileSync, appendFileSync } = require('node:fs');\n${body}\n`,
  );
  await chmod(file, 0o755);
  return file;
}
function reader(
  configuredPath: string | undefined,
  more: { allow?: string[]; timeoutMs?: number; path?: string } = {},
) {
  const gate = createGate({ allow: more.allow ?? [] });
  const proxy = createEgressProxy({ gate });
  proxies.push(proxy);
  return createYtDlp({
    gate,
    proxy,
    pace: createPace({ concurrency: 99, perSecond: 10_000 }),
    configuredPath,
    path: more.path ?? PATH,
    ...(more.timeoutMs && { timeoutMs: more.timeoutMs }),
  });
}
const isAlive = (pid: number): boolean =>
  existsSync(`/proc/${pid}`) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
const leftovers = (): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`gloss-ytdlp-${process.pid}-`));

describe('arguments and environment of yt-dlp', () => {
  it('are the fixed options, the proxy, and the address after --', async () => {
    const record = join(folder, 'argv.json');
    const file = await standIn(
      'record',
      `writeFileSync(${JSON.stringify(record)}, JSON.stringify(process.argv.slice(2))); console.log('{"id":"x","formats":[{}]}');`,
    );
    await reader(file).info(`  ${WATCH}&list=PL1 `, {});
    const argv: string[] = JSON.parse(await readFile(record, 'utf8'));
    expect(argv.slice(-3)).toEqual(['-J', '--', `${WATCH}&list=PL1`]);
    for (const option of [
      '--ignore-config',
      '--no-plugin-dirs',
      '--no-exec',
      '--no-cache-dir',
      '--no-playlist',
      '--skip-download',
      '--no-remote-components',
    ])
      expect(argv).toContain(option);
    expect(argv[argv.indexOf('--proxy') + 1]).toMatch(/^http:\/\/\w+:\w+@127\.0\.0\.1:\d+$/);
    await reader(file).info('https://www.youtube.com/playlist?list=PL1', { flat: true });
    expect(JSON.parse(await readFile(record, 'utf8'))).toEqual(
      expect.arrayContaining(['--flat-playlist', '--yes-playlist']),
    );
  });

  it('never contain a hostile string as an option', async () => {
    const record = join(folder, 'hostile.jsonl');
    const file = await standIn(
      'hostile',
      `appendFileSync(${JSON.stringify(record)}, JSON.stringify(process.argv.slice(2)) + '\\n'); console.log('{"id":"x","formats":[{}]}');`,
    );
    const ytdlp = reader(file);
    const options = [
      '--exec',
      '--exec=touch /tmp/pwn',
      '-o/etc/x',
      '--config-locations=/tmp',
      '--netrc-cmd=id',
      '--cookies-from-browser=chrome',
      '--load-info-json=/etc/passwd',
      '-a/etc/passwd',
      '--',
      '-',
      '--plugin-dirs=/tmp',
      '-x',
    ];
    const prefixes = [
      '',
      ' ',
      '\n',
      '\0',
      '"',
      '$(',
      '`',
      ';',
      '|',
      '&&',
      'ytsearch:',
      'ytsearch10:',
      'gvsearch:',
      'file://',
      'file:///etc/passwd#',
      'javascript:',
      'data:,',
      'ytdl://',
      'rtmp://',
    ];
    const refused = [
      ...prefixes.flatMap((prefix) => options.map((option) => prefix + option)),
      'ytsearch:cats',
      ':ytsubs',
      ':ythistory',
      'dQw4w9WgXcQ',
      'C:\\x',
      'http://127.0.0.1/',
      'http://[::1]/',
      'http://169.254.169.254/latest',
    ];
    expect(refused.length).toBeGreaterThan(200);
    for (const text of refused)
      await expect(ytdlp.info(text, {}), text).rejects.toMatchObject({
        code: expect.stringMatching(/unsupported_url|blocked_address/),
      });
    expect(existsSync(record)).toBe(false);
    const passed = [
      'https://example.com/--exec',
      'https://example.com/?x=--exec touch',
      'https://example.com/$(id)',
      'https://example.com/#;id',
    ].map((url) => url.replace(' ', '%20'));
    for (const url of passed) await ytdlp.info(url, {});
    for (const line of (await readFile(record, 'utf8')).trim().split('\n')) {
      const argv: string[] = JSON.parse(line);
      expect(argv.indexOf('--')).toBe(argv.length - 2);
      expect(argv.at(-1)).toMatch(/^https:\/\/example\.com\//);
    }
  });

  it('have an empty home and nothing of our environment', async () => {
    const record = join(folder, 'env.json');
    process.env['GLOSS_TEST_CANARY'] = 'planted-canary-key';
    const file = await standIn(
      'env',
      `writeFileSync(${JSON.stringify(record)}, JSON.stringify({ env: require('node:fs').readFileSync('/proc/self/environ', 'utf8'), home: require('node:fs').readdirSync(process.env.HOME), cwd: process.cwd() === process.env.HOME })); console.log('{"formats":[{}]}');`,
    );
    await reader(file).info(WATCH, {});
    delete process.env['GLOSS_TEST_CANARY'];
    const seen: { env: string; home: string[]; cwd: boolean } = JSON.parse(
      await readFile(record, 'utf8'),
    );
    expect(seen).toMatchObject({ home: [], cwd: true });
    expect(seen.env).not.toContain('planted-canary-key');
    expect(
      seen.env
        .split('\0')
        .map((line) => line.split('=')[0])
        .filter(Boolean)
        .sort(),
    ).toEqual([
      'HOME',
      'LC_ALL',
      'PATH',
      'PYTHONIOENCODING',
      'PYTHONNOUSERSITE',
      'TMPDIR',
      'XDG_CACHE_HOME',
      'XDG_CONFIG_HOME',
    ]);
  });
});

describe('output of yt-dlp', () => {
  it.each(YT_DLP_SENTENCES)('%s: %s', async (code, sentence) => {
    const file = await standIn(
      'fail',
      `process.stderr.write(${JSON.stringify(`WARNING: [youtube] Falling back\n${sentence}\n`)}); console.log('null'); process.exitCode = 1;`,
    );
    await expect(reader(file).info(WATCH, {})).rejects.toMatchObject({ code });
  });
  it('keeps a video without formats, and says why if yt-dlp only warns', async () => {
    const warn = (text: string) =>
      standIn(
        'warn',
        `process.stderr.write(${JSON.stringify(`WARNING: ${text}\n`)}); console.log('{"id":"x","title":"kept","formats":[]}');`,
      );
    expect(
      await reader(
        await warn('[youtube] x: n challenge solving failed: Some formats may be missing'),
      ).info(WATCH, {}),
    ).toMatchObject({ title: 'kept' });
    await expect(
      reader(
        await warn(
          '[youtube] x: Private video. Sign in if you have been granted access to this video',
        ),
      ).info(WATCH, {}),
    ).rejects.toMatchObject({ code: 'private_or_removed' });
    await expect(
      reader(await warn('[youtube] x: Premieres in 3 hours')).info(WATCH, {}),
    ).rejects.toMatchObject({ code: 'live_not_ended' });
  });
  it('says why nothing is playable, also for sites in other languages', async () => {
    const closed = (info: object) =>
      standIn(
        'closed',
        `process.stderr.write('WARNING: [youtube] Đăng nhập để xác nhận tuổi của bạn\\n'); console.log(${JSON.stringify(JSON.stringify({ id: 'x', formats: [], ...info }))});`,
      );
    await expect(
      reader(await closed({ age_limit: 18, availability: 'needs_auth' })).info(WATCH, {}),
    ).rejects.toMatchObject({ code: 'age_restricted' });
    await expect(
      reader(await closed({ availability: 'subscriber_only' })).info(WATCH, {}),
    ).rejects.toMatchObject({
      code: 'private_or_removed',
      message: expect.stringContaining('members'),
    });
    expect(
      await reader(await closed({ availability: 'public', title: 'open' })).info(WATCH, {}),
    ).toMatchObject({ title: 'open' });
  });
  it('pauses all jobs for a host that limited us', async () => {
    const record = join(folder, 'calls');
    const file = await standIn(
      'busy',
      `appendFileSync(${JSON.stringify(record)}, 'x'); process.stderr.write("ERROR: [youtube] x: Sign in to confirm you’re not a bot.\\n"); process.exitCode = 1;`,
    );
    const ytdlp = reader(file);
    await expect(ytdlp.info(WATCH, {})).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterS: 900,
    });
    await expect(ytdlp.info(WATCH, {})).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await readFile(record, 'utf8')).toBe('x');
  });
  it('slows all jobs down once a host that limited us responds again', async () => {
    const record = join(folder, 'slow');
    const file = await standIn(
      'noticed',
      `const { existsSync } = require('node:fs'); if (existsSync(${JSON.stringify(record)})) console.log('{"formats":[{}]}'); else { writeFileSync(${JSON.stringify(record)}, ''); process.stderr.write("ERROR: [youtube] x: HTTP Error 429: Too Many Requests\\n"); process.exitCode = 1; }`,
    );
    const turns: (number | undefined)[] = [];
    const pace: YtDlpOptions['pace'] = {
      enter: async (_host, _signal, options) => {
        turns.push(options?.everyS);
        return () => undefined;
      },
      hold: () => 900,
      succeed: () => undefined,
    };
    const gate = createGate({ allow: [] });
    const proxy = createEgressProxy({ gate });
    proxies.push(proxy);
    const ytdlp = createYtDlp({ gate, proxy, pace, configuredPath: file, path: PATH });
    await expect(ytdlp.info(WATCH, {})).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterS: 900,
    });
    await ytdlp.info(WATCH, {});
    expect(turns[0]).toBeUndefined();
    expect(turns[1]).toBeGreaterThanOrEqual(5);
    expect(turns[1]).toBeLessThanOrEqual(10);
  });
  it('has a message for each reason why a video is inaccessible', async () => {
    const said = await Promise.all(
      [
        'Private video. Sign in',
        'This video has been removed by the uploader',
        'Join this channel to get access to members-only content',
        'This video requires payment to watch.',
        'This video is DRM protected',
        'Sign in to confirm your age',
        'The uploader has not made this video available in your country',
        'Video unavailable',
        "Sign in to confirm you're not a bot",
        'Premieres in 45 minutes',
        'HTTP Error 502: Bad Gateway',
        'Something new',
      ].map(async (sentence, at) => {
        const file = await standIn(
          `closed-${at}`,
          `process.stderr.write(${JSON.stringify(`ERROR: [youtube] x: ${sentence}\n`)}); process.exitCode = 1;`,
        );
        return reader(file)
          .info(WATCH, {})
          .catch((error: unknown) => (error instanceof Fault ? error.message : String(error)));
      }),
    );
    expect(new Set(said).size).toBe(said.length);
  });
  it('names the version of a yt-dlp that is too old', async () => {
    const old = (body: string) =>
      standIn(
        'old',
        `if (process.argv.includes('--version')) console.log('2023.03.04'); else { ${body} }`,
      );
    await expect(
      reader(
        await old(
          `process.stderr.write('Usage: yt-dlp [OPTIONS] URL\\n\\nyt-dlp: error: no such option: --js-runtimes\\n'); process.exitCode = 2;`,
        ),
      ).info(WATCH, {}),
    ).rejects.toMatchObject({
      code: 'ytdlp_missing',
      message: expect.stringContaining('2023.03.04'),
    });
    await expect(
      reader(
        await old(
          `process.stderr.write('ERROR: [youtube] x: Failed to extract any player response\\n'); process.exitCode = 1;`,
        ),
      ).info(WATCH, {}),
    ).rejects.toMatchObject({
      code: 'provider_failed',
      message: expect.stringContaining('2023.03.04'),
    });
  });
  it('says when a video starts, if known', async () => {
    const file = await standIn(
      'upcoming',
      `process.stderr.write('WARNING: [youtube] Premieres in 3 hours\\n'); console.log('{"id":"x","title":"soon","formats":[],"live_status":"is_upcoming","release_timestamp":4000000000}');`,
    );
    expect(await reader(file).info(WATCH, {})).toMatchObject({ release_timestamp: 4_000_000_000 });
  });
  it.each([
    ['not JSON', 'console.log("<html>")'],
    ['null', 'console.log("null")'],
    ['nothing', ''],
  ])('is a fault if it is %s', async (_name, body) => {
    await expect(reader(await standIn('odd', body)).info(WATCH, {})).rejects.toMatchObject({
      code: 'provider_failed',
    });
  });
  it('is treated as data, however hostile', async () => {
    const hostile = {
      id: '../../etc',
      ext: '/x',
      title: '\u001b]0;pwn\u0007<script>',
      formats: [{}],
    };
    expect(
      await reader(
        await standIn('data', `console.log(${JSON.stringify(JSON.stringify(hostile))})`),
      ).info(WATCH, {}),
    ).toEqual(hostile);
  });
  it('is cut off at 20 MB', async () => {
    const file = await standIn(
      'endless',
      `const send = () => { while (process.stdout.write('x'.repeat(65536))); process.stdout.once('drain', send); }; send();`,
    );
    await expect(reader(file).info(WATCH, {})).rejects.toMatchObject({ code: 'too_large' });
  });
});

describe('a yt-dlp that hangs', () => {
  const hang = (record: string) =>
    standIn(
      'hang',
      `
    const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
    process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);
    writeFileSync(${JSON.stringify(record)} + '.new', JSON.stringify([process.pid, child.pid])); require('node:fs').renameSync(${JSON.stringify(record)} + '.new', ${JSON.stringify(record)});`,
    );
  const pidsIn = async (record: string): Promise<number[]> =>
    JSON.parse(await readFile(record, 'utf8'));

  it('is killed with all child processes at its timeout', async () => {
    const record = join(folder, 'pids-timeout');
    await expect(
      reader(await hang(record), { timeoutMs: 1500 }).info(WATCH, {}),
    ).rejects.toMatchObject({ code: 'timed_out' });
    const pids = await pidsIn(record);
    await expect.poll(() => pids.filter(isAlive)).toEqual([]);
  });
  it('is killed at once when aborted, and leaves no folder', async () => {
    const record = join(folder, 'pids-abort');
    const stop = new AbortController();
    const before = leftovers();
    const answer = reader(await hang(record)).info(WATCH, { signal: stop.signal });
    answer.catch(() => undefined);
    await expect.poll(() => existsSync(record)).toBe(true);
    const pids = await pidsIn(record);
    expect(pids.filter(isAlive)).toHaveLength(2);
    stop.abort(new Error('cancelled'));
    await expect(answer).rejects.toThrow('cancelled');
    await expect.poll(() => pids.filter(isAlive)).toEqual([]);
    expect(leftovers().filter((name) => !before.includes(name))).toEqual([]);
  });
});

describe('without yt-dlp', () => {
  it.each([
    ['none is found', undefined, '/nonexistent'],
    ['the configured one is missing', '/nonexistent/yt-dlp', PATH],
    ['the configured one is a folder', '/tmp', PATH],
  ])('reports when %s', async (_name, configured, path) => {
    const ytdlp = reader(configured, { path });
    // yt-dlp is installed in a default location.
    if (configured === undefined && ytdlp.path !== undefined) return;
    expect(ytdlp.path).toBeUndefined();
    await expect(ytdlp.info(WATCH, {})).rejects.toMatchObject({ code: 'ytdlp_missing' });
    await expect(ytdlp.version()).rejects.toMatchObject({ code: 'ytdlp_missing' });
  });
});

const real = reader(undefined).path;
describe.skipIf(real === undefined)(
  `the real yt-dlp (skipped without one: ${real ?? 'none found'})`,
  () => {
    let inside: LoopbackServer;
    let site: LoopbackServer;
    beforeAll(async () => {
      inside = await canary();
      site = await loopbackServer((request, response) => {
        if (request.url === '/inside')
          response.writeHead(302, { location: `${inside.url}/` }).end();
        else if (request.url === '/gone') response.writeHead(404).end();
        else if (request.url === '/busy') response.writeHead(429).end();
        else if (request.url === '/private') response.writeHead(403).end();
        else if (request.url === '/plain')
          response.writeHead(200, { 'content-type': 'text/html' }).end('<p>no video</p>');
        else if (request.url === '/two')
          response
            .writeHead(200, { 'content-type': 'text/html' })
            .end(
              '<title>Two talks</title><video src="/a.mp4"></video><video src="/b.mp4"></video>',
            );
        else if (request.url === '/talk')
          response
            .writeHead(200, { 'content-type': 'text/html' })
            .end(
              '<title>A talk</title><video src="/a.mp4"><track kind="subtitles" srclang="en" src="/en.vtt"></video>',
            );
        else response.end();
      });
    });
    afterAll(async () => {
      await Promise.all([inside.close(), site.close()]);
    });

    it('reads a page with a video and its captions from an allowed host', async () => {
      const ytdlp = reader(undefined, { allow: [site.at] });
      expect(await ytdlp.version()).toMatch(/^\d{4}\.\d{2}\.\d{2}/);
      expect(await ytdlp.info(`${site.url}/talk`, {})).toMatchObject({
        title: expect.stringContaining('A talk'),
        subtitles: { en: [{ url: `${site.url}/en.vtt`, ext: 'vtt' }] },
      });
    });
    it.each([
      ['/gone', 'not_found'],
      ['/busy', 'rate_limited'],
      ['/private', 'private_or_removed'],
      ['/plain', 'unsupported_url'],
      ['/inside', 'blocked_address'],
    ])('fails for %s with %s', async (path, code) => {
      await expect(
        reader(undefined, { allow: [site.at] }).info(`${site.url}${path}`, {}),
      ).rejects.toMatchObject({ code });
      expect(inside.connects).toBe(0);
    });
    it.each([
      [0, 0],
      [1, 1],
      [5000, 2],
    ])('with a limit of %i entries lists %i', async (most, entries) => {
      expect(
        await reader(undefined, { allow: [site.at] }).info(`${site.url}/two`, {
          flat: true,
          maxEntries: most,
          dates: true,
        }),
      ).toMatchObject({
        _type: 'playlist',
        title: 'Two talks',
        entries: expect.objectContaining({ length: entries }),
      });
    });
    it('writes no files to the working folder', async () => {
      const before = await readdir(folder);
      await reader(undefined, { allow: [site.at] }).info(`${site.url}/talk`, {});
      expect(await readdir(folder)).toEqual(before);
      expect(existsSync(join(process.cwd(), 'A talk.info.json'))).toBe(false);
    });
  },
);
