import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Source } from '#core/contract/source.ts';
import type { Thread } from '#core/contract/thread.ts';
import {
  fails,
  open as begin,
  say,
  scriptedProvider,
  speaks,
  type Script,
  type ScriptedProvider,
} from '../../answer/testing/scripted-provider.ts';
import { describeOnDatabases } from '../../db/testing/test-database.ts';
import {
  openAccountsServer,
  type AccountsServer,
  type Person,
} from '../../testing/accounts-server.ts';
import { withinOneDay } from '../../testing/within-one-day.ts';
import { dataOf } from '../../testing/test-server.ts';
import { idOf, stream, textOf } from './testing/stream.ts';

/** Sends some words, and disconnects when they have arrived. */
const breaksOff: Script = (res) => {
  begin(res).write(say('They hold hands while they sleep. So that the '), () =>
    setTimeout(() => res.destroy(), 50),
  );
};

describeOnDatabases('a question of the daily allowance', (open) => {
  let test: AccountsServer;
  let provider: ScriptedProvider;
  let thread: Thread;
  let sources: Source[];
  beforeAll(async () => {
    provider = await scriptedProvider();
    test = await openAccountsServer(open, {
      worker: true,
      env: { GLOSS_FREE_QUESTIONS_PER_DAY: '2', OPENAI_BASE_URL: provider.baseUrl },
    });
    thread = await test.thread();
    sources = await test.read(thread, 'otters.html');
    await test.owner.patch(`threads/${thread._id}`, { visibility: 'link' });
  });
  beforeEach(withinOneDay);
  afterAll(async () => {
    await test.close();
    await provider.close();
  });
  const body = (more: object = {}) => ({
    thread_id: thread._id,
    model: 5,
    sources: sources.map((it) => it._id),
    user_query: 'Why do otters hold hands?',
    ...more,
  });
  const ask = (who: Person, more: object = {}, key?: string) =>
    stream(test, 'ai/v2/chat/thread', body(more), {
      token: who.token,
      ...(key === undefined ? {} : { headers: { 'Idempotency-Key': key } }),
    });
  const left = async (who: Person) =>
    (dataOf(await who.get('me')) as { limits: { question_n_answers: number | null } }).limits
      .question_n_answers;
  const usage = (events: Awaited<ReturnType<typeof ask>>['events']) =>
    events.flatMap((it) =>
      it.event === 'ai_usage' ? [it.data.usage_left.question_n_answers] : [],
    );

  it('is charged when its answer begins, until none are left', async () => {
    provider.script(speaks('They hold hands.'));
    const ada = await test.person('Ada');
    const first = await ask(ada);
    expect(usage(first.events)).toEqual([1]);
    const { limits } = dataOf(await ada.get('me')) as { limits: { reset_at: string } };
    expect(first.events.find((it) => it.event === 'ai_usage')?.data).toEqual({
      usage_left: { question_n_answers: 1, reset_at: limits.reset_at },
    });
    expect(usage((await ask(ada)).events)).toEqual([0]);
    const refused = await ask(ada);
    expect(refused).toMatchObject({
      status: 429,
      refusal: {
        code: 'allowance_spent',
        message: 'Please upgrade your plan to continue',
        details: { reset_at: expect.stringMatching(/T00:00:00.000Z$/) },
      },
    });
    expect(await left(ada)).toBe(0);
    await test.owner.patch(`users/${ada.email}`, { plan: 'PRO' });
    expect(usage((await ask(ada)).events)).toEqual([null]);
  });

  it('is refunded when it fails before its first word, and not when it is interrupted later', async () => {
    const ada = await test.person('Fails');
    provider.script(fails(401));
    const failed = await ask(ada);
    expect(failed.events.at(-1)).toMatchObject({
      event: 'error',
      data: { code: 'provider_failed' },
    });
    await expect.poll(() => left(ada)).toBe(2);
    provider.script(breaksOff);
    expect((await ask(ada)).events.at(-1)).toMatchObject({ event: 'error' });
    expect(await left(ada)).toBe(1);
  });

  it('is charged once per idempotency key', async () => {
    const ada = await test.person('Twice');
    const key = randomUUID();
    provider.script(speaks('They hold hands.'));
    const first = await ask(ada, {}, key);
    const again = await ask(ada, {}, key);
    expect([idOf(again.events), textOf(again.events)]).toEqual([
      idOf(first.events),
      textOf(first.events),
    ]);
    expect([await left(ada), provider.calls.length]).toEqual([1, 1]);
    expect(await ask(ada, { user_query: 'Another?' }, key)).toMatchObject({
      status: 409,
      refusal: { code: 'conflict' },
    });
    expect(await ask(ada, {}, 'short')).toMatchObject({ status: 400 });
    // The same key of another person is another key.
    const bob = await test.person('Bob');
    expect(idOf((await ask(bob, {}, key)).events)).not.toBe(idOf(first.events));
  });

  it('may be asked again for free after an interruption, once', async () => {
    const ada = await test.person('Again');
    const key = randomUUID();
    provider.script(breaksOff);
    await ask(ada, {}, key);
    expect(await left(ada)).toBe(1);
    expect((await ask(ada, {}, key)).events.at(-1)).toMatchObject({ event: 'error' });
    expect(await left(ada)).toBe(1);
    provider.script(speaks('They hold hands.'));
    expect(textOf((await ask(ada, {}, key)).events)).toContain('They hold hands.');
    expect(await left(ada)).toBe(0);
    expect(
      (
        dataOf(await ada.get(`threads/${thread._id}/answers`)) as {
          docs: { question: string; state: string }[];
        }
      ).docs.filter((it) => it.state === 'interrupted').length,
    ).toBeLessThanOrEqual(1);
  });

  it('is generated again once, even if several windows request it after an interruption', async () => {
    const ada = await test.person('Windows');
    const key = randomUUID();
    provider.script(breaksOff);
    await ask(ada, {}, key);
    provider.script(speaks('They hold hands.'));
    await Promise.all([1, 2, 3, 4, 5, 6].map(() => ask(ada, {}, key)));
    expect(provider.calls).toHaveLength(1);
    expect(textOf((await ask(ada, {}, key)).events)).toContain('They hold hands.');
  });

  it("requires a confirmed address, and a model of the person's plan", async () => {
    const late = await test.person('Late', { verified: false });
    expect(await ask(late)).toMatchObject({
      status: 403,
      refusal: {
        code: 'unverified',
        message: expect.stringMatching(/^Unlock full access to Gloss AI features/),
      },
    });
    expect(await late.post('ai/v2/title', { thread_id: thread._id, sentence: 'x' })).toMatchObject({
      status: 403,
      body: { code: 'unverified' },
    });
    const ada = await test.person('Models');
    expect((await ask(ada, { model: 4 })).status).toBe(403);
    expect((await ask(ada, { model: 99 })).status).toBe(400);
    provider.script(speaks('[{"question":"Why?"}]'));
    expect(
      (
        await ada.post('ai/v2/get/prompts', {
          thread_id: thread._id,
          sources: body().sources,
          model: 4,
        })
      ).status,
    ).toBe(200);
    expect(await left(ada)).toBe(2);
  });
});
