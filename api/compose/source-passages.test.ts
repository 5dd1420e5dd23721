import { v7 as uuid } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { UserId, type SourceId } from '#core/contract/id.ts';
import { Library, type Database } from '#pipeline/library/index.ts';
import type { PassagesOf } from '../answer/context.ts';
import { scriptedProvider, speaks } from '../answer/testing/scripted-provider.ts';
import { openOnSqlite } from '../db/testing/test-database.ts';
import { Accounts } from '../features/accounts/index.ts';
import { openTestServer } from '../testing/test-server.ts';
import { sourcePassages } from './source-passages.ts';

describe('passages of sources', () => {
  const open = openOnSqlite();
  let database: Database;
  let library: Library;
  let passagesOf: PassagesOf;
  let ownerId: UserId;
  beforeAll(async () => {
    ({ database } = await open());
    library = new Library(database);
    passagesOf = sourcePassages(library);
    ownerId = (await new Accounts(database).owner())._id;
  });

  /** Stores a source with these texts, as the chunk stage does. */
  async function keep(name: string, texts: readonly string[]): Promise<SourceId> {
    return database.write(async (transaction) => {
      const url = `https://example.org/${name}`;
      const { source } = await library.add(
        {
          ownerId,
          kind: 'web',
          medium: 'flow',
          kindCertain: true,
          url,
          canonicalUrl: url,
          title: name,
        },
        transaction,
      );
      await write(source.id, source.version, texts, transaction);
      return source.id;
    });
  }
  async function write(
    id: SourceId,
    version: number,
    texts: readonly string[],
    transaction: Parameters<Library['patch']>[2],
  ): Promise<void> {
    await library.chunks.replace(
      id,
      version,
      texts.map((text, ordinal) => ({
        id: `${version}-${ordinal}`,
        sourceId: id,
        version,
        ordinal,
        heading: '',
        text,
        locator: { medium: 'flow', paragraph: ordinal + 1, quote: text, prefix: '', suffix: '' },
        pieces: [],
      })),
      transaction,
    );
    await library.artifacts.save(id, version, 'chunk', { chunks: texts.length }, transaction);
  }
  const textsOf = async (id: SourceId, mostChars = 1_000, by = ownerId) =>
    (await passagesOf(by, [id], mostChars)).get(id)?.map((it) => it.text);

  it('are all passages of a source in order, for its owner only', async () => {
    const id = await keep(
      'short',
      Array.from({ length: 12 }, (_, at) => `Passage ${at}.`),
    );
    expect(await textsOf(id, 10_000)).toEqual(
      Array.from({ length: 12 }, (_, at) => `Passage ${at}.`),
    );
    expect(await textsOf(id, 10_000, UserId.parse(uuid()))).toBeUndefined();
  });
  it('are empty for a source longer than requested, each time', async () => {
    const id = await keep('long', ['x'.repeat(400), 'y'.repeat(400), 'z'.repeat(400)]);
    for (const [most, count] of [
      [1_000, undefined],
      [2_000, 3],
      [1_000, undefined],
      [2_000, 3],
    ] as const)
      expect((await textsOf(id, most))?.length).toBe(count);
  });
  it('are those of the current version', async () => {
    const id = await keep('page', ['As it was.']);
    expect(await textsOf(id)).toEqual(['As it was.']);
    await database.write(async (transaction) => {
      await write(id, 2, ['As it is.'], transaction);
      await library.patch(id, { version: 2 }, transaction);
    });
    expect(await textsOf(id)).toEqual(['As it is.']);
  });
});

describe('a question about small sources', () => {
  const open = openOnSqlite();
  it('sends all of them to the model, the matching one first', async () => {
    const provider = await scriptedProvider();
    provider.script(speaks('Karl von Frisch decoded it [1].'));
    const test = await openTestServer(open, { env: { OPENAI_BASE_URL: provider.baseUrl } });
    try {
      const thread = await test.thread();
      const sources = await test.read(thread, 'otters.html', 'bees.html');
      const reply = await test.owner.post('ai/v2/chat/thread', {
        thread_id: thread._id,
        sources: sources.map((it) => it._id),
        user_query: 'Who decoded the waggle dance?',
      });
      expect(reply).toMatchObject({
        status: 200,
        body: expect.stringContaining('Karl von Frisch decoded it'),
      });
      const prompt = provider.calls[0]?.body.messages?.at(-1)?.content ?? '';
      const places = [
        'returns to the hive and dances',
        'decoded by Karl von Frisch',
        'form a ball around their queen',
        'hold hands while they sleep',
        'favourite stone in a pouch',
        'densest of any animal',
      ].map((it) => prompt.indexOf(it));
      expect(places).not.toContain(-1);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    } finally {
      await test.close();
      await provider.close();
    }
  });
});
