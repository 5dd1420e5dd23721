import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fault } from '#core/contract/faults.ts';
import type { Net, SpeechToText } from '#pipeline/net/contract.ts';
import type { Checkpoints, Fetched, FetchInput } from '#pipeline/sources/contract.ts';
import { loopbackNet, serveLoopback } from '#pipeline/testing/loopback-net.ts';
import type { LoopbackSite } from '#pipeline/testing/loopback-net.ts';
import { readBytesHere } from '#pipeline/testing/read-bytes-here.ts';
import { chaptersAtSentences, chaptersInText } from './chapters.ts';
import { extractVideo } from './extract/extract-video.ts';
import { fetchVideo } from './fetch-video.ts';
import { VideoInfo } from './info.ts';
import { stitched } from './transcribe-audio.ts';
import { liveFault } from './live-fault.ts';

const WATCH = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const NOW_S = 1_700_000_000;
let site: LoopbackSite;
const vtt = (text: string) => ({
  bytes: new TextEncoder().encode(`WEBVTT\n\n00:01.000 --> 00:05.000\n${text}\n`),
  contentType: 'text/vtt',
});
beforeAll(async () => {
  site = await serveLoopback((path) => {
    if (path === 'busy.vtt') return { ...vtt(''), status: 429 };
    if (path === 'music.vtt') return vtt('[Music]');
    return path.endsWith('.vtt') ? vtt(path === 'empty.vtt' ? '' : `Words of ${path}`) : undefined;
  });
});
afterAll(() => site.close());

/** `http://site` stands for the server's origin. */
const file = (name: string) => [{ ext: 'vtt', url: `http://site/${name}.vtt` }];
const video = (more: object = {}) => ({
  id: 'dQw4w9WgXcQ',
  title: 'A talk',
  duration: 600,
  formats: [{}],
  ...more,
});
const input = (net: Net, more: Partial<FetchInput> = {}): FetchInput => ({
  url: WATCH,
  net,
  readBytes: readBytesHere,
  signal: AbortSignal.timeout(10_000),
  limits: { maxPageBytes: 1e6, maxPdfBytes: 1e6 },
  report: () => undefined,
  ...more,
});
const read = (recorded: object, more: Partial<FetchInput> = {}): Promise<Fetched> =>
  fetchVideo(
    input(
      loopbackNet({
        recorded: JSON.parse(
          JSON.stringify(recorded).replaceAll('http://site', site.origin),
        ) as unknown,
      }),
      more,
    ),
  );
const snapshotOf = async (fetched: Fetched) =>
  (
    await extractVideo({
      url: fetched.finalUrl,
      facts: fetched.facts,
      notes: fetched.notes,
      part: (name) => fetched.parts.find((part) => part.name === name)?.bytes,
      report: () => undefined,
    })
  ).snapshot;

