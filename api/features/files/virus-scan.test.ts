/** With a virus scanner, nothing is stored unscanned, from uploads or fetches. */
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileUrls } from '#core/contract/file.ts';
import { Health } from '#core/contract/health.ts';
import { Source } from '#core/contract/source.ts';
import { BAD, hasClamd, openClamd, type TestClamd } from '#pipeline/net/testing/clamd.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { articlePage, dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';

const GUIDE = readFileSync(
  fileURLToPath(new URL('../samples/files/learning-that-lasts.pdf', import.meta.url)),
);
const withBad = (bytes: Uint8Array, mark = BAD): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat([bytes, Buffer.from(`\n% ${mark}\n`)]));
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const PAGES = {
  'bad.pdf': { bytes: withBad(GUIDE), contentType: 'application/pdf' },
  'good.pdf': { bytes: withBad(GUIDE, 'another copy'), contentType: 'application/pdf' },
  'bad.html': articlePage('Sea otters and worse', [
    'Sea otters hold hands while they sleep, so that the current does not carry them apart. A group of resting otters is called a raft, and a raft may hold a hundred animals.',
    'An otter keeps a favourite stone in a pouch of loose skin under its arm. With the stone it opens mussels and clams on its chest while floating on its back.',
    `This page says ${BAD}, which the scanner knows.`,
  ]),
};

describe.skipIf(!hasClamd)('with clamd', () => {
  describeOnDatabases('a file', (open) => {
    let clamd: TestClamd;
    let test: TestServer;
    beforeAll(async () => {
      clamd = await openClamd();
      test = await openTestServer(open, { env: { GLOSS_CLAMD: clamd.socket }, pages: PAGES });
    });
    afterAll(async () => {
      await test.close();
      await clamd.remove();
    });

    const begun = async (threadId: string, contentType = 'application/pdf') =>
      FileUrls.parse(
        dataOf(
          await test.owner.get(
            `thread/v1/file/${threadId}?${new URLSearchParams({ name: 'file', contentType })}`,
          ),
        ),
      );
    const put = (url: string, bytes: Uint8Array, type = 'application/pdf') =>
      test.content(new URL(url).pathname, { method: 'PUT', type, bytes });
    const filesOf = async (threadId: string) =>
      (
        dataOf(await test.owner.post('thread/get_all_files', { id: threadId })) as {
          files: unknown[];
        }
      ).files;
    const noted = async () =>
      (
        dataOf(await test.owner.get('audit?action=file.refused')) as {
          docs: { outcome: string; object: string; user: { _id: string } | null }[];
        }
      ).docs;
    /** Returns the files that contain the mark. */
    async function kept(): Promise<string[]> {
      const folder = join(test.server.parts.settings.dataDir, 'files');
      const all = (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((it) => it.isFile())
        .map((it) => join(it.parentPath, it.name));
      const bad = await Promise.all(all.map(async (path) => (await readFile(path)).includes(BAD)));
      return all.filter((_, at) => bad[at]);
    }

    it('that is uploaded and infected is refused with its name, not stored, and logged', async () => {
      const thread = await test.thread();
      for (const [type, bytes] of [
        ['application/pdf', withBad(GUIDE)],
        ['image/png', withBad(PIXEL)],
      ] as const) {
        const { fileKey, uploadURL } = await begun(thread._id, type);
        expect(await put(uploadURL, bytes, type)).toMatchObject({
          status: 422,
          body: expect.stringMatching(/infected_file.*Gloss\.Test\.UNOFFICIAL.*add a clean copy/),
        });
        expect((await noted())[0]).toMatchObject({
          outcome: 'infected_file',
          object: `${fileKey} Gloss.Test.UNOFFICIAL`,
          user: { email: expect.any(String) },
        });
        expect(await test.server.parts.files.has(fileKey)).toBe(false);
      }
      expect(await filesOf(thread._id)).toEqual([]);
      const clean = await begun(thread._id, 'image/png');
      expect((await put(clean.uploadURL, PIXEL, 'image/png')).status).toBe(201);
      expect(await kept()).toEqual([]);
    });

    it('that is fetched and infected becomes no source, and is logged', async () => {
      const [pdf, page, good] = await test.read(
        await test.thread(),
        'bad.pdf',
        'bad.html',
        'good.pdf',
      );
      for (const source of [pdf, page])
        expect(source).toMatchObject({
          error: {
            code: 'infected_file',
            message: expect.stringContaining('Gloss.Test.UNOFFICIAL'),
          },
        });
      expect(good).toMatchObject({ status: { embedding: 1 }, pages: 6 });
      expect((await noted()).map(({ object }) => object)).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/bad\.pdf Gloss/),
          expect.stringMatching(/bad\.html Gloss/),
        ]),
      );
      expect(await kept()).toEqual([]);
    });

    it('waits while the scanner is unavailable, and is accepted once it is back', async () => {
      const scanner = async () =>
        Health.parse(dataOf(await test.owner.get('health'))).components.scanner;
      expect(await scanner()).toMatchObject({
        status: 'ok',
        detail: expect.stringMatching(/^ClamAV .* at \//),
      });
      await clamd.stop();
      expect(await scanner()).toMatchObject({ status: 'failed' });
      const thread = await test.thread();
      const { uploadURL, fileKey } = await begun(thread._id);
      const bytes = withBad(GUIDE, 'a third copy');
      expect(await put(uploadURL, bytes)).toMatchObject({
        status: 503,
        body: expect.stringContaining('virus scanner'),
      });
      expect(await test.server.parts.files.has(fileKey)).toBe(false);
      const { added } = dataOf(
        await test.owner.post('thread/addSource', {
          threadId: thread._id,
          url: `${test.site.origin}/otters.html`,
        }),
      ) as { added: string[] };
      const source = async () => Source.parse(dataOf(await test.owner.get(`sources/${added[0]}`)));
      await expect
        .poll(
          async () =>
            (await test.server.parts.library.find((await source())._id))?.facts.waitingSince,
        )
        .toBeDefined();
      expect(await source()).toMatchObject({
        status: { embedding: 0, webpage_processing: 1 },
        error: { code: 'unavailable', message: expect.stringContaining('virus scanner') },
      });
      await clamd.start();
      // The address is unused, because nothing has arrived at it.
      expect((await put(uploadURL, bytes)).status).toBe(201);
      await expect.poll(async () => (await source()).status.embedding).toBe(1);
    });
  });
});
