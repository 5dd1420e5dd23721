import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Source, Transcript } from '#core/contract/source.ts';
import { openOnSqlite } from '../../db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const json3 = JSON.stringify({
  events: [
    {
      tStartMs: 1000,
      dDurationMs: 3000,
      segs: [
        { utf8: 'Sea' },
        { utf8: ' stars', tOffsetMs: 500 },
        { utf8: ' walk', tOffsetMs: 900 },
      ],
    },
  ],
});
const SOON_S = 4_000_000_000;

/** Output of yt-dlp by video id; a string is an error. */
const printed = (origin: string): Record<string, object | string> => ({
  normal00001: {
    id: 'normal00001',
    title: 'Sea stars',
    duration: 5,
    formats: [{}],
    language: 'en',
    description: 'On the shore.',
    channel: 'Shore',
    channel_id: 'UC1',
    channel_url: 'https://www.youtube.com/channel/UC1',
    upload_date: '20240131',
    thumbnail: `${origin}/thumb.png`,
    thumbnails: [{ url: `${origin}/vi/x/hqdefault.jpg`, width: 480, height: 360 }],
    automatic_captions: { 'en-orig': [{ ext: 'json3', data: json3 }] },
  },
  UC1: { _type: 'playlist', thumbnails: [{ url: `${origin}/face.png`, width: 176, height: 176 }] },
  upcoming001: {
    id: 'upcoming001',
    title: 'Tomorrow',
    formats: [],
    live_status: 'is_upcoming',
    release_timestamp: SOON_S,
  },
  private0001: 'Private video. Sign in if you have been granted access to this video',
  silent00001: { id: 'silent00001', title: 'Silent', duration: 60, formats: [{}] },
  blocked0001: 'Sign in to confirm you’re not a bot.',
});

describe('YouTube videos', () => {
  const open = openOnSqlite();
  let test: TestServer;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gloss-test-video-'));
    const ytdlp = join(folder, 'yt-dlp');
    const answers = join(folder, 'answers.json');
    await writeFile(
      ytdlp,
      `#!${process.execPath}
const answers = JSON.parse(require('node:fs').readFileSync(${JSON.stringify(answers)}, 'utf8'));
const answer = answers[process.argv.at(-1).split(/[=/]/).at(-1)] ?? 'Video unavailable';
if (process.argv.includes('--version')) console.log('2023.03.04');
else if (typeof answer === 'string') { process.stderr.write('ERROR: [youtube] x: ' + answer + '\\n'); process.exitCode = 1; } else console.log(JSON.stringify(answer));
`,
    );
    await chmod(ytdlp, 0o755);
    const image = { bytes: new Uint8Array(PIXEL), contentType: 'image/png' };
    test = await openTestServer(open, {
      env: { GLOSS_YTDLP_PATH: ytdlp, GLOSS_HOST_PACE: '9@1000/s' },
      pages: { 'thumb.png': image, 'face.png': image },
    });
    await writeFile(answers, JSON.stringify(printed(test.site.origin)));
  });
  afterAll(async () => {
    await test.close();
    await rm(folder, { recursive: true, force: true });
  });

  const add = async (id: string): Promise<string> => {
    const { _id: threadId } = await test.thread();
    const { added } = dataOf(
      await test.owner.post('thread/addSource', { threadId, url: `https://youtu.be/${id}` }),
    ) as { added: string[] };
    return added[0] ?? '';
  };
  const look = async (id: string): Promise<Source> =>
    Source.parse(dataOf(await test.owner.get(`sources/${id}`)));

  it('are processed with their metadata', async () => {
    const id = await add('normal00001');
    await expect
      .poll(async () => look(id))
      .toMatchObject({ status: { embedding: 1 }, channelThumbnail: expect.any(String) });
    const source = await look(id);
    expect(source).toMatchObject({
      title: 'Sea stars',
      provider: 1,
      description: 'On the shore.',
      channelUrl: 'https://www.youtube.com/channel/UC1',
      publishedAt: '2024-01-31',
      duration: 5,
      youtube_metadata: { video_id: 'normal00001', channel_data: { channel_title: 'Shore' } },
      transcript: { kind: 'automatic', language: 'en', warnings: [] },
      thumbnails: {
        youtube: {
          video: {
            default: { url: expect.stringContaining('usercontent') },
            high: { url: expect.stringContaining('hqdefault'), width: 480 },
          },
          channel: { default: { url: expect.any(String) } },
        },
      },
    });
    expect(
      Transcript.parse(dataOf(await test.owner.get(`sources/${id}/transcript`))).words,
    ).toEqual([
      { word: 'Sea', offset: 1, duration: 0.5 },
      { word: 'stars', offset: 1.5, duration: 0.4 },
      { word: 'walk', offset: 1.9, duration: 2.1 },
    ]);
  });
  it('that have not begun are kept with their title, without a transcript, and with their start time', async () => {
    const id = await add('upcoming001');
    await expect.poll(async () => (await look(id)).error?.code).toBe('live_not_ended');
    expect(await look(id)).toMatchObject({
      title: 'Tomorrow',
      status: { transcript: 2, embedding: 0 },
      error: { message: expect.stringContaining('2096-10-02') },
    });
  });
  it.each([
    [
      'are private',
      'private0001',
      { transcript: 2, embedding: 2 },
      'private_or_removed',
      'private',
    ],
    ['are gone', 'missing0001', { transcript: 2, embedding: 2 }, 'not_found', "doesn't exist"],
    [
      'say nothing',
      'silent00001',
      { transcript: 2, embedding: 3 },
      'no_transcript',
      'no transcript',
    ],
  ])('that %s report it', async (_, video, status, code, message) => {
    const id = await add(video);
    await expect.poll(async () => (await look(id)).status).toMatchObject(status);
    expect((await look(id)).error).toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
  });
  it('make health checks warn about an old yt-dlp', async () => {
    expect(dataOf(await test.owner.get('health'))).toMatchObject({
      status: 'ok',
      components: {
        ytdlp: {
          status: 'failed',
          detail: expect.stringContaining('2023.03.04'),
          mend: expect.stringContaining('Update yt-dlp'),
        },
      },
    });
  });
  it('that are blocked wait, and accept a transcript', async () => {
    const id = await add('blocked0001');
    await expect.poll(async () => (await look(id)).error?.code).toBe('rate_limited');
    expect((await look(id)).status).toMatchObject({ transcript: 0, embedding: 0 });
    dataOf(await test.owner.put(`sources/${id}/transcript`, { text: '0:05 Limpets hold on.' }));
    await expect
      .poll(async () => (await look(id)).status)
      .toMatchObject({ transcript: 1, embedding: 1 });
    expect((await look(id)).error).toBeUndefined();
  });
});
