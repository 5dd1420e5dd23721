import { afterAll, beforeAll, expect, it } from 'vitest';
import { SearchResult } from '#core/contract/search.ts';
import { Source, Transcript } from '#core/contract/source.ts';
import type { ServedFile } from '#pipeline/testing/loopback-net.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { dataOf, openTestServer, type Reply, type TestServer } from '../../testing/test-server.ts';

const served = (text: string, contentType: string): ServedFile => ({
  bytes: new TextEncoder().encode(text),
  contentType,
});
const player = (title: string, inner: string): ServedFile =>
  served(
    `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1><video controls src="talk.mp4">${inner}</video></body></html>`,
    'text/html',
  );
const CAPTIONS =
  'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nThe kettle is on the stove.\n\n00:00:05.000 --> 00:00:09.000\nIt boils at a hundred degrees, as water does.\n';
const OWN =
  '1\n00:00:02,000 --> 00:00:05,000\nThe teapot stands beside the samovar.\n\n2\n00:00:06,000 --> 00:00:08,000\nNobody mentioned a stove.\n';

describeOnDatabases('transcripts', (open) => {
  let test: TestServer;
  beforeAll(async () => {
    test = await openTestServer(open, {
      env: { GLOSS_YTDLP_PATH: '/nonexistent/yt-dlp' },
      pages: {
        'tea.html': player('Tea', '<track kind="captions" srclang="en" src="tea.vtt">'),
        'tea.vtt': served(CAPTIONS, 'text/vtt'),
        'more.html': player('More tea', '<track kind="captions" srclang="en" src="tea.vtt">'),
        'quiet.html': player('Quiet', ''),
        'talk.mp4': served('', 'video/mp4'),
      },
    });
  });
  afterAll(() => test.close());

  const read = async (path: string): Promise<Source> => {
    const [source] = await test.read(await test.thread(), path);
    if (!source) throw new Error('nothing was added');
    return source;
  };
  const look = async (id: string): Promise<Source> =>
    Source.parse(dataOf(await test.owner.get(`sources/${id}`)));
  const give = (id: string, body: object, who = test.owner): Promise<Reply> =>
    who.put(`sources/${id}/transcript`, body);
  const transcript = async (id: string): Promise<Transcript> =>
    Transcript.parse(dataOf(await test.owner.get(`sources/${id}/transcript`)));
  const found = async (words: string): Promise<string[]> =>
    SearchResult.parse(
      dataOf(await test.owner.get(`search?q=${encodeURIComponent(words)}`)),
    ).hits.map((hit) => hit.source_id);

  it('are read from captions, and an uploaded one replaces them at every position', async () => {
    const tea = await read('tea.html');
    expect(tea).toMatchObject({
      status: { transcript: 1, embedding: 1 },
      transcript: { kind: 'people', language: 'en', warnings: [] },
    });
    expect((await transcript(tea._id)).formattedMergedTranscript.map(({ text }) => text)).toEqual([
      'The kettle is on the stove.',
      'It boils at a hundred degrees, as water does.',
    ]);
    expect(Source.parse(dataOf(await give(tea._id, { text: OWN })))).toMatchObject({
      _id: tea._id,
    });
    await expect.poll(async () => (await look(tea._id)).transcript?.kind).toBe('yours');
    const given = await transcript(tea._id);
    expect(given.formattedMergedTranscript).toEqual([
      { start: 2, end: 5, text: 'The teapot stands beside the samovar.' },
      { start: 6, end: 8, text: 'Nobody mentioned a stove.' },
    ]);
    await expect.poll(() => found('samovar')).toEqual([tea._id]);
    expect(await found('hundred degrees')).not.toContain(tea._id);
  });

  it('are processed once when uploaded twice, and stay when the video is processed again', async () => {
    const tea = await read('more.html');
    await give(tea._id, { text: OWN, format: 'srt' });
    await expect.poll(async () => (await look(tea._id)).transcript?.kind).toBe('yours');
    const { version } = await look(tea._id);
    expect(Source.parse(dataOf(await give(tea._id, { text: OWN, format: 'srt' })))).toMatchObject({
      version,
      status: { embedding: 1 },
    });
    await expect.poll(async () => (await look(tea._id)).refreshing ?? false).toBe(false);
    expect((await look(tea._id)).version).toBe(version);
    dataOf(await test.owner.post(`sources/${tea._id}/retry`));
    await expect
      .poll(async () => (await look(tea._id)).status)
      .toMatchObject({ embedding: 1, transcript: 1 });
    expect((await look(tea._id)).transcript?.kind).toBe('yours');
  });

  it('can be uploaded for a video without one', async () => {
    const quiet = await read('quiet.html');
    expect(quiet).toMatchObject({
      status: { transcript: 2, embedding: 3 },
      error: { code: 'no_transcript' },
    });
    expect((await test.owner.get(`sources/${quiet._id}/transcript`)).body).toMatchObject({
      code: 'no_transcript',
    });
    const given = Source.parse(
      dataOf(
        await give(quiet._id, {
          text: JSON.stringify({
            segments: [{ start: 3, end: 6, text: 'Marzipan is made of almonds.' }],
          }),
          language: 'en',
        }),
      ),
    );
    expect(given.error).toBeUndefined();
    await expect
      .poll(async () => (await look(quiet._id)).status)
      .toMatchObject({ transcript: 1, embedding: 1 });
    expect(await found('marzipan')).toEqual([quiet._id]);
  });

  it("that can't be read are refused, and don't replace a good one", async () => {
    const tea = await read('tea.html');
    const before = await transcript(tea._id);
    // 409 while the anchors of the previous version are located.
    await expect
      .poll(
        async () => (await give(tea._id, { text: 'Just some words, and no times at all.' })).status,
      )
      .toBe(200);
    await expect
      .poll(async () => (await look(tea._id)).refreshError?.message)
      .toContain('has no times');
    expect(await transcript(tea._id)).toEqual(before);
    expect((await look(tea._id)).transcript?.kind).toBe('yours');
  });

  it('are for videos only, of their owner only, up to 5 MB', async () => {
    const [tea, otters] = [await read('tea.html'), await read('otters.html')];
    expect(await give(otters._id, { text: OWN })).toMatchObject({
      status: 422,
      body: { code: 'no_transcript' },
    });
    expect(await give(tea._id, { text: OWN }, test.stranger)).toMatchObject({ status: 404 });
    expect((await test.stranger.get(`sources/${tea._id}/transcript`)).status).toBe(404);
    expect((await give(tea._id, { text: OWN }, test.nobody)).status).toBe(401);
    expect((await test.nobody.get(`sources/${tea._id}/transcript`)).status).toBe(401);
    expect(await give(tea._id, { text: 'x'.repeat(5_000_001) })).toMatchObject({ status: 400 });
    expect(await give(tea._id, { text: '' })).toMatchObject({ status: 400 });
    expect(await give(tea._id, { text: OWN, format: 'docx' })).toMatchObject({ status: 400 });
    expect(await give(tea._id, { text: OWN, language: 'x; drop' })).toMatchObject({ status: 400 });
  });
});
