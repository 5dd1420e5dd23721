// @vitest-environment node
/** A video on another host as a browser gets it from the content host. */
import {
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Source } from '#core/contract/source.ts';
import { eventually } from '#pipeline/testing/eventually.ts';
import { openOnSqlite } from '../../db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';
import { Signer } from './signing.ts';

const FILM = Buffer.from(Array.from({ length: 4096 }, (_, at) => at % 251));
const SECRET = 'a secret of thirty-two letters or more';

interface Seen {
  url: string;
  headers: IncomingMessage['headers'];
}
interface Got {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

describe('a video on another host', () => {
  const open = openOnSqlite();
  let test: TestServer;
  let host: Server;
  let origin: string;
  let film: Source;
  let signer: Signer;
  let seen: Seen[];
  /** responses of the other host, by path */
  const answers: Record<string, (message: IncomingMessage, response: ServerResponse) => void> = {};

  const page = (src: string) =>
    `<html lang="en"><head><title>Film</title></head><body><video src="${src}" controls></video></body></html>`;
  const get = (url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> => {
    const { promise, resolve, reject } = Promise.withResolvers<Got>();
    const { port, host: name, pathname } = new URL(url);
    request(
      { host: '127.0.0.1', port, path: pathname, method, headers: { Host: name, ...headers } },
      (response) => {
        response.toArray().then(
          (chunks) =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks as Buffer[]),
            }),
          reject,
        );
      },
    )
      .on('error', reject)
      .end();
    return promise;
  };
  const partUrl = (url: string) =>
    `${signer.contentUrl}/media/${signer.token({ what: 'media', source: film._id, version: 1, url })}/part.ts`;

  beforeAll(async () => {
    host = createServer((message, response) => {
      seen.push({ url: message.url ?? '', headers: message.headers });
      const answer = answers[message.url ?? ''];
      if (answer) answer(message, response);
      else response.writeHead(404).end();
    });
    seen = [];
    await new Promise<void>((resolve) => {
      host.listen(0, '127.0.0.1', resolve);
    });
    origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
    answers['/film.html'] = (_, response) => {
      response
        .writeHead(200, { 'Content-Type': 'text/html', 'Set-Cookie': 'who=1' })
        .end(page('/film.mp4'));
    };
    answers['/film.mp4'] = (message, response) => {
      const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(message.headers.range ?? '') ?? [];
      const head = {
        'Content-Type': 'video/mp4',
        'Accept-Ranges': 'bytes',
        ETag: '"one"',
        'Set-Cookie': 'who=2',
        'X-Own': 'x',
        'Content-Security-Policy': 'default-src *',
        Refresh: '0;url=/',
      };
      if (from === undefined) {
        response
          .writeHead(200, { ...head, 'Content-Length': FILM.length })
          .end(message.method === 'HEAD' ? undefined : FILM);
        return;
      }
      const end = to ? Number(to) : FILM.length - 1;
      if (Number(from) >= FILM.length) {
        response.writeHead(416, { 'Content-Range': `bytes */${FILM.length}` }).end('no such range');
        return;
      }
      response
        .writeHead(206, {
          ...head,
          'Content-Range': `bytes ${from}-${end}/${FILM.length}`,
          'Content-Length': end + 1 - Number(from),
        })
        .end(FILM.subarray(Number(from), end + 1));
    };
    test = await openTestServer(open, {
      env: {
        GLOSS_SECRET: SECRET,
        GLOSS_YTDLP_PATH: '/nowhere/yt-dlp',
        GLOSS_FETCH_ALLOW: new URL(origin).host,
      },
    });
    signer = new Signer(SECRET, `http://usercontent.localhost:${new URL(test.server.url).port}`);
    const thread = await test.thread('Films');
    const { added } = dataOf(
      await test.owner.post('thread/addSource', {
        threadId: thread._id,
        url: `${origin}/film.html`,
      }),
    ) as { added: string[] };
    await eventually(async () => {
      film = dataOf(await test.owner.get(`sources/${added[0]}`)) as Source;
      expect(film.status.embedding).not.toBe(0);
    });
  });
  afterAll(async () => {
    await test.close();
    host.closeAllConnections();
    host.close();
  });
  beforeEach(() => {
    seen = [];
  });

  it('has an address on the content host', () => {
    expect(film.mediaUrl).toMatch(
      /^http:\/\/usercontent\.localhost:\d+\/media\/[\w-]+\.[\w-]+\/film\.mp4$/,
    );
  });