describe('the transcript', () => {
  const people = (...languages: string[]) =>
    Object.fromEntries(languages.map((language) => [language, file(`people-${language}`)]));
  const heard = {
    'en-orig': file('heard-en'),
    en: file('heard-en'),
    de: [{ ext: 'vtt', url: 'https://x.test/?tlang=de' }],
  };
  it.each([
    [
      'by people, in the language of the video',
      { language: 'en', subtitles: people('de', 'en'), automatic_captions: heard },
      'people-en.vtt',
      'people',
    ],
    [
      'heard by the site, before people’s in another language',
      { language: 'en', subtitles: people('de'), automatic_captions: heard },
      'heard-en.vtt',
      'automatic',
    ],
    [
      'by people in any language',
      { language: 'en', subtitles: people('fr') },
      'people-fr.vtt',
      'people',
    ],
    [
      'the next one where the best is empty',
      { language: 'en', subtitles: { en: file('empty') }, automatic_captions: heard },
      'heard-en.vtt',
      'automatic',
    ],
    [
      'the next one where the best marks only music',
      { language: 'en', subtitles: { en: file('music') }, automatic_captions: heard },
      'heard-en.vtt',
      'automatic',
    ],
    [
      'the next one where the best is gone',
      {
        language: 'en',
        subtitles: { en: [{ ext: 'vtt', url: 'http://site/not-there' }] },
        automatic_captions: heard,
      },
      'heard-en.vtt',
      'automatic',
    ],
  ])('is %s', async (_, tracks, words, kind) => {
    const snapshot = await snapshotOf(await read(video(tracks)));
    expect(snapshot.segments[0]?.text).toBe(`Words of ${words}`);
    expect(snapshot.transcript?.kind).toBe(kind);
  });
  it('is missing if the only track marks music, and the video says so', async () => {
    const tracks = { language: 'en', automatic_captions: { en: file('music') } };
    expect(await snapshotOf(await read(video(tracks)))).toMatchObject({
      segments: [],
      origin: 'no captions',
      silence: expect.stringContaining('only sounds, such as music'),
    });
  });
  it('is never a machine translation', async () => {
    expect(
      await snapshotOf(
        await read(
          video({
            language: 'en',
            automatic_captions: { de: [{ ext: 'vtt', url: 'http://site/heard-de.vtt?tlang=de' }] },
          }),
        ),
      ),
    ).toMatchObject({ segments: [], origin: 'no captions' });
  });
  it('is retried later if the site limits requests', async () => {
    await expect(
      read(video({ language: 'en', subtitles: { en: file('busy') } })),
    ).rejects.toMatchObject({ code: 'rate_limited' });
  });
  it("isn't fetched or transcribed if the owner supplied one", async () => {
    const before = site.asked.length;
    expect(
      (await read(video({ is_live: true, live_status: 'is_live' }), { hasTranscript: true })).later,
    ).toBeUndefined();
    const begun: Checkpoints = {
      read: async () => new TextEncoder().encode('half heard'),
      keep: async () => undefined,
    };
    expect(
      (await read(video(), { hasTranscript: true, checkpoints: begun })).later,
    ).toBeUndefined();
    expect(
      (await read(video({ subtitles: people('en') }), { hasTranscript: true })).parts.map(
        ({ name }) => name,
      ),
    ).toEqual(['info.json']);
    expect(site.asked.length).toBe(before);
  });
});

describe('video metadata', () => {
  it('has description, thumbnails by size and chapters', async () => {
    const { facts, notes } = await read(
      video({
        channel: 'Someone',
        channel_id: 'UC1',
        channel_url: 'https://www.youtube.com/channel/UC1',
        description: 'About tea.\n0:00 Intro\n1:30 – The kettle\n(05:00) The cup\n',
        thumbnails: [
          { url: 'https://i.ytimg.com/vi/x/default.jpg' },
          { url: 'https://i.ytimg.com/vi_webp/x/hqdefault.webp' },
          { url: 'https://i.ytimg.com/vi/x/hqdefault.jpg', width: 480, height: 360 },
          { url: 'https://i.ytimg.com/vi/x/maxresdefault.jpg', width: 1280, height: 720 },
        ],
      }),
    );
    expect(facts).toMatchObject({
      description: expect.stringContaining('About tea.'),
      channelUrl: 'https://www.youtube.com/channel/UC1',
      thumbnails: {
        default: { url: 'https://i.ytimg.com/vi/x/default.jpg' },
        high: { url: 'https://i.ytimg.com/vi/x/hqdefault.jpg', width: 480, height: 360 },
        maxres: { url: 'https://i.ytimg.com/vi/x/maxresdefault.jpg', width: 1280 },
      },
    });
    expect(notes['chapters']).toEqual([
      { start: 0, end: 90, title: 'Intro' },
      { start: 90, end: 300, title: 'The kettle' },
      { start: 300, end: 600, title: 'The cup' },
    ]);
  });
  it("has the channel's icon, requested once", async () => {
    const asked: string[] = [];
    const base = loopbackNet({ recorded: {} });
    const channel = {
      _type: 'playlist',
      thumbnails: [
        { url: 'https://yt3.test/banner', width: 1060, height: 175 },
        { url: 'https://yt3.test/small', width: 88, height: 88 },
        { url: 'https://yt3.test/face', width: 900, height: 900 },
        { url: 'https://yt3.test/s0', id: 'avatar_uncropped' },
      ],
    };
    const net: Net = {
      ...base,
      ytdlp: {
        ...base.ytdlp,
        async info(url, { maxEntries: most }) {
          asked.push(url);
          return most === 0
            ? channel
            : video({ channel_id: 'UC1', channel_url: 'https://www.youtube.com/channel/UC1' });
        },
      },
    };
    const facts = [await fetchVideo(input(net)), await fetchVideo(input({ ...net }))].map(
      (fetched) => fetched.facts.channelIconUrl,
    );
    expect(facts).toEqual(['https://yt3.test/face', 'https://yt3.test/face']);
    expect(asked.filter((url) => url.includes('/channel/'))).toHaveLength(1);
  });
  it("is complete without the channel's icon if that is unavailable", async () => {
    const base = loopbackNet({ recorded: {} });
    const net: Net = {
      ...base,
      ytdlp: {
        ...base.ytdlp,
        async info(_url, { maxEntries: most }) {
          if (most === 0) throw new Fault('rate_limited');
          return video({ channel_id: 'UC1', channel_url: 'https://www.youtube.com/channel/UC1' });
        },
      },
    };
    expect((await fetchVideo(input(net))).facts).not.toHaveProperty('channelIconUrl');
  });
});

