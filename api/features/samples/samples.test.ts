import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '#core/contract/ask.ts';
import type { Source } from '#core/contract/source.ts';
import { SAMPLE_TITLE, type Thread, type ThreadCard } from '#core/contract/thread.ts';
import { eventually } from '#pipeline/testing/eventually.ts';
import { openOnSqlite } from '../../db/testing/test-database.ts';
import {
  openAccountsServer,
  PASSWORD,
  type AccountsServer,
  type Person,
} from '../../testing/accounts-server.ts';
import { freePort } from '../../testing/free-port.ts';
import { dataOf, openTestServer } from '../../testing/test-server.ts';
import { Signer } from '../content/index.ts';

describe('the sample thread of an account', () => {
  const open = openOnSqlite();
  let test: AccountsServer;
  beforeAll(async () => {
    // Nothing is processed here, because the sources are already processed.
    test = await openAccountsServer(open, { worker: false, sample: true });
  });
  afterAll(() => test.close());
  const threadsOf = async (who: Person) =>
    (dataOf(await who.get('threads')) as { docs: ThreadCard[] }).docs;

  it('is created once, complete and with its own sources, when the address is confirmed', async () => {
    const [ada, ben, late] = [
      await test.person('Ada'),
      await test.person('Ben'),
      await test.person('Late', { verified: false }),
    ];
    const whole = async (who: Person): Promise<Thread> => {
      const [card] = await threadsOf(who);
      const thread = dataOf(await who.get(`threads/${card?._id}`)) as Thread;
      expect(thread.thread_nodes.map((node) => node.type)).toEqual(
        expect.arrayContaining(['clip', 'pdf-clip', 'web-clip', 'ai-chat', 'blog']),
      );
      return thread;
    };
    const [hers, his] = (await Promise.all(
      [ada, ben].map((who) => eventually(() => whole(who), { timeout: 90_000, interval: 200 })),
    )) as [Thread, Thread];
    expect([
      hers.title,
      his.title,
      hers.thread_source_data.length,
      his.thread_source_data.length,
    ]).toEqual([SAMPLE_TITLE, SAMPLE_TITLE, 4, 4]);
    expect((dataOf(await ada.get(`threads/${hers._id}?nodes=2`)) as Thread).thread_nodes).toEqual(
      hers.thread_nodes.slice(0, 2),
    );
    expect(hers.thread_source_data.every((it) => it.status.embedding === 1)).toBe(true);
    expect(
      (dataOf(await ada.get(`threads/${hers._id}/answers`)) as { docs: Answer[] }).docs,
    ).toMatchObject([{ state: 'done', citations: { length: 4 } }]);
    // Written by hand: questions about all four sources, ideas about the lecture, and citations.
    const ids = hers.thread_source_data.map((it) => it._id);
    const asked = { thread_id: hers._id, sources: ids, model: 4 };
    const prompts = dataOf(await ada.post('ai/v2/get/prompts', asked));
    expect(JSON.stringify(prompts)).toContain('How long should I wait before reviewing?');
    const lecture = hers.thread_source_data.find((it) => it.sourceType === 'youtube')?._id;
    const ideas = await ada.post('ai/v2/blog-idea', { ...asked, sources: [lecture], model: 5 });
    expect(JSON.stringify(dataOf(ideas))).toContain('Familiar is not the same as known');
    const found = await ada.get('search?q=fluency');
    expect(JSON.stringify(found.body)).toContain('Learning that lasts');
    expect((dataOf(await ada.get('sources')) as { docs: Source[] }).docs).toHaveLength(4);
    expect((await ben.get(`threads/${hers._id}`)).status).toBe(404);
    expect(await threadsOf(late)).toEqual([]);

    // It is not created again after someone deletes it and resets their password.
    await ada.delete(`threads/${hers._id}`);
    await test.nobody.post('auth/forgot', { email: ada.email });
    dataOf(
      await test.nobody.post('auth/reset', {
        token: await test.tokenIn(ada.email, /password/i),
        password: `${PASSWORD} anew`,
      }),
    );
    const again = dataOf(
      await test.nobody.post('auth/login', { email: ada.email, password: `${PASSWORD} anew` }),
    ) as { accessToken: string };
    expect(dataOf(await test.callAs(again.accessToken).get('threads'))).toMatchObject({ docs: [] });
    expect(his.thread_nodes.filter((node) => node.type === 'ai-chat')).toHaveLength(1);
  });
});

describe('an unfinished sample thread', () => {
  const open = openOnSqlite();

  it.each(['at once', 'one after the other'])(
    'is completed by one of two servers that start %s',
    async (order) => {
      const opened = await open();
      const port = String(await freePort());
      const serve = (listen: string, sample: boolean) =>
        openTestServer(() => Promise.resolve(opened), {
          sample,
          stranger: false,
          env: { GLOSS_PORT: listen, GLOSS_CONTENT_URL: `http://usercontent.localhost:${port}` },
        });
      const before = await serve(port, false);
      const { _id } = await before.thread(SAMPLE_TITLE);
      await before.close();
      const first = serve(port, true);
      if (order !== 'at once') await first;
      const [one, other] = await Promise.all([first, serve('0', true)]);
      expect((await Promise.all([one.server.sample, other.server.sample])).toSorted()).toEqual([
        false,
        true,
      ]);
      expect(dataOf(await one.owner.get(`threads/${_id}/answers`))).toMatchObject({
        docs: [{ state: 'done' }],
      });
      const { thread_nodes } = dataOf(await one.owner.get(`threads/${_id}`)) as Thread;
      expect(thread_nodes.filter((node) => node.type === 'ai-chat')).toHaveLength(1);
      expect(dataOf(await one.owner.get('threads'))).toMatchObject({ docs: [{ _id }] });
      await Promise.all([one.close(), other.close()]);
    },
  );
});

it("rewrites sample media to the server's current address, and leaves other addresses alone", () => {
  const signer = new Signer('secret', 'http://usercontent.localhost:5001');
  expect(signer.currentSampleUrl('http://usercontent.localhost:4870/samples/lecture.mp4')).toBe(
    'http://usercontent.localhost:5001/samples/lecture.mp4',
  );
  expect(
    new Signer('secret', 'https://content.example.org').currentSampleUrl(
      'http://usercontent.localhost:4870/samples/lecture.mp4',
    ),
  ).toBe('https://content.example.org/samples/lecture.mp4');
  for (const other of [
    'https://example.org/samples/lecture.mp4',
    'http://usercontent.localhost:4870/c/x',
    'no address/samples/',
  ])
    expect(signer.currentSampleUrl(other)).toBe(other);
});
