import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { UserId } from '#core/contract/id.ts';
import { createSqliteIndex, type SearchIndex } from '#pipeline/search/index.ts';
import { retrieve, type AskedSource } from './retrieve.ts';
import { sourceId } from './testing/passages.ts';

const folder = mkdtempSync(join(tmpdir(), 'gloss-retrieve-'));
const ownerId = UserId.parse(uuid());
const source = (title: string): AskedSource => ({ _id: sourceId(), title, medium: 'flow', sourceType: 'web', language: 'en' });
const long = source('A long book of rivers');
const short = source('A short note');
let index: SearchIndex;
beforeAll(async () => {
  index = createSqliteIndex({ file: join(folder, 'index.sqlite'), log: createLog('silent') });
  const add = (it: AskedSource, texts: string[]) => index.replace({ sourceId: it._id, ownerId, version: 1, sourceType: 'web', title: it.title, language: 'en' }, texts.map((text, at) => ({
    id: `${it._id}${at}`, sourceId: it._id, version: 1, ordinal: at, heading: '', text, locator: { medium: 'flow', paragraph: at + 1, quote: text, prefix: '', suffix: '' },
    pieces: [{ start: 0, end: text.length, from: 0, at: { medium: 'flow', paragraph: at + 1 } }],
  })));
  await add(long, Array.from({ length: 60 }, (_, at) => `River river river number ${at} flows.`));
  await add(short, ['Once, on an afternoon some way outside the town, we saw a river and stayed until the evening came.']);
});
afterAll(async () => { await index.close(); rmSync(folder, { recursive: true, force: true }); });
const get = (question: string, budgetChars = 10_000, sources = [long, short]) => retrieve({ index, question, ownerId, sources, budgetChars });

describe('passages for a question', () => {
  it('are numbered from 1 and come from every source that speaks of it', async () => {
    const found = await get('Where does the river flow?');
    expect(found.map((it) => it.n)).toEqual(found.map((_, at) => at + 1));
    expect(found.every((it) => it.matched)).toBe(true);
    expect(new Set(found.map((it) => it.sourceId))).toEqual(new Set([long._id, short._id]));
  });
  it('keep to the budget', async () => {
    const found = await get('river', 100);
    expect(found.length).toBeGreaterThan(0);
    expect(found.reduce((sum, it) => sum + it.text.length, 0)).toBeLessThanOrEqual(100);
  });
  it('come from the selected sources alone', async () => {
    expect((await get('river', 10_000, [short])).map((it) => it.sourceId)).toEqual([short._id]);
    expect(await get('river', 10_000, [])).toEqual([]);
  });
  it('are what is nearest, marked so, when no word of the question is there', async () => {
    const found = await get('quantum chromodynamics');
    expect(found.length).toBeGreaterThan(0);
    expect(found.some((it) => it.matched)).toBe(false);
  });
});
