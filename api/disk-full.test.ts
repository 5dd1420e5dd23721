/** Uses a separate disk that is small enough to fill. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, open, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FileUrls } from '#core/contract/file.ts';
import { Source } from '#core/contract/source.ts';
import { openOnSqlite } from './db/testing/test-database.ts';
import { dataOf, openTestServer } from './testing/test-server.ts';

const MB = 2 ** 20;
const GUIDE = new Uint8Array(
  readFileSync(new URL('./features/samples/files/learning-that-lasts.pdf', import.meta.url)),
);

const disk = await mkdtemp(join(tmpdir(), 'gloss-disk-'));
function mount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch (error) {
    // A container without the permission to mount.
    if (error instanceof Error && ('status' in error || 'code' in error)) return false;
    throw error;
  }
}
const isMounted = mount();
afterAll(async () => {
  if (isMounted) execFileSync('umount', ['-l', disk]);
  await rm(disk, { recursive: true, force: true });
});

async function fillUp(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (;;) await file.write(new Uint8Array(64 * 1024));
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  } finally {
    await file.close();
  }
}

describe.skipIf(!isMounted)(
  `a full disk${isMounted ? '' : ' (skipped: mounting is not permitted here)'}`,
  () => {
    const openDatabase = openOnSqlite();
    it('is reported, still allows reading and deleting, and is recovered from once there is space', async () => {
      const test = await openTestServer(openDatabase, {
        env: { GLOSS_DATA_DIR: disk },
        stranger: false,
      });
      const [thread, other] = [await test.thread(), await test.thread('Other')];
      const [otters] = (await test.read(thread, 'otters.html')) as [Source];
      const ballast = () =>
        stat(join(disk, 'ballast')).then(
          ({ size }) => size,
          () => 0,
        );
      const urls = async () =>
        FileUrls.parse(dataOf(await test.owner.get(`thread/v1/file/${thread._id}?name=guide.pdf`)));
      const put = async ({ uploadURL }: { uploadURL: string }) =>
        test.content(new URL(uploadURL).pathname, {
          method: 'PUT',
          type: 'application/pdf',
          bytes: GUIDE,
        });
      expect(await ballast()).toBe(8 * MB);
      const before = await urls();

      const filler = join(disk, 'filler');
      await fillUp(filler);
      expect(await put(before)).toMatchObject({
        status: 507,
        body: expect.stringContaining('"code":"storage_full","message":"The disk is full.'),
      });
      expect(await ballast()).toBe(0);
      expect((await test.owner.get('threads')).status).toBe(200);
      expect(dataOf(await test.owner.get('search?q=favourite+stone'))).toMatchObject({
        hits: [{ source_id: otters._id }],
      });
      expect((await test.owner.get(`sources/${otters._id}/text`)).status).toBe(200);
      expect((await test.owner.delete(`threads/${other._id}`)).status).toBe(200);
      expect(
        (await test.owner.patch(`threads/${thread._id}`, { title: 'Still mine' })).status,
      ).toBe(200);

      // A small source is accepted, and waits.
      const { added } = dataOf(
        await test.owner.post('thread/addSource', {
          threadId: thread._id,
          url: `${test.site.origin}/bees.html`,
        }),
      ) as { added: string[] };
      const bees = async () => Source.parse(dataOf(await test.owner.get(`sources/${added[0]}`)));
      expect((await put(await urls())).status).toBe(507);
      expect(await bees()).toMatchObject({ status: { embedding: 0 } });

      await rm(filler);
      await expect.poll(async () => (await bees()).status.embedding).toBe(1);
      expect(await ballast()).toBe(8 * MB);
      expect((await put(await urls())).status).toBe(201);
      const { bavail, bsize } = await statfs(disk);
      expect(bavail * bsize).toBeGreaterThan(8 * MB);
      await test.close();
    });
  },
);
