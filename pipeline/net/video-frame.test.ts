import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEgressProxy, type EgressProxy } from './egress-proxy.ts';
import { findExecutable } from './find-executable.ts';
import { createGate } from './gate.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { createPace } from './pace.ts';
import { loopbackServer, type LoopbackServer } from './testing/loopback.ts';
import { createVideoFrames } from './video-frame.ts';

const run = promisify(execFile);
const PATH = process.env['PATH'] ?? '';
const ffmpeg = findExecutable({ configured: undefined, names: ['ffmpeg'], path: PATH });
const folder = mkdtempSync(join(tmpdir(), 'gloss-frames-'));
const [files, proxies]: [Map<string, Buffer>, EgressProxy[]] = [new Map(), []];
let site: LoopbackServer;
beforeAll(async () => {
  // Four storyboard pictures per sheet, five seconds each: red, green, blue, white.
  const tile = (background: string, left: number, top: number) => ({
    input: { create: { width: 32, height: 18, channels: 3 as const, background } },
    left,
    top,
  });
  files.set(
    '/sheet.jpg',
    await sharp({ create: { width: 64, height: 36, channels: 3, background: '#000' } })
      .composite([
        tile('#f00', 0, 0),
        tile('#0f0', 32, 0),
        tile('#00f', 0, 18),
        tile('#fff', 32, 18),
      ])
      .jpeg({ quality: 100 })
      .toBuffer(),
  );
  if (ffmpeg) {
    await run(ffmpeg, [
      '-loglevel',
      'error',
      '-f',
      'lavfi',
      '-i',
      'color=red:size=320x180:rate=5:duration=6',
      '-f',
      'lavfi',
      '-i',
      'color=blue:size=320x180:rate=5:duration=6',
      '-filter_complex',
      '[0][1]concat=n=2',
      '-pix_fmt',
      'yuv420p',
      '-movflags',
      '+faststart',
      join(folder, 'film.mp4'),
    ]);
    files.set('/film.mp4', await readFile(join(folder, 'film.mp4')));
  }
  site = await loopbackServer(({ url = '' }, response) => {
    const file = files.get(url);
    if (file)
      response
        .writeHead(200, {
          'content-type': url.endsWith('.jpg') ? 'image/jpeg' : 'video/mp4',
          'content-length': file.length,
        })
        .end(file);
    else if (url === '/list.mp4')
      response
        .writeHead(200, { 'content-type': 'video/mp4' })
        .end(
          `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${site.url}/film.mp4\n#EXT-X-ENDLIST\n`,
        );
    else response.writeHead(404).end();
  });
});
afterAll(async () => {
  await Promise.all([site.close(), ...proxies.map((it) => it.close())]);
  rmSync(folder, { recursive: true });
});

const sheets = () => ({
  protocol: 'mhtml',
  vcodec: 'none',
  width: 32,
  height: 18,
  rows: 2,
  columns: 2,
  fragments: [{ url: `${site.url}/sheet.jpg`, duration: 20 }],
});
const film = (path = '/film.mp4') => ({
  protocol: 'http',
  url: `${site.url}${path}`,
  vcodec: 'avc1',
  height: 180,
});
function framesOf(
  formats: object[],
  { allow = [site.at], ...more }: { allow?: string[]; path?: string; places?: string[] } = {},
) {
  const gate = createGate({ allow });
  const proxy = createEgressProxy({ gate });
  proxies.push(proxy);
  return createVideoFrames({
    ytdlp: { info: async () => ({ duration: 12, formats }) },
    proxy,
    fetch: createGuardedFetch({ gate, pace: createPace({ concurrency: 5, perSecond: 100 }) }).fetch,
    path: PATH,
    ...more,
  });
}
async function seen({ jpeg, ...rest }: { jpeg: Uint8Array; atS: number; isOfFilm: boolean }) {
  const { width, height } = await sharp(jpeg).metadata();
  const {
    dominant: { r, g, b },
  } = await sharp(jpeg).stats();
  return {
    ...rest,
    size: `${width}x${height}`,
    color:
      r > 180 && g > 180
        ? 'white'
        : r > 180
          ? 'red'
          : g > 180
            ? 'green'
            : b > 180
              ? 'blue'
              : 'none',
  };
}
const WITHOUT = { path: '/nonexistent', places: [] };

it('without ffmpeg, is the storyboard picture just before the moment, or nothing if there is no storyboard', async () => {
  const small = async (atS: number) =>
    seen(await framesOf([film(), sheets()], WITHOUT).frame('x', { atS }));
  expect(await small(0)).toEqual({ atS: 0, isOfFilm: false, size: '32x18', color: 'red' });
  expect(await small(6)).toMatchObject({ atS: 5, color: 'green' });
  // Times after the end use the last picture.
  expect(await small(99)).toMatchObject({ atS: 10, color: 'blue' });
  await expect(framesOf([film()], WITHOUT).frame('x', { atS: 1 })).rejects.toMatchObject({
    code: 'absent',
    message: expect.stringContaining('ffmpeg'),
  });
});

describe.skipIf(ffmpeg === undefined)('a frame of the video (skipped without ffmpeg)', () => {
  it('shows the moment, in the size of the video', async () => {
    const frames = framesOf([sheets(), film()]);
    const both = await Promise.all([frames.frame('x', { atS: 2 }), frames.frame('x', { atS: 9 })]);
    expect(await Promise.all(both.map(seen))).toEqual([
      { atS: 2, isOfFilm: true, size: '320x180', color: 'red' },
      { atS: 9, isOfFilm: true, size: '320x180', color: 'blue' },
    ]);
  });
  it('is never read from a blocked address, nor from addresses in a playlist file', async () => {
    const before = site.hits.length;
    await expect(framesOf([film()], { allow: [] }).frame('x', { atS: 1 })).rejects.toMatchObject({
      code: 'blocked_address',
    });
    expect(site.hits.length).toBe(before);
    await expect(framesOf([film('/list.mp4')]).frame('x', { atS: 1 })).rejects.toMatchObject({
      code: 'absent',
    });
    expect(site.hits.slice(before)).not.toContain('/film.mp4');
  });
});
