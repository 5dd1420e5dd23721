import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { chunksOf, indexedSource } from '../conformance.ts';
import type { IndexedSource, IndexHit, IndexQuery, SearchIndex } from '../contract.ts';
import { createSqliteIndex } from './sqlite-index.ts';

const folder = mkdtempSync(join(tmpdir(), 'gloss-ranking-'));
let index: SearchIndex;
beforeAll(() => {
  index = createSqliteIndex({ file: join(folder, 'index.sqlite'), log: createLog('silent') });
});
afterAll(async () => {
  await index.close();
  rmSync(folder, { recursive: true, force: true });
});

async function add(
  texts: readonly string[],
  more: Partial<IndexedSource> = {},
): Promise<IndexedSource> {
  const source = indexedSource(more);
  await index.replace(source, chunksOf(source, texts));
  return source;
}
const ask = (source: IndexedSource, text: string, more: Partial<IndexQuery> = {}) =>
  index.search({ text, ownerId: source.ownerId, limit: 10, ...more });
const texts = (hits: readonly IndexHit[]) => hits.map((it) => it.text);
const marked = (hit: IndexHit | undefined) =>
  hit?.highlights.map(([start, end]) => hit.text.slice(start, end));

describe('misspelt words', () => {
  it.each([
    ['a letter missed', 'photosyntesis'],
    ['one too many', 'photossynthesis'],
    ['two swapped', 'photosynthseis'],
    ['one mistaken', 'photosymthesis'],
    ['the second wrong', 'phtoosynthesis'],
  ])('are found: %s', async (_, word) => {
    const source = await add(['Photosynthesis feeds plants.', 'Rocks feed nobody.']);
    for (const match of ['all', 'any'] as const) {
      const [hit] = await ask(source, word, { match });
      expect(marked(hit)).toEqual(['Photosynthesis']);
    }
  });

  it("don't replace a word that exists as written", async () => {
    const source = await add([
      'The planet Vesna is far.',
      'The planet Vesta is near.',
      'Vesta again, and Vesta.',
      'Vesta rules the planet Vesta.',
    ]);
    expect(texts(await ask(source, 'planet Vesna'))[0]).toBe('The planet Vesna is far.');
    expect(texts(await ask(source, 'Vesna', { match: 'all' }))).toEqual([
      'The planet Vesna is far.',
    ]);
  });

  it("aren't corrected in numbers or short words", async () => {
    const source = await add(['Version 1984 of the cat.']);
    expect(await ask(source, '1985', { match: 'all' })).toEqual([]);
    expect(await ask(source, 'bat', { match: 'all' })).toEqual([]);
  });

  it('are never corrected to words of another owner', async () => {
    await add(['Photosynthesis feeds plants.']);
    const mine = await add(['Rocks feed nobody.']);
    expect(await ask(mine, 'photosyntesis')).toEqual([]);
  });
});

it('ranks adjacent words before the same words apart', async () => {
  const filler =
    'and then for a very long while nothing of any note happened at all in these wide and empty plains';
  const source = await add([
    `The harbour ${filler} ${filler} bridge.`,
    `${filler} ${filler} the harbour bridge.`,
    `A bridge ${filler} ${filler} harbour.`,
  ]);
  expect(texts(await ask(source, 'harbour bridge'))[0]).toContain('harbour bridge');
});

it('ranks a phrase before more of its words in another order', async () => {
  const phrase =
    'A blind Venetian spoke to some people in a wide square at noon while the bells rang all over the city.';
  const source = await add([
    'Venetian ways: the Venetian is blind.',
    phrase,
    'Blind, they said, and blind again, to all that is Venetian; Venetian to the bone, and blind.',
    'Nothing of it.',
  ]);
  expect(texts(await ask(source, '"blind Venetian"'))[0]).toBe(phrase);
});

it('finds related words if the word itself is missing, and ranks the word itself before them', async () => {
  const source = await add([
    'He lectured on nationhood.',
    'A question of nationality.',
    'The sea was calm.',
  ]);
  expect(texts(await ask(source, 'nationality'))[0]).toBe('A question of nationality.');
  expect(texts(await ask(source, 'nationalities of Europe'))).toEqual([
    'A question of nationality.',
  ]);
  const german = await add(['Das Verteidigungsministerium schwieg.', 'Das Wetter war gut.'], {
    language: 'de',
  });
  expect(texts(await ask(german, 'Verteidigungsminister'))).toEqual([
    'Das Verteidigungsministerium schwieg.',
  ]);
});

it('prefers a passage with the rare word to those with only the common ones', async () => {
  const source = await add([
    ...Array.from(
      { length: 30 },
      (_, at) => `The engine of model ${at} runs on petrol, a good engine.`,
    ),
    'One engine, the XB-9000 turboencabulator, does not.',
  ]);
  expect(texts(await ask(source, 'which engine is a turboencabulator'))[0]).toContain('XB-9000');
  expect(texts(await ask(source, 'XB-9000', { match: 'all' }))).toHaveLength(1);
});

it('finds Chinese and Japanese by words, more matches first', async () => {
  const source = await add(['上海的天气很好。', '北京大学在北京市海淀区。', '大学生活很有趣。'], {
    language: 'zh',
  });
  expect(texts(await ask(source, '北京大学在哪里？'))[0]).toBe('北京大学在北京市海淀区。');
  expect(texts(await ask(source, '“北京大学”', { match: 'all' }))).toEqual([
    '北京大学在北京市海淀区。',
  ]);
});

it('finds related passages through terms of the best sources', async () => {
  const { ownerId } = indexedSource();
  const subject = [
    'Glacier ice moves downhill carving moraine valleys.',
    'Glacier retreat leaves moraine ridges.',
    'Old glacier beds show moraine stones.',
    'Each glacier pushes a moraine.',
    'Glacier snouts drop moraine.',
  ];
  const other = [
    'Markets fell on Monday.',
    'Bread needs yeast.',
    'Trains run late.',
    'Violins need strings.',
    'Poets like rain.',
    'Cats sleep long.',
    'Tea grows on hills.',
    'Doors creak at night.',
    'Ships need harbours.',
    'Salt keeps fish.',
    'Wool is warm.',
    'Bees dance.',
    'Kings had castles.',
    'Chess is old.',
    'Paper burns.',
    'Rust eats iron.',
  ];
  for (const text of [
    ...subject,
    'A moraine ridge of stones.',
    ...Array.from({ length: 4 }, () => other).flat(),
  ])
    await add([text], { ownerId });
  expect(texts(await index.search({ text: 'glacier', ownerId, limit: 10 }))).toContain(
    'A moraine ridge of stones.',
  );
});

it('finds only the requested sources, whenever they were written', async () => {
  const { ownerId } = indexedSource();
  const sources: IndexedSource[] = [];
  for (const name of ['stone', 'delta', 'mouth', 'bank', 'bed', 'bend', 'ford', 'isle', 'fish'])
    sources.push(await add([`River ${name}.`, `Its ${name}.`], { ownerId, title: 'River' }));
  const hits = await index.search({
    text: 'river',
    ownerId,
    limit: 50,
    sourceIds: [1, 3, 6].flatMap((at) => sources[at]?.sourceId ?? []),
  });
  expect(texts(hits).sort()).toEqual([
    'Its bank.',
    'Its delta.',
    'Its ford.',
    'River bank.',
    'River delta.',
    'River ford.',
  ]);
});
