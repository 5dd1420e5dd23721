import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UserId } from '#core/contract/id.ts';
import { modelBudget, offlineBudget, type Budget } from './budget.ts';
import { gatherPassages, type PassageRequest } from './context.ts';
import type { ContextMode } from './contract.ts';
import { createFence, fencePassages } from './prompt.ts';
import type { AskedSource, Passage } from './retrieve.ts';
import { openPassageIndex, type PassageIndex } from './testing/passage-index.ts';
import { sourceId } from './testing/passages.ts';

const ownerId = UserId.parse(uuid());
const source = (title: string, more: Partial<AskedSource> = {}): AskedSource => ({
  _id: sourceId(),
  title,
  medium: 'flow',
  sourceType: 'web',
  language: 'en',
  ...more,
});
const long = source('A long book of rivers');
const short = source('A short note');
const film = source('A film of the sea', { medium: 'timed', sourceType: 'youtube' });
const LONG = Array.from({ length: 60 }, (_, at) => ({
  heading: `Rivers › Chapter ${Math.floor(at / 6) + 1}`,
  text: `River river river number ${at} flows. ${'The water is cold and clear. '.repeat(20)}`,
}));
let index: PassageIndex;
beforeAll(async () => {
  index = openPassageIndex();
  await index.putTexts(ownerId, long, LONG);
  await index.putTexts(ownerId, short, [
    'Once, on an afternoon outside the town, we saw a river and stayed until the evening came.',
    'Then it rained.',
    'The last bus had gone.',
  ]);
  await index.putTexts(ownerId, film, [
    'The sea is wide.',
    'Waves come from the wind.',
    'A crab walks sideways over the sand.',
    'Gulls cry.',
    'The tide turns.',
    'Night falls.',
  ]);
});
afterAll(() => index.close());

const chars = (limit: number): Budget => ({ limit, sizer: async () => (text) => text.length });
const get = async (
  gathering: ContextMode,
  question: string,
  more: Partial<PassageRequest> & { budget?: Budget } = {},
): Promise<Passage[]> =>
  (
    await gatherPassages(
      index,
      gathering,
      { question, ownerId, sources: [long, short], order: 'rank', ...more },
      more.budget ?? chars(24_000),
    )
  ).passages;
const total = (passages: readonly Passage[]) =>
  passages.reduce((sum, it) => sum + it.text.length, 0);
const texts = (passages: readonly Passage[]) => passages.map((it) => it.text);

describe('passages for a question', () => {
  it('are numbered from 1 and come from every source with matches', async () => {
    const found = await get('question', 'Where does the river flow?');
    expect(found.map((it) => it.n)).toEqual(found.map((_, at) => at + 1));
    expect(found.every((it) => it.matched)).toBe(true);
    expect(new Set(found.map((it) => it.sourceId))).toEqual(new Set([long._id, short._id]));
  });
  it('stay within the budget', async () => {
    const found = await get('question', 'river', { budget: chars(3_000) });
    expect(found.length).toBeGreaterThan(0);
    expect(total(found)).toBeLessThanOrEqual(3_000);
    expect(await get('question', 'river', { budget: chars(10) })).toEqual([]);
  });
  it('come only from the selected sources', async () => {
    expect(
      new Set(
        (await get('question', 'river', { sources: [short], order: 'reading' })).map(
          (it) => it.sourceId,
        ),
      ),
    ).toEqual(new Set([short._id]));
    expect(await get('question', 'river', { sources: [] })).toEqual([]);
  });
  it('include all of a small source when a model answers, with those that were not found marked as such', async () => {
    const found = await get('question', 'Where does the river flow?', { order: 'reading' });
    const ofShort = found.filter((it) => it.sourceId === short._id);
    expect(ofShort.map((it) => [it.text.slice(0, 9), it.matched])).toEqual([
      ['Once, on ', true],
      ['Then it r', false],
      ['The last ', false],
    ]);
    expect(found.filter((it) => it.sourceId === long._id).length).toBeLessThan(LONG.length);
    const paragraphs = found.flatMap((it) =>
      it.sourceId === long._id && it.locator.medium === 'flow' ? [it.locator.paragraph] : [],
    );
    expect(paragraphs).toEqual(paragraphs.toSorted((a, b) => a - b));
  });
  it('are the nearest ones, marked as such, when no word of the question matches', async () => {
    const found = await get('question', 'quantum chromodynamics');
    expect(found.length).toBeGreaterThan(0);
    expect(found.some((it) => it.matched)).toBe(false);
  });
});

