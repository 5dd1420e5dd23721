import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEgressProxy, type EgressProxy } from './egress-proxy.ts';
import { findExecutable } from './find-executable.ts';
import { createGate } from './gate.ts';
import { createPace } from './pace.ts';
import { createProviderFetch } from './provider-fetch.ts';
import { createSoundCutter } from './sound-pieces.ts';
import { loopbackServer, type LoopbackServer } from './testing/loopback.ts';
import { createSpeechToText } from './transcriber.ts';
import { createYtDlp } from './yt-dlp.ts';

const run = promisify(execFile);
const PATH = process.env['PATH'] ?? '';
const ffmpeg = findExecutable({ configured: undefined, names: ['ffmpeg'], path: PATH });
const ytdlpFile = findExecutable({ configured: undefined, names: ['yt-dlp'], path: PATH });

interface Asked {
  authorization: string | undefined;
  body: string;
  bytes: number;
}
type Script = { status?: number; headers?: Record<string, string>; body: unknown };
let provider: LoopbackServer;
let asked: Asked[];
let scripts: Script[];
let proxy: EgressProxy;
let folder: string;
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gloss-test-sound-'));
  provider = await loopbackServer((request, response) => {
    void (async () => {
      const body = Buffer.concat((await request.toArray()) as Buffer[]);
      asked.push({
        authorization: request.headers.authorization,
        body: body.toString('latin1'),
        bytes: body.length,
      });
      const {
        status = 200,
        headers = {},
        body: answer,
      } = scripts.shift() ?? { body: { text: '' } };
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    })();
  });
});
beforeEach(() => {
  asked = [];
  scripts = [];
});
afterAll(async () => {
  for (const close of closers) await close();
  await provider.close();
  await rm(folder, { recursive: true, force: true });
});

function speech(
  more: { allow?: string[]; places?: string[]; path?: string; pieceS?: number } = {},
) {
  const gate = createGate({ allow: more.allow ?? [] });
  proxy = createEgressProxy({ gate });
  const { fetch, close } = createProviderFetch(provider.at);
  closers.push(close, () => proxy.close());
  return createSpeechToText({
    provider: {
      model: 'whisper-x',
      baseUrl: `${provider.url}/v1`,
      apiKey: 'key-of-the-operator',
      fetch,
    },
    ytdlp: createYtDlp({
      gate,
      proxy,
      pace: createPace({ concurrency: 9, perSecond: 1000 }),
      configuredPath: undefined,
      path: PATH,
    }),
    cutter: createSoundCutter({
      path: more.path ?? PATH,
      ...(more.places && { places: more.places }),
      ...(more.pieceS !== undefined && { pieceS: more.pieceS }),
    }),
  });
}
const piece = new TextEncoder().encode('OggS not really');

describe('a piece of audio', () => {
  it('is sent with model, language and key, and returns words with punctuation', async () => {
    scripts = [
      {
        body: {
          text: 'Hello, world. Again!',
          language: 'english',
          words: [
            { word: 'Hello', start: 0.5, end: 0.9 },
            { word: 'world', start: 1, end: 1.4 },
            { word: 'again', start: 2, end: 2.5 },
          ],
        },
      },
    ];
    expect(await speech().transcribe(piece, { language: 'en-GB' })).toEqual({
      words: true,
      language: 'english',
      heard: [
        { text: 'Hello,', startS: 0.5, endS: 0.9 },
        { text: 'world.', startS: 1, endS: 1.4 },
        { text: 'Again!', startS: 2, endS: 2.5 },
      ],
    });
    expect(provider.hits.at(-1)).toBe('/v1/audio/transcriptions');
    expect(asked[0]?.authorization).toBe('Bearer key-of-the-operator');
    for (const field of [
      'whisper-x',
      'verbose_json',
      'timestamp_granularities[]',
      'OggS not really',
    ])
      expect(asked[0]?.body).toContain(field);
    expect(asked[0]?.body).toMatch(/name="language"\r\n\r\nen\r\n/);
  });
  it('falls back to text without times for a model that has none, and remembers it', async () => {
    scripts = [
      {
        status: 400,
        body: { error: { message: "response_format 'verbose_json' is not compatible with model" } },
      },
      { body: { text: 'All there is.' } },
      { body: { text: 'And more.' } },
    ];
    const one = speech();
    expect(await one.transcribe(piece, {})).toMatchObject({
      words: false,
      heard: [{ text: 'All there is.', startS: 0 }],
    });
    await one.transcribe(piece, {});
    expect(asked).toHaveLength(3);
  });
  it.each([
    [
      { status: 429, headers: { 'retry-after': '7' }, body: {} },
      { code: 'rate_limited', retryAfterS: 7 },
    ],
    [
      { status: 401, body: {} },
      { code: 'provider_failed', message: expect.stringContaining('OPENAI_API_KEY') },
    ],
    [
      { status: 404, body: {} },
      { code: 'provider_failed', message: expect.stringContaining('GLOSS_TRANSCRIPTION_MODEL') },
    ],
    [{ status: 500, body: {} }, { code: 'provider_failed' }],
    [{ body: '<html>' }, { code: 'provider_failed' }],
    [{ body: [] }, { code: 'provider_failed' }],
  ] satisfies [Script, object][])('that fails reports why: %o', async (script, fault) => {
    scripts = [script];
    await expect(speech().transcribe(piece, {})).rejects.toMatchObject(fault);
  });
});