it('takes times in a description as chapters only if in order and from the start', () => {
  expect(chaptersInText('see 1:00 and\n0:30 before', 600)).toEqual([]);
  expect(chaptersInText('0:00 a\n0:30 b', 600)).toEqual([]);
  expect(chaptersInText('0:00 a\n0:30 b\n11:00 c', 600)).toEqual([]);
  expect(
    chaptersInText('Intro 0:00\nMiddle - 0:30\nEnd: 1:00:00', 4000).map(({ start, title }) => [
      start,
      title,
    ]),
  ).toEqual([
    [0, 'Intro'],
    [30, 'Middle'],
    [3600, 'End'],
  ]);
});

it('starts chapters at the nearest sentence, in order', () => {
  const chapter = (start: number, end: number) => ({ start, end, title: `From ${start}` });
  const chapters = [chapter(0, 30), chapter(30, 32), chapter(32, 60), chapter(60, 90)];
  const sentences = [1.5, 28.4, 34, 45, 66].map((startS) => ({ startS }));
  expect(chaptersAtSentences(chapters, sentences).map(({ start, end }) => [start, end])).toEqual([
    [0, 28.4],
    [28.4, 34],
    [34, 60],
    [60, 90],
  ]);
  expect(chaptersAtSentences(chapters, [])).toEqual(chapters);
});

describe('a video that has not ended', () => {
  const info = (more: object) => VideoInfo.parse({ id: 'x', title: 'Live', ...more });
  it.each([
    [
      'begins in two hours',
      { live_status: 'is_upcoming', release_timestamp: NOW_S + 7200 },
      7200 + 4 * 3600,
    ],
    [
      'premieres in an hour and lasts ten minutes',
      { live_status: 'is_upcoming', release_timestamp: NOW_S + 3600, duration: 600 },
      3600 + 600 + 3600,
    ],
    ['has run for an hour', { live_status: 'is_live', release_timestamp: NOW_S - 3600 }, 3 * 3600],
    ['has just ended', { live_status: 'post_live' }, 3600],
  ])('and %s is fetched again after its end', (_, more, seconds) => {
    expect(liveFault(info(more), NOW_S)).toMatchObject({
      code: 'live_not_ended',
      retryAfterS: seconds,
    });
  });
  it('keeps its title and picture until then', async () => {
    expect(await read(video({ live_status: 'is_live', is_live: true }))).toMatchObject({
      facts: { title: 'A talk' },
      parts: [],
      later: expect.objectContaining({ code: 'live_not_ended' }),
    });
  });
  it.each([{ live_status: 'was_live' }, { live_status: 'not_live' }, {}])(
    'is assumed to have ended if its status is %o',
    (more) => {
      expect(liveFault(info(more), NOW_S)).toBeUndefined();
    },
  );
});

