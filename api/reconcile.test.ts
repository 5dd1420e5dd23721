import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SearchResult } from '#core/contract/search.ts';
import { describeOnDatabases } from './db/testing/test-database.ts';
import { dataOf, openTestServer } from './testing/test-server.ts';

describeOnDatabases('a missing index file', (open) => {
  it('is rebuilt from the library at the next start, without sources that were deleted meanwhile', async () => {
    const opened = await open();
    const first = await openTestServer(async () => opened);
    const [otters, bees] = await first.read(await first.thread(), 'otters.html', 'bees.html');
    await first.server.close();
    for (const suffix of ['', '-wal', '-shm'])
      await rm(join(opened.folder, `index.sqlite${suffix}`), { force: true });

    const second = await openTestServer(async () => opened, { stranger: false });
    const found = async (query: string) =>
      SearchResult.parse(dataOf(await second.owner.get(`search?q=${query}`))).hits.map(
        (hit) => hit.source_id,
      );
    await expect.poll(() => found('densest+fur')).toContain(otters?._id);
    await expect.poll(() => found('waggle+dance')).toContain(bees?._id);
    await second.owner.delete(`sources/${bees?._id}`);
    expect(await found('waggle+dance')).toEqual([]);
    expect(await second.server.parts.runner.reconcile()).toEqual([
      {
        engine: 'sqlite',
        sources: 1,
        chunks: expect.any(Number),
        drift: { missing: 0, outdated: 0, incomplete: 0, unembedded: 0, strays: 0 },
      },
    ]);
    await second.close();
    await first.site.close();
  });
});
