import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FileUrls } from '#core/contract/file.ts';
import { Source } from '#core/contract/source.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';

const GUIDE = new Uint8Array(
  readFileSync(fileURLToPath(new URL('../samples/files/learning-that-lasts.pdf', import.meta.url))),
);

const BOOK = new Uint8Array(
  readFileSync(
    fileURLToPath(
      new URL('../../../pipeline/sources/epub/fixtures/book/input.epub', import.meta.url),
    ),
  ),
);

const fixture = (path: string) =>
  new Uint8Array(
    readFileSync(fileURLToPath(new URL(`../../../pipeline/sources/${path}`, import.meta.url))),
  );

describeOnDatabases('files', (open) => {
  let test: TestServer;
  beforeAll(async () => {
    test = await openTestServer(open);
  });
  afterAll(() => test.close());
  const urlsOf = async (threadId: string, query = 'name=guide.pdf') =>
    FileUrls.parse(dataOf(await test.owner.get(`thread/v1/file/${threadId}?${query}`)));
  /** Files outside the database. */
  const outside = async (threadId: string) =>
    (await readdir(test.server.parts.settings.dataDir, { recursive: true }))
      .filter((name) => !/\.sqlite/.test(name) && !name.includes(threadId))
      .sort();
  const put = (url: string, bytes: Uint8Array<ArrayBuffer>, type = 'application/pdf') =>
    test.content(new URL(url).pathname, { method: 'PUT', type, bytes });

  it('accepts a PDF at a signed address, processes it, and serves ranges of it', async () => {
    const thread = await test.thread();
    const urls = await urlsOf(thread._id);
    expect((await put(urls.uploadURL, GUIDE)).status).toBe(201);
    expect(dataOf(await test.owner.post('thread/get_all_files', { id: thread._id }))).toMatchObject(
      {
        files: [
          {
            fileKey: urls.fileKey,
            name: 'guide.pdf',
            size: GUIDE.byteLength,
            contentType: 'application/pdf',
          },
        ],
      },
    );
    const { added } = dataOf(
      await test.owner.post('thread/addSource', {
        threadId: thread._id,
        sourceType: 'pdf',
        fileKey: urls.fileKey,
        title: 'Gü"ide; x',
      }),
    ) as { added: string[] };
    await expect
      .poll(async () => dataOf(await test.owner.get(`sources/${added[0]}`)))
      .toMatchObject({ status: { embedding: 1 }, pages: 6, title: 'Gü"ide; x' });
    const source = Source.parse(dataOf(await test.owner.get(`sources/${added[0]}`)));
    const part = await test.content(new URL(String(source.fileUrl)).pathname, {
      range: 'bytes=0-4',
    });
    expect(part).toMatchObject({
      status: 206,
      body: '%PDF-',
      headers: {
        'content-range': `bytes 0-4/${GUIDE.byteLength}`,
        'content-type': 'application/pdf',
        'x-content-type-options': 'nosniff',
        'content-disposition': "inline; filename*=UTF-8''G%C3%BC%22ide%3B%20x.pdf",
      },
    });
    expect(part.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
  });

  it('accepts an EPUB, and shows its text in the reader only', async () => {
    const thread = await test.thread();
    const urls = await urlsOf(thread._id, 'name=wall.epub');
    expect((await put(urls.uploadURL, BOOK, 'application/epub+zip')).status).toBe(201);
    const { added } = dataOf(
      await test.owner.post('thread/addSource', {
        threadId: thread._id,
        sourceType: 'epub',
        fileKey: urls.fileKey,
      }),
    ) as { added: string[] };
    const current = async () => Source.parse(dataOf(await test.owner.get(`sources/${added[0]}`)));
    await expect.poll(current).toMatchObject({
      state: 'ready',
      medium: 'flow',
      title: 'The Harbour Wall',
      author: 'Ada Quill, Ben Stone',
    });
    const { fileUrl, readModFileUrl, error } = await current();
    expect({ fileUrl, error }).toEqual({});
    const { body } = await test.content(new URL(String(readModFileUrl)).pathname);
    expect(body).toContain('Every stone came by boat.');
  });

  it('accepts Markdown and text, and refuses binary files', async () => {
    const thread = await test.thread();
    const upload = async (name: string, type: string, bytes: Buffer<ArrayBuffer>) => {
      const urls = await urlsOf(thread._id, `name=${name}`);
      expect(urls.headers).toEqual({ 'Content-Type': type });
      return { ...urls, answer: await put(urls.uploadURL, bytes, type) };
    };
    const { fileKey, answer } = await upload(
      'wall.md',
      'text/markdown',
      Buffer.from('# The wall\n\n<script>alert(1)</script>\n\nEvery *stone* came by boat.'),
    );
    expect(answer.status).toBe(201);
    const { added } = dataOf(
      await test.owner.post('thread/addSource', { threadId: thread._id, fileKey }),
    ) as { added: string[] };
    const current = async () => Source.parse(dataOf(await test.owner.get(`sources/${added[0]}`)));
    await expect
      .poll(current)
      .toMatchObject({ state: 'ready', medium: 'flow', title: 'The wall', sourceType: 'textfile' });
    const { body } = await test.content(new URL(String((await current()).readModFileUrl)).pathname);
    expect(body).toContain('Every <em>stone</em> came by boat.');
    expect(body).not.toContain('alert(1)');
    const zeros = await upload('wall.txt', 'text/plain', Buffer.alloc(2_000));
    expect(zeros.answer).toMatchObject({
      status: 422,
      body: expect.stringContaining('This file is not a text file.'),
    });
  });

  it('accepts a page that a browser saved, and shows it with its images', async () => {
    const thread = await test.thread();
    const urls = await urlsOf(thread._id, 'name=wall.mhtml');
    expect(
      (
        await put(
          urls.uploadURL,
          fixture('web/fixtures/saved-mhtml/input.mhtml'),
          'multipart/related',
        )
      ).status,
    ).toBe(201);
    const { added } = dataOf(
      await test.owner.post('thread/addSource', { threadId: thread._id, fileKey: urls.fileKey }),
    ) as { added: string[] };
    const current = async () => Source.parse(dataOf(await test.owner.get(`sources/${added[0]}`)));
    await expect.poll(current).toMatchObject({
      state: 'ready',
      medium: 'flow',
      title: 'The harbour wall',
      sourceType: 'web',
      web_provider: 'stones.example',
      fileUrl: expect.any(String),
    });
    const { fileUrl, readModFileUrl } = await current();
    for (const url of [fileUrl, readModFileUrl]) {
      const view = await test.content(new URL(String(url)).pathname);
      expect(view.body).toContain('paid for by the fishers');
      expect(view.body).toContain('data:image/png;base64,iVBORw0KGgo');
      expect(view.body).toContain('https://stones.example/lamp');
    }
    const { fileURL } = await urlsOf(thread._id, `fileKey=${urls.fileKey}`);
    const original = await test.content(new URL(fileURL).pathname);
    expect(original.headers).toMatchObject({
      'content-disposition': "attachment; filename*=UTF-8''wall.mhtml",
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
    });
  });

  it.each(['docx', 'odt', 'pptx'])(
    'accepts %s, and says why another zip is not one',
    async (name) => {
      const thread = await test.thread();
      const ofFixture = async (folder: string) => {
        const urls = await urlsOf(thread._id, `name=wall.${name}`);
        const bytes = fixture(`office/fixtures/${folder}/input.${name}`);
        const { status } = await put(urls.uploadURL, bytes, urls.headers?.['Content-Type']);
        expect(status).toBe(201);
        const { added } = dataOf(
          await test.owner.post('thread/addSource', {
            threadId: thread._id,
            fileKey: urls.fileKey,
          }),
        ) as { added: string[] };
        return async () => Source.parse(dataOf(await test.owner.get(`sources/${added[0]}`)));
      };
      const current = await ofFixture(name);
      await expect.poll(current).toMatchObject({
        state: 'ready',
        medium: 'flow',
        title: 'The Harbour Wall',
        author: 'Ada Quill',
        sourceType: 'office',
      });
      const { body } = await test.content(
        new URL(String((await current()).readModFileUrl)).pathname,
      );
      expect(body).toContain('Nobody counted them.');
      await expect.poll(await ofFixture(`${name}-other-zip`)).toMatchObject({
        state: 'failed',
        error: {
          code: 'corrupt_file',
          message: expect.stringContaining('This document is damaged'),
        },
      });
    },
  );

  it('accepts one upload per address, only of its type, and no altered address', async () => {
    const thread = await test.thread();
    const urls = await urlsOf(thread._id);
    expect((await put(urls.uploadURL, GUIDE, 'text/html')).status).toBe(403);
    expect((await test.content(new URL(urls.uploadURL).pathname)).status).toBe(403);
    expect((await put(urls.fileURL, GUIDE)).status).toBe(403);
    expect(
      (
        await put(
          urls.uploadURL.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
          GUIDE,
        )
      ).status,
    ).toBe(403);
    expect((await put(urls.uploadURL, GUIDE)).status).toBe(201);
    expect(await put(urls.uploadURL, GUIDE)).toMatchObject({
      status: 403,
      body: expect.stringContaining('was already used'),
    });
    const again = await urlsOf(thread._id, `fileKey=${urls.fileKey}`);
    expect(await put(again.uploadURL, GUIDE)).toMatchObject({
      status: 409,
      body: expect.stringContaining('already uploaded'),
    });
  });

  it('accepts a second upload if neither the use nor the file was recorded', async () => {
    const { uploadURL } = await urlsOf((await test.thread())._id);
    const { database } = test.server.parts;
    const forget = (sql: string) =>
      database.write((transaction) => database.sequelize.query(sql, { transaction }));
    const used: number[] = [];
    for (const wall of [undefined, 'DELETE FROM used_uploads', 'UPDATE files SET size = NULL']) {
      if (wall) await forget(wall);
      used.push((await put(uploadURL, GUIDE)).status, (await put(uploadURL, GUIDE)).status);
      await forget('DELETE FROM used_uploads');
    }
    expect(used).toEqual([201, 403, 409, 403, 201, 403]);
  });

  it('accepts one of two concurrent uploads to an address', async () => {
    const { uploadURL } = await urlsOf((await test.thread())._id);
    const both = await Promise.all([put(uploadURL, GUIDE), put(uploadURL, GUIDE)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 403]);
  });

  it('accepts at most the size that an address was created for', async () => {
    const thread = await test.thread();
    const { uploadURL } = await urlsOf(thread._id, `name=guide.pdf&size=${GUIDE.byteLength - 1}`);
    expect((await put(uploadURL, GUIDE)).status).toBe(413);
    const { uploadURL: exact } = await urlsOf(
      thread._id,
      `name=guide.pdf&size=${GUIDE.byteLength}`,
    );
    expect((await put(exact, GUIDE)).status).toBe(201);
    expect(
      (await test.owner.get(`thread/v1/file/${thread._id}?name=a.pdf&size=${2 ** 40}`)).status,
    ).toBe(413);
  });

  it('refuses keys of other threads', async () => {
    const [mine, other] = [await test.thread(), await test.thread('Other')];
    const urls = await urlsOf(mine._id);
    await put(urls.uploadURL, GUIDE);
    for (const fileKey of [
      urls.fileKey,
      '../../secret',
      '..',
      'blobs/ab/cd',
      '%2e%2e%2fgloss.sqlite',
      'a\\b',
    ]) {
      expect(
        (await test.owner.get(`thread/v1/file/${other._id}?fileKey=${encodeURIComponent(fileKey)}`))
          .status,
      ).toBe(404);
      expect(
        (await test.owner.post('thread/addSource', { threadId: other._id, fileKey })).status,
      ).toBe(404);
      expect(
        (await test.owner.post('thread/delete-file', { threadId: other._id, fileKey })).status,
      ).toBe(404);
    }
    expect((await test.stranger.get(`thread/v1/file/${mine._id}`)).status).toBe(404);
    expect((await test.nobody.get(`thread/v1/file/${mine._id}`)).status).toBe(401);
    expect(
      (await test.owner.post('thread/delete-file', { threadId: mine._id, fileKey: urls.fileKey }))
        .status,
    ).toBe(200);
    expect(dataOf(await test.owner.post('thread/get_all_files', { id: mine._id }))).toEqual({
      files: [],
    });
  });

  it('only writes to keys that it made, whatever the file name is', async () => {
    const thread = await test.thread();
    const ups = [
      '../',
      '..\\',
      '..%2f',
      '%2e%2e/',
      '%2e%2e%2f',
      '%252e%252e%252f',
      '..%c0%af',
      '....//',
      '..;/',
      '/',
      'C:\\',
      'file:///',
      '\\\\host\\share\\',
      '~/',
      './../',
    ];
    const names = ['gloss.sqlite', 'secret', 'etc/passwd', 'uploads/x\0.pdf'].flatMap((name) =>
      ups.map((up) => `${up.repeat(3)}${name}`),
    );
    expect(names).toHaveLength(60);
    const before = await outside(thread._id);
    for (const name of names) {
      for (const query of [
        `fileKey=${encodeURIComponent(name)}`,
        `name=${encodeURIComponent(name)}`,
      ]) {
        const reply = await test.owner.get(`thread/v1/file/${thread._id}?${query}`);
        if (reply.status !== 200) {
          expect([400, 404]).toContain(reply.status);
          continue;
        }
        const urls = FileUrls.parse(dataOf(reply));
        expect(urls.fileKey).toMatch(new RegExp(`^uploads/${thread._id}/[0-9a-f-]{36}$`));
        expect((await put(urls.uploadURL, GUIDE.slice(0, 100))).status).toBe(422);
      }
      expect(
        (
          await test.content(`/c/${encodeURIComponent(name)}`, {
            method: 'PUT',
            type: 'application/pdf',
            bytes: GUIDE,
          })
        ).status,
      ).toBeGreaterThanOrEqual(400);
    }
    // Files that were deleted before may disappear meanwhile.
    expect((await outside(thread._id)).filter((name) => !before.includes(name))).toEqual([]);
  });

  it('accepts a name as the key', async () => {
    const thread = await test.thread();
    const urls = await urlsOf(thread._id, 'fileKey=My%20paper.pdf');
    // Other bytes than the guide's, because the same bytes would be the same source.
    expect(
      (
        await put(
          urls.uploadURL,
          new Uint8Array([...GUIDE, ...new TextEncoder().encode('\n% a copy\n')]),
        )
      ).status,
    ).toBe(201);
    expect((await urlsOf(thread._id, 'fileKey=My%20paper.pdf')).fileKey).toBe(urls.fileKey);
    const { added } = dataOf(
      await test.owner.post('thread/addSource', {
        threadId: thread._id,
        sourceType: 'pdf',
        fileKey: 'My paper.pdf',
      }),
    ) as { added: string[] };
    await expect
      .poll(async () => dataOf(await test.owner.get(`sources/${added[0]}`)))
      .toMatchObject({
        status: { embedding: 1 },
        pages: 6,
        title: expect.stringContaining('Learning that lasts'),
      });
  });

  it.each([
    ['cat.PNG', 'image/png'],
    ['a.b.jpg', 'image/jpeg'],
    ['paper', 'application/pdf'],
    ['drawing.svg', 'application/pdf'],
  ])('takes %s for the type of its extension if the request states none', async (name, type) => {
    const thread = await test.thread();
    for (const query of [`fileKey=${name}`, `name=${name}`])
      expect((await urlsOf(thread._id, query)).headers).toEqual({ 'Content-Type': type });
    expect((await urlsOf(thread._id, `name=${name}&contentType=image/gif`)).headers).toEqual({
      'Content-Type': 'image/gif',
    });
  });

  it('reports that a file with another content is not a PDF', async () => {
    const thread = await test.thread();
    const urls = await urlsOf(thread._id, 'name=fake.pdf');
    expect(
      await put(urls.uploadURL, new TextEncoder().encode('<html>not a PDF</html>')),
    ).toMatchObject({ status: 422, body: expect.stringContaining('is not a PDF') });
    const cut = await urlsOf(thread._id, 'name=cut.pdf');
    expect(await put(cut.uploadURL, GUIDE.slice(0, GUIDE.byteLength / 2))).toMatchObject({
      status: 422,
      body: expect.stringContaining('cut off'),
    });
    expect(
      (await test.server.parts.files.has(urls.fileKey)) ||
        (await test.server.parts.files.has(cut.fileKey)),
    ).toBe(false);
    expect(dataOf(await test.owner.post('thread/get_all_files', { id: thread._id }))).toEqual({
      files: [],
    });
  });

  it('gives the file to people with the link, but no address to upload to', async () => {
    const thread = await test.thread();
    const { fileKey, uploadURL } = await urlsOf(thread._id);
    await put(uploadURL, GUIDE);
    await test.owner.patch(`threads/${thread._id}`, { visibility: 'link' });
    const link = dataOf(await test.stranger.get(`thread/v1/file/${thread._id}?fileKey=${fileKey}`));
    expect(link).toEqual({ fileKey, fileURL: expect.any(String) });
    expect(
      (await test.content(new URL((link as { fileURL: string }).fileURL).pathname)).status,
    ).toBe(200);
    expect((await test.stranger.get(`thread/v1/file/${thread._id}?name=mine.pdf`)).status).toBe(
      403,
    );
    expect(
      (await test.stranger.post('thread/delete-file', { threadId: thread._id, fileKey })).status,
    ).toBe(403);
  });
});