describe('a video without captions', () => {
  const heldIn = (kept: Map<string, Uint8Array>): Checkpoints => ({
    read: async (name) => kept.get(name),
    keep: async (name, bytes) => {
      kept.set(name, bytes);
    },
  });
  const speechOf = (log: string[], dies?: () => boolean): SpeechToText => ({
    model: 'whisper-x',
    async record(_url, { keep }) {
      log.push('record');
      for (const piece of [0, 1, 2]) await keep(piece, new Uint8Array([piece]));
      return { pieces: 3 };
    },
    async transcribe([piece = 0], { language }) {
      if (piece === 1 && dies?.()) throw new Error('killed');
      log.push(`hear ${piece} ${language ?? ''}`.trim());
      return {
        heard: [{ text: `Piece ${piece}.`, startS: 10, endS: 12 }],
        words: false,
        language: 'german',
      };
    },
  });
  /** Runs fetches until complete, like the host. */
  async function all(net: Net, kept: Map<string, Uint8Array>): Promise<Fetched> {
    for (let turn = 0; turn < 20; turn += 1) {
      const fetched = await fetchVideo(input(net, { checkpoints: heldIn(kept) }));
      if (fetched.later === undefined) return fetched;
      expect(fetched.facts.title).toBe('A talk');
    }
    throw new Error('it never ends');
  }

  it('resumes with the next piece after a kill, without requests to the site', async () => {
    const kept = new Map<string, Uint8Array>();
    const log: string[] = [];
    let dead = true;
    const base = loopbackNet({ recorded: video() });
    const net: Net = {
      ...base,
      speech: speechOf(log, () => dead),
      ytdlp: {
        ...base.ytdlp,
        async info() {
          log.push('info');
          return video();
        },
      },
    };
    await expect(all(net, kept)).rejects.toThrow('killed');
    dead = false;
    const snapshot = await snapshotOf(await all({ ...net, speech: speechOf(log) }, kept));
    expect(log).toEqual(['info', 'record', 'hear 0', 'hear 1 de', 'hear 2 de']);
    expect(snapshot).toMatchObject({
      language: 'de',
      transcript: { kind: 'speech' },
      origin: 'speech to text, de',
    });
    expect(
      snapshot.segments.map(({ text, at }) => [text, at.medium === 'timed' && at.startS]),
    ).toEqual([
      ['Piece 0.', 10],
      ['Piece 1.', 610],
      ['Piece 2.', 1210],
    ]);
  });
  it("says why it can't be transcribed", async () => {
    const speech: SpeechToText = {
      model: 'x',
      record: async () => {
        throw new Fault('no_transcript', { message: 'Install ffmpeg.' });
      },
      transcribe: async () => ({ heard: [], words: false }),
    };
    expect(
      await snapshotOf(await all({ ...loopbackNet({ recorded: video() }), speech }, new Map())),
    ).toMatchObject({ segments: [], silence: 'Install ffmpeg.' });
  });
  it('says when there is no speech', async () => {
    const speech: SpeechToText = {
      model: 'x',
      record: async () => ({ pieces: 0 }),
      transcribe: async () => ({ heard: [], words: false }),
    };
    expect(
      await snapshotOf(await all({ ...loopbackNet({ recorded: video() }), speech }, new Map())),
    ).toMatchObject({ segments: [], silence: expect.stringContaining('no speech') });
  });
  it('contains each word of an overlap once', () => {
    const word = (text: string, startS: number) => ({ text, startS, endS: startS + 0.4 });
    expect(
      stitched([
        [word('a', 599), word('b', 601.5), word('c', 602.5)],
        [word('b', 1.5), word('c', 2.5), word('d', 10)],
      ]).map(({ text, startS }) => [text, startS]),
    ).toEqual([
      ['a', 599],
      ['b', 601.5],
      ['c', 602.5],
      ['d', 610],
    ]);
  });
});