  it('is relayed whole and in ranges, without forwarding headers between browser and host', async () => {
    const private_ = {
      Cookie: 'gloss=1',
      Referer: 'https://gloss.example/t/1',
      Authorization: 'Bearer x',
      'User-Agent': 'Browser/1',
      'X-Forwarded-For': '10.1.2.3',
      Origin: test.server.url,
    };
    const whole = await get(film.mediaUrl ?? '', private_);
    expect([
      whole.status,
      whole.body.equals(FILM),
      whole.headers['content-length'],
      whole.headers['access-control-allow-origin'],
    ]).toEqual([200, true, '4096', test.server.url]);
    expect(seen.map(({ headers }) => Object.keys(headers).sort())).toEqual([
      ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'],
    ]);
    expect(seen[0]?.headers['user-agent']).toMatch(/Gloss/);
    expect([
      whole.headers['set-cookie'],
      whole.headers['x-own'],
      whole.headers['refresh'],
      whole.headers['content-security-policy'],
      whole.headers['x-content-type-options'],
    ]).toEqual([undefined, undefined, undefined, expect.stringContaining('sandbox'), 'nosniff']);
    const part = await get(film.mediaUrl ?? '', { Range: 'bytes=100-199', 'If-Range': '"one"' });
    expect([
      part.status,
      part.body.equals(FILM.subarray(100, 200)),
      part.headers['content-range'],
      part.headers['etag'],
    ]).toEqual([206, true, 'bytes 100-199/4096', '"one"']);
    expect([seen[1]?.headers['range'], seen[1]?.headers['if-range']]).toEqual([
      'bytes=100-199',
      '"one"',
    ]);
    const beyond = await get(film.mediaUrl ?? '', { Range: 'bytes=9999-' });
    expect([beyond.status, beyond.headers['content-range'], beyond.body.length]).toEqual([
      416,
      'bytes */4096',
      0,
    ]);
    const head = await get(film.mediaUrl ?? '', {}, 'HEAD');
    expect([
      head.status,
      head.headers['content-length'],
      head.headers['content-type'],
      head.body.length,
    ]).toEqual([200, '4096', 'video/mp4', 0]);
  });

