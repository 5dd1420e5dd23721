import { afterAll, beforeAll, expect, it } from 'vitest';
import { SearchResult } from '#core/contract/search.ts';
import type { Thread } from '#core/contract/thread.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';

describeOnDatabases('search', (open) => {
  let test: TestServer;
  let thread: Thread;
  beforeAll(async () => {
    test = await openTestServer(open);
    thread = await test.thread();
    await test.read(thread, 'otters.html', 'bees.html');
  });
  afterAll(() => test.close());
  const hits = async (words: string) => SearchResult.parse(dataOf(await test.owner.get(`search?${new URLSearchParams({ q: words, threadId: thread._id })}`))).hits;

  it('opens the paragraph that holds the words, with their sentence as the quote', async () => {
    const [hit] = await hits('favourite stone pouch');
    const source = dataOf(await test.owner.get(`sources/${hit?.source_id}/text`)) as { segments: { text: string; at: { paragraph: number } }[] };
    const segment = source.segments.find((it) => it.text.includes('favourite stone'));
    expect(hit?.place).toMatchObject({ medium: 'flow', paragraph: segment?.at.paragraph, quote: 'An otter keeps a favourite stone in a pouch of loose skin under its arm.' });
    expect(hit?.locator).toEqual({ paragraph: segment?.at.paragraph });
  });

  it('wants every word, and takes what comes nearest when no passage has them all', async () => {
    expect((await hits('waggle dance')).map((it) => it.title)).toEqual(['Honey bees']);
    expect((await hits('nobel otters')).length).toBeGreaterThan(0);
  });
});
