import { describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import type { ListedModel } from './model/contract.ts';
import { createModels } from './models.ts';

const log = createLog('silent');
type List = readonly (string | ListedModel)[] | undefined;
async function models(
  list: List | (() => Promise<List>),
  named: Record<string, string> = {},
  now?: () => number,
) {
  const asked = typeof list === 'function' ? list : async () => list;
  const made = createModels({
    named,
    log,
    list: async () => (await asked())?.map((it) => (typeof it === 'string' ? { name: it } : it)),
    ...(now ? { now } : {}),
  });
  await made.ready;
  return made;
}
const available = (made: Awaited<ReturnType<typeof models>>) =>
  made
    .choices()
    .filter((it) => it.available)
    .map((it) => it.id);

describe('models', () => {
  it("have the spec's order: the fifth is the default, the fourth is hidden", async () => {
    const choices = (await models(undefined)).choices();
    expect(
      choices.map(({ id, name, hidden }) => `${id} ${name}${hidden ? ' (hidden)' : ''}`),
    ).toEqual([
      '0 Best Model',
      '1 Grok 4',
      '2 Gemini 2.5 Pro',
      '3 Gemini 2.5 Flash',
      '4 Gemini 2.5 Flash Lite (hidden)',
      '5 GPT-4.1',
      '6 GPT-5',
      '7 Claude Sonnet 4',
      '8 Claude Opus 4.1',
    ]);
  });
  it('are all available when the list of the provider is missing, empty or fails', async () => {
    for (const list of [
      undefined,
      [],
      async () => {
        throw new Error('404');
      },
    ])
      expect(available(await models(list))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });
  it('are those in the list of the provider, under any of their names', async () => {
    const openAi = await models([
      'gpt-4.1-2025-04-14',
      'gpt-4.1-mini',
      'gpt-4.1',
      'gpt-5-mini',
      'text-embedding-3-small',
    ]);
    expect(available(openAi)).toEqual([0, 5]);
    expect(openAi.pick(5, 'answer')).toMatchObject({ id: 5, name: 'gpt-4.1' });
    const openRouter = await models([
      'x-ai/grok-4',
      'x-ai/grok-4-fast',
      { name: 'anthropic/claude-opus-4.1', contextTokens: 150_000 },
      'anthropic/claude-sonnet-4.5',
      'openai/gpt-5',
      'google/gemini-2.5-flash-lite',
    ]);
    expect(available(openRouter)).toEqual([0, 1, 4, 6, 8]);
    expect(openRouter.pick(8, 'answer')).toMatchObject({
      id: 8,
      name: 'anthropic/claude-opus-4.1',
      contextTokens: 150_000,
    });
    expect(
      available(
        await models([
          'claude-opus-4-1-20250805',
          'claude-sonnet-4-20250514',
          'claude-sonnet-4-5-20250929',
        ]),
      ),
    ).toEqual([0, 7, 8]);
    expect(
      available(
        await models([
          'models/gemini-2.5-pro',
          'models/gemini-2.5-flash-preview-05-20',
          'models/gemini-embedding-001',
        ]),
      ),
    ).toEqual([0, 2, 3]);
  });
  it('are those that the operator names, whatever the list contains', async () => {
    expect(available(await models(undefined, { 5: 'llama3.3' }))).toEqual([0, 5]);
    const made = await models(['gpt-5', 'qwen3'], { 5: 'my-deployment' });
    expect(available(made)).toEqual([0, 5, 6]);
    expect(made.pick(5, 'answer')).toMatchObject({
      id: 5,
      name: 'my-deployment',
      contextTokens: 8192,
    });
    expect(
      (await models(undefined, { 0: 'our-best', 3: 'our-fast' })).pick(0, 'answer'),
    ).toMatchObject({ id: 0, name: 'our-best' });
  });
  it('of a local server are its first chat model', async () => {
    const made = await models([
      'nomic-embed-text:latest',
      { name: 'llama3.3:70b', contextTokens: 32_768 },
      'qwen3:8b',
    ]);
    expect(available(made)).toEqual([0]);
    expect(made.pick(5, 'answer')).toMatchObject({
      id: 0,
      name: 'llama3.3:70b',
      contextTokens: 32_768,
    });
  });
});

describe('the best model', () => {
  it('is the best available one for the task', async () => {
    const all = await models(undefined);
    const [answer, write, short] = [
      all.pick(0, 'answer').id,
      all.pick(0, 'write').id,
      all.pick(0, 'short').id,
    ];
    expect(new Set([answer, write, short]).size).toBe(3);
    const few = await models(['gpt-4.1', 'google/gemini-2.5-flash']);
    expect([few.pick(0, 'answer').id, few.pick(0, 'write').id, few.pick(0, 'short').id]).toEqual([
      5, 5, 3,
    ]);
  });
  it('replaces one that is not available', async () => {
    const few = await models(['gpt-4.1']);
    expect(few.pick(3, 'answer')).toMatchObject({ id: 5, name: 'gpt-4.1' });
    const openAi = await models(['gpt-4.1', 'gpt-5']);
    expect([openAi.pick(8, 'answer').id, openAi.pick(3, 'answer').id]).toEqual([6, 5]);
    expect((await models(['only-embeddings-embed'])).pick(7, 'answer')).toMatchObject({
      id: 7,
      name: 'claude-sonnet-4',
    });
  });
});

it('requests the list again after a few minutes, and uses the known one until it arrives', async () => {
  let at = 0;
  let list = ['gpt-4.1'];
  let asked = 0;
  const made = await models(
    async () => {
      asked += 1;
      return list;
    },
    {},
    () => at,
  );
  list = ['gpt-5'];
  expect(available(made)).toEqual([0, 5]);
  expect(asked).toBe(1);
  at = 6 * 60_000;
  expect(available(made)).toEqual([0, 5]);
  await made.refresh();
  expect(available(made)).toEqual([0, 6]);
  expect(asked).toBe(2);
});