describe('passages about a clip', () => {
  it.each([
    [
      'its time',
      {
        text: 'crab',
        sourceId: film._id,
        locator: { medium: 'timed', startS: 130, endS: 140, quote: 'crab' },
      },
    ],
    ['its words', { text: 'A crab  walks sideways', sourceId: film._id }],
  ] as const)('begin with what is around the clip in its %s', async (_, about) => {
    const found = await get('about', 'Explain this.', {
      about,
      sources: [film, long],
      budget: chars(24_000),
    });
    expect(texts(found).slice(0, 5)).toEqual([
      'The sea is wide.',
      'Waves come from the wind.',
      'A crab walks sideways over the sand.',
      'Gulls cry.',
      'The tide turns.',
    ]);
  });
  it('leave out the clip when its source is not selected', async () => {
    const found = await get('about', 'What of the river?', {
      about: { text: 'A crab walks sideways', sourceId: film._id },
      sources: [short],
    });
    expect(new Set(found.map((it) => it.sourceId))).toEqual(new Set([short._id]));
  });
});

describe('whole sources', () => {
  it('are given in reading order', async () => {
    const found = await get('whole', '', { sources: [film, short] });
    expect(texts(found).map((it) => it.slice(0, 8))).toEqual([
      'The sea ',
      'Waves co',
      'A crab w',
      'Gulls cr',
      'The tide',
      'Night fa',
      'Once, on',
      'Then it ',
      'The last',
    ]);
  });
  it('that exceed the budget are thinned evenly, keeping the start of each chapter; a short source stays complete', async () => {
    const found = await get('whole', '', { budget: chars(16_000) });
    expect(found.filter((it) => it.sourceId === short._id)).toHaveLength(3);
    const ofLong = found.filter((it) => it.sourceId === long._id);
    expect(total(found)).toBeLessThanOrEqual(16_000);
    expect(total(found)).toBeGreaterThan(10_000);
    expect(new Set(ofLong.map((it) => it.heading)).size).toBe(10);
    expect(ofLong.at(-1)?.text).toMatch(/number 5[4-9]/);
    for (let chapter = 0; chapter < 10; chapter += 1)
      expect(texts(ofLong).some((it) => it.includes(`number ${chapter * 6} `))).toBe(true);
  });
});

describe('a budget', () => {
  const text = 'Bees dance to tell where the flowers are. '.repeat(20_000);
  it('is the context window of the model, in tokens', async () => {
    const small = await modelBudget(
      { contextTokens: 8_192, tokenFactor: 1.35 },
      'whole',
      'A prompt of some words.',
    );
    expect(small.limit).toBeGreaterThan(6_000);
    expect(small.limit).toBeLessThan(6_144);
    const full = await modelBudget({ contextTokens: 8_192, tokenFactor: 1 }, 'question', text);
    expect(full.limit).toBe(0);
    const large = await modelBudget(
      { contextTokens: 1_000_000, tokenFactor: 1 },
      'question',
      'A prompt.',
    );
    expect(large.limit).toBe(16_000);
  });
  it('counts tokens with a real vocabulary near the limit, and treats special tokens as text', async () => {
    const { sizer } = await modelBudget({ contextTokens: 1_000_000, tokenFactor: 1 }, 'whole', '');
    expect((await sizer([text]))('Bees dance to tell where the flowers are.')).toBe(10);
    expect((await sizer([text]))('<|endoftext|>')).toBeGreaterThan(1);
    expect(
      (
        await (
          await modelBudget({ contextTokens: 1_000_000, tokenFactor: 1.35 }, 'whole', '')
        ).sizer([text])
      )('Bees dance to tell where the flowers are.'),
    ).toBe(14);
  });
  it('of a small model holds for any number of passages', async () => {
    const budget = await modelBudget(
      { contextTokens: 8_192, tokenFactor: 1.35 },
      'whole',
      'A prompt.',
    );
    const found = await get('whole', '', { budget });
    const size = await budget.sizer([text]);
    expect(found.length).toBeGreaterThan(20);
    expect(size(fencePassages(found, createFence()))).toBeLessThanOrEqual(budget.limit);
  });
  it('holds for any fence around the passages, because each costs the same', async () => {
    const size = await (
      await modelBudget({ contextTokens: 8_192, tokenFactor: 1 }, 'whole', '')
    ).sizer([text]);
    expect(new Set(Array.from({ length: 200 }, () => size(createFence()))).size).toBe(1);
  });
  it('without a model is counted in characters', async () => {
    expect((await offlineBudget('question').sizer(['x']))('four')).toBe(4);
  });
});
