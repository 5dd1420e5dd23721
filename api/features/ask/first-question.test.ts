import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Source } from '#core/contract/source.ts';
import type { Thread, ThreadCard } from '#core/contract/thread.ts';
import { openOnSqlite } from '../../db/testing/test-database.ts';
import { dataOf, openTestServer, type TestServer } from '../../testing/test-server.ts';
import { stream } from './testing/stream.ts';

const open = openOnSqlite();
let test: TestServer;
beforeAll(async () => {
  test = await openTestServer(open, { worker: false, sample: true });
  await test.server.sample;
});
afterAll(() => test.close());

async function firstQuestion(): Promise<string> {
  const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8');
  const question = /^\d\. Ask \*(?<question>[^*]+)\*/m.exec(readme)?.groups?.['question'];
  if (!question) throw new Error('README asks no question');
  return question;
}

it('answers the first question of the README with the PDF page that has the numbers', async () => {
  const { docs } = dataOf(await test.owner.get('threads')) as { docs: ThreadCard[] };
  const thread = dataOf(await test.owner.get(`threads/${docs[0]?._id}`)) as Thread;
  const sources = thread.thread_source_data as Source[];
  const { events } = await stream(test, 'ai/v2/chat/thread', {
    thread_id: thread._id,
    model: 5,
    sources: sources.map((source) => source._id),
    user_query: await firstQuestion(),
    feature_type: 1,
  });
  const citations = events.flatMap((it) => (it.event === 'citations' ? it.data : []));
  const guide = sources.find((source) => source.sourceType === 'pdf');
  expect(citations).toContainEqual(
    expect.objectContaining({
      source_id: guide?._id,
      locator: expect.objectContaining({
        page: 4,
        quote: expect.stringContaining('the best gap was about one day'),
      }),
    }),
  );
});