  it('is requested for at most one plain range', async () => {
    for (const range of [
      'bytes=0-1,5-9',
      'bytes=-',
      'lines=1-2',
      'bytes=1-2\tx',
      `bytes=${'9'.repeat(30)}-`,
    ])
      await get(film.mediaUrl ?? '', { Range: range });
    expect(seen.map(({ headers }) => headers['range'])).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each([
    ['another signature', () => film.mediaUrl?.replace(/\.[\w-]+\/film/, '.AAAA/film') ?? '', 403],
    [
      'the address of a view',
      () =>
        (film.mediaUrl ?? '').replace(
          /media\/[\w.-]+/,
          `media/${signer.token({ what: 'view', source: film._id, version: 1, mode: 'web' })}`,
        ),
      403,
    ],
    ['an inside address', () => partUrl('http://127.0.0.1:1/x.ts'), 400],
    ['an internal host name', () => partUrl('http://localhost:22/x.ts'), 400],
    ['a local file', () => partUrl('file:///etc/passwd'), 422],
    [
      'a source that is not there',
      () =>
        `${signer.contentUrl}/media/${signer.token({ what: 'media', source: '00000000-0000-4000-8000-000000000000', version: 1 })}/x`,
      404,
    ],
  ])('is not relayed for %s', async (_, url, status) => {
    const got = await get(url());
    expect([got.status, seen]).toEqual([status, []]);
  });

  it.each([
    ['a page', 'text/html', 422],
    ['a page that calls itself XHTML', 'application/xhtml+xml', 422],
    ['a script', 'text/javascript', 422],
    ['an SVG image', 'image/svg+xml', 422],
    ['a PDF', 'application/pdf', 422],
    ['two types', 'video/mp4, text/html', 422],
    ['audio', 'audio/mpeg', 200],
    ['unknown bytes', 'application/octet-stream', 200],
  ])('is relayed or refused by its content type: %s', async (_, type, status) => {
    answers['/typed'] = (__, response) => {
      response.writeHead(200, { 'Content-Type': type }).end('<script>1</script>');
    };
    const got = await get(partUrl(`${origin}/typed`));
    expect(got.status).toBe(status);
    expect(got.headers['content-type']).toBe(
      status === 200 ? type : 'application/json; charset=utf-8',
    );
  });

  it('follows redirects only to allowed addresses', async () => {
    answers['/inside'] = (_, response) => {
      response.writeHead(302, { Location: 'http://127.0.0.1:1/x' }).end();
    };
    answers['/moved'] = (_, response) => {
      response.writeHead(302, { Location: '/film.mp4' }).end();
    };
    answers['/round'] = (_, response) => {
      response.writeHead(302, { Location: '/round' }).end();
    };
    expect([
      (await get(partUrl(`${origin}/inside`))).status,
      (await get(partUrl(`${origin}/moved`))).body.equals(FILM),
      (await get(partUrl(`${origin}/round`))).status,
    ]).toEqual([400, true, 422]);
    expect(seen).toHaveLength(9);
  });

  it('has playlists with signed addresses and keys of this host; other files are unchanged', async () => {
    const lines = [
      '#EXTM3U',
      '#EXT-X-KEY:METHOD=AES-128,URI="key.bin",IV=0x1',
      '#EXT-X-MAP:URI="init.mp4"',
      '#EXT-X-SESSION-DATA:DATA-ID="URI=x",VALUE="y"',
      '#EXTINF:4,A "title"',
      'one.ts?a=1',
      '',
      '//other.example/two.ts',
      'data:text/plain,x',
      '#EXT-X-ENDLIST',
    ];
    answers['/list/film.m3u8'] = (_, response) => {
      response
        .writeHead(200, { 'Content-Type': 'application/vnd.apple.mpegurl' })
        .end(lines.join('\r\n'));
    };
    const got = await get(partUrl(`${origin}/list/film.m3u8`));
    const addresses = [...got.body.toString().matchAll(/http:\/\/usercontent[^"\n]+/g)].map(
      ([url]) => {
        const grant = signer.open(new URL(url).pathname.split('/')[2] ?? '');
        return grant.what === 'media' ? grant.url : undefined;
      },
    );
    expect([got.status, got.headers['content-type'], got.headers['cache-control']]).toEqual([
      200,
      'application/vnd.apple.mpegurl',
      'no-store',
    ]);
    expect(addresses).toEqual([
      `${origin}/list/key.bin`,
      `${origin}/list/init.mp4`,
      `${origin}/list/one.ts?a=1`,
      'http://other.example/two.ts',
    ]);
    expect(
      got.body
        .toString()
        .split('\n')
        .filter((line) => !line.includes('usercontent')),
    ).toEqual([lines[0], lines[3], lines[4], '', 'data:text/plain,x', '#EXT-X-ENDLIST']);
  });

  it.each([
    ['not a playlist', '<html>', 422],
    ['endless', `#EXTM3U\n${'#x\n'.repeat(600_000)}`, 413],
    ['too long', `#EXTM3U\n${'\n'.repeat(30_000)}`, 413],
  ])('is refused when its playlist is %s', async (_, text, status) => {
    answers['/odd.m3u8'] = (__, response) => {
      response.writeHead(200, { 'Content-Type': 'application/x-mpegurl' }).end(text);
    };
    expect((await get(partUrl(`${origin}/odd.m3u8`))).status).toBe(status);
  });

  it('is read at the pace of the viewer, and no further after the viewer leaves', async () => {
    const gone = Promise.withResolvers<number>();
    let sent = 0;
    answers['/endless.mp4'] = (_, response) => {
      response.writeHead(200, { 'Content-Type': 'video/mp4' });
      const push = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536;
        if (!response.destroyed) response.once('drain', push);
      };
      response.once('close', () => gone.resolve(sent));
      push();
    };
    const { port, host: name, pathname } = new URL(partUrl(`${origin}/endless.mp4`));
    const watching = request({ host: '127.0.0.1', port, path: pathname, headers: { Host: name } });
    const arrived = Promise.withResolvers<IncomingMessage>();
    watching
      .on('response', arrived.resolve)
      .on('error', () => undefined)
      .end();
    const response = await arrived.promise;
    // Pauses reading: the socket buffers fill up, and then the host has to wait.
    response.pause();
    let before = -1;
    await expect
      .poll(
        () => {
          const isStill = before === sent;
          before = sent;
          return isStill;
        },
        { interval: 300, timeout: 20_000 },
      )
      .toBe(true);
    expect(sent).toBeLessThan(64 * 2 ** 20);
    watching.destroy();
    await gone.promise;
  });
});
