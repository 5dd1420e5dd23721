import { createDeflate, deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileUrls } from '#core/contract/file.ts';
import type { Thread } from '#core/contract/thread.ts';
import { openOnSqlite } from '../../db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
};
/**
 * A black PNG of `side` by `side` pixels, one bit each: a small file, and large once it is decoded.
 */
async function vastPng(side: number): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const deflate = createDeflate({ level: 1 });
  const row = Buffer.alloc(1 + Math.ceil(side / 8));
  const data = deflate.toArray();
  for (let n = 0; n < side; n += 1)
    if (!deflate.write(row))
      await new Promise((resolve) => {
        deflate.once('drain', resolve);
      });
  deflate.end();
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', Buffer.concat(await data)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('an uploaded image', () => {
  const open = openOnSqlite();
  let test: TestServer;
  let thread: Thread;
  beforeAll(async () => {
    test = await openTestServer(open, { worker: false });
    thread = await test.thread();
  });
  afterAll(() => test.close());

  async function put(bytes: Uint8Array, type: string) {
    const urls = FileUrls.parse(
      dataOf(
        await test.owner.get(
          `thread/v1/file/${thread._id}?name=picture&contentType=${encodeURIComponent(type)}`,
        ),
      ),
    );
    return {
      ...urls,
      ...(await test.content(new URL(urls.uploadURL).pathname, { method: 'PUT', type, bytes })),
    };
  }
  const photo = () =>
    sharp({ create: { width: 60, height: 40, channels: 3, background: '#a63a1f' } }).withExif({
      IFD0: { Copyright: 'Somebody', Artist: 'At home' },
      IFD3: { GPSLatitude: '48/1 51/1 29/1' },
    });

  it.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'is re-encoded without its location: %s',
    async (format) => {
      const bytes = await photo().toFormat(format).toBuffer();
      const { fileKey, fileURL, status } = await put(
        Buffer.concat([bytes, bytesOf('<script>hidden</script>')]),
        `image/${format}`,
      );
      expect(status).toBe(201);
      const kept = Buffer.from(await test.server.parts.files.read(fileKey));
      expect(await sharp(kept).metadata()).toMatchObject({ format, width: 60, height: 40 });
      expect((await sharp(kept).metadata()).exif).toBeUndefined();
      expect(kept.includes('hidden') || kept.includes('Somebody')).toBe(false);
      const shown = await test.content(new URL(fileURL).pathname);
      expect(shown).toMatchObject({
        status: 200,
        headers: {
          'content-type': `image/${format}`,
          'x-content-type-options': 'nosniff',
          'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
        },
      });
    },
  );

  it('is rotated as its EXIF data says', async () => {
    const { fileKey } = await put(
      await photo().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
      'image/jpeg',
    );
    expect(await sharp(await test.server.parts.files.read(fileKey)).metadata()).toMatchObject({
      width: 40,
      height: 60,
    });
  });

  const svg = bytesOf(
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  );
  it('is refused if it is a program', async () => {
    for (const type of [
      'image/svg+xml',
      'application/xhtml+xml',
      'application/xml',
      'image/x-icon',
    ])
      expect(
        (
          await test.owner.get(
            `thread/v1/file/${thread._id}?name=a&contentType=${encodeURIComponent(type)}`,
          )
        ).status,
      ).toBe(400);
    for (const bytes of [
      svg,
      bytesOf('<html><script>alert(1)</script>'),
      bytesOf('GIF89a=1;alert(1)//'),
      new Uint8Array(),
      await photo().jpeg().toBuffer(),
      (await photo().png().toBuffer()).subarray(0, 60),
    ]) {
      expect(await put(bytes, 'image/png')).toMatchObject({
        status: 422,
        body: expect.stringContaining('corrupt_file'),
      });
    }
    expect(await put(bytesOf('GIF89a=1;alert(1)//'), 'image/gif')).toMatchObject({ status: 422 });
  });

  it('is refused if it has too many pixels', async () => {
    expect(await put(await vastPng(30_000), 'image/png')).toMatchObject({
      status: 413,
      body: expect.stringContaining('million pixels'),
    });
    // States a large width, and has no pixels.
    const header = Buffer.from('0000fde80000fde80802000000', 'hex');
    const empty = Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(Buffer.alloc(10))),
      chunk('IEND', Buffer.alloc(0)),
    ]);
    expect(await put(empty, 'image/png')).toMatchObject({ status: 413 });
  });
});
