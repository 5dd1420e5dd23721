import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SearchResult } from '#core/contract/search.ts';
import { Transcript } from '#core/contract/source.ts';
import type { ServedFile } from '#pipeline/testing/loopback-net.ts';
import { openOnSqlite } from '../../db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';

const run = promisify(execFile);
const has = (program: string): Promise<boolean> =>
  run(program, [program === 'ffmpeg' ? '-version' : '--version']).then(
    () => true,
    () => false,
  );
const isThere = (await has('ffmpeg')) && (await has('yt-dlp'));
/** Two and a half pieces. */
const TALK_S = 1300;
const SAID = [
  'The lighthouse keeper counts the ships.',
  'At midnight he lights the second lamp.',
  'In the morning he writes it all down.',
];

describe.skipIf(!isThere)('a video without captions (skipped without ffmpeg and yt-dlp)', () => {
  const open = openOnSqlite();
  let test: TestServer;
  let provider: Server;
  let folder: string;
  /** number of requests to transcribe, including failures */
  let asked = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gloss-test-talk-'));
    const file = join(folder, 'talk.mp4');
    await run('ffmpeg', [
      '-loglevel',
      'error',
      '-f',
      'lavfi',
      '-i',
      `sine=frequency=300:sample_rate=8000:duration=${TALK_S}`,
      '-c:a',
      'aac',
      '-b:a',
      '12k',
      file,
    ]);
    provider = createServer((request, response) => {
      request.resume().on('end', () => {
        // The list of models is requested from the same provider.
        if (request.url?.endsWith('/models')) {
          response.writeHead(404).end('{}');
          return;
        }
        asked += 1;
        // The second piece fails once, and only that piece is requested again.
        if (asked === 2) {
          response.writeHead(500).end('{}');
          return;
        }
        const text = SAID[asked > 2 ? asked - 2 : 0] ?? '';
        const words = text.split(' ').map((word, at) => ({ word, start: 10 + at, end: 10.8 + at }));
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ text, language: 'english', words }));
      });
    });
    await new Promise<void>((resolve) => {
      provider.listen(0, '127.0.0.1', resolve);
    });
    const page: ServedFile = {
      bytes: new TextEncoder().encode(
        '<!doctype html><html><head><title>The keeper</title></head><body><video controls src="talk.mp4"></video></body></html>',
      ),
      contentType: 'text/html',
    };
    test = await openTestServer(open, {
      env: {
        GLOSS_TRANSCRIPTION_MODEL: 'whisper-x',
        OPENAI_BASE_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`,
      },
      pages: {
        'keeper.html': page,
        'talk.mp4': { bytes: await readFile(file), contentType: 'video/mp4' },
      },
    });
  });
  afterAll(async () => {
    await test.close();
    provider.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('is transcribed in pieces, each once, and found by its text', async () => {
    const [source] = await test.read(await test.thread(), 'keeper.html');
    expect(source).toMatchObject({
      title: 'The keeper',
      status: { transcript: 1, embedding: 1 },
      transcript: { kind: 'speech', language: 'en' },
    });
    expect(source?.error).toBeUndefined();
    const { formattedMergedTranscript, words } = Transcript.parse(
      dataOf(await test.owner.get(`sources/${source?._id}/transcript`)),
    );
    expect(formattedMergedTranscript.map(({ start, text }) => [start, text])).toEqual([
      [10, SAID[0]],
      [610, SAID[1]],
      [1210, SAID[2]],
    ]);
    expect(words[1]).toMatchObject({ word: 'lighthouse', offset: 11 });
    expect(asked).toBe(4);
    expect(test.site.asked.filter((path) => path === 'keeper.html').length).toBeLessThanOrEqual(3);
    const { hits } = SearchResult.parse(dataOf(await test.owner.get('search?q=second+lamp')));
    expect(hits[0]).toMatchObject({
      source_id: source?._id,
      locator: { start: expect.closeTo(610, 0) },
    });
  });
});