const kept = () => {
  const pieces = new Map<number, Uint8Array>();
  return {
    pieces,
    keep: async (at: number, bytes: Uint8Array) => {
      pieces.set(at, bytes);
    },
  };
};
const leftovers = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith(`gloss-sound-${process.pid}-`));

it('without ffmpeg, sends no request and says what to install', async () => {
  await expect(
    speech({ path: '/nonexistent', places: [] }).record('http://127.0.0.1:1/x', kept()),
  ).rejects.toMatchObject({ code: 'no_transcript', message: expect.stringContaining('ffmpeg') });
});

describe.skipIf(ffmpeg === undefined || ytdlpFile === undefined)(
  'the audio of a video (skipped without ffmpeg and yt-dlp)',
  () => {
    let site: LoopbackServer;
    beforeAll(async () => {
      await run(ffmpeg ?? '', [
        '-loglevel',
        'error',
        '-f',
        'lavfi',
        '-i',
        'sine=frequency=440:duration=25',
        '-f',
        'lavfi',
        '-i',
        'color=black:size=16x16:rate=1:duration=25',
        '-c:a',
        'aac',
        '-b:a',
        '48k',
        '-shortest',
        join(folder, 'talk.mp4'),
      ]);
      await run(ffmpeg ?? '', [
        '-loglevel',
        'error',
        '-f',
        'lavfi',
        '-i',
        'color=black:size=16x16:rate=1:duration=3',
        join(folder, 'silent.mp4'),
      ]);
      const files = new Map<string, Buffer>();
      for (const name of ['talk.mp4', 'silent.mp4'])
        files.set(`/${name}`, await readFile(join(folder, name)));
      site = await loopbackServer((request, response) => {
        const file = files.get(request.url ?? '');
        if (file)
          response
            .writeHead(200, { 'content-type': 'video/mp4', 'content-length': file.length })
            .end(request.method === 'HEAD' ? undefined : file);
        else if (request.url === '/playlist.mp4')
          response
            .writeHead(200, { 'content-type': 'video/mp4' })
            .end(
              '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/hostname\n#EXT-X-ENDLIST\n',
            );
        else response.writeHead(404).end();
      });
    });
    afterAll(() => site.close());

    it('is cut into overlapping pieces, and leaves no files', async () => {
      const { pieces, keep } = kept();
      expect(
        await speech({ allow: [site.at], pieceS: 10 }).record(`${site.url}/talk.mp4`, { keep }),
      ).toEqual({ pieces: 3 });
      const lengths = await Promise.all(
        [...pieces].map(async ([at, bytes]) => {
          const file = join(folder, `heard-${at}.ogg`);
          await writeFile(file, bytes);
          const { stdout } = await run('ffprobe', [
            '-v',
            'error',
            '-show_entries',
            'format=duration',
            '-of',
            'csv=p=0',
            file,
          ]);
          return Math.round(Number(stdout));
        }),
      );
      expect(lengths).toEqual([14, 14, 5]);
      expect(await leftovers()).toEqual([]);
    });
    it('is reported if there is none', async () => {
      await expect(
        speech({ allow: [site.at] }).record(`${site.url}/silent.mp4`, kept()),
      ).rejects.toMatchObject({ code: 'no_transcript' });
      expect(await leftovers()).toEqual([]);
    });
    it('is never read from addresses in a playlist file', async () => {
      const { pieces, keep } = kept();
      await expect(
        speech({ allow: [site.at] }).record(`${site.url}/playlist.mp4`, { keep }),
      ).rejects.toMatchObject({
        code: expect.stringMatching(/no_transcript|provider_failed|unsupported_url/),
      });
      expect(pieces.size).toBe(0);
    });
  },
);
