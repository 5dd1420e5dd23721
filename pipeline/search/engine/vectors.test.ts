import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { chunksOf, indexedSource } from '../conformance.ts';
import type { IndexedSource, SearchIndex } from '../contract.ts';
import { createSqliteIndex } from './sqlite-index.ts';

const folder = mkdtempSync(join(tmpdir(), 'gloss-vectors-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
let made = 0;
let file = '';
let index: SearchIndex;
beforeEach(() => {
  file = join(folder, `${(made += 1)}.sqlite`);
  index = createSqliteIndex({ file, log: createLog('silent') });
});
afterEach(() => index.close());

const embedded = (model: string, dimensions: number) => ({ embedding: { model, dimensions } });
const vectorsFor = (source: IndexedSource, texts: readonly string[], dimensions: number) =>
  chunksOf(source, texts).map((chunk) => ({
    ...chunk,
    vector: Float32Array.from({ length: dimensions }, (_, at) => (at === chunk.ordinal ? 1 : 0)),
  }));
function rows(): Record<string, number> {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return Object.fromEntries(
      ['embedded', 'vector_bits', 'vectors'].map((table) => [
        table,
        Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n']),
      ]),
    );
  } finally {
    db.close();
  }
}

it('deletes the vectors of replaced and removed passages', async () => {
  const source = indexedSource(embedded('small', 3));
  await index.replace(source, vectorsFor(source, ['One.', 'Two.'], 3));
  await index.replace(source, vectorsFor(source, ['Three.'], 3));
  expect(rows()).toEqual({ embedded: 1, vector_bits: 1, vectors: 1 });
  await index.remove(source.sourceId);
  expect(rows()).toEqual({ embedded: 0, vector_bits: 0, vectors: 0 });
});

it('holds vectors of only one model per source, also after additions', async () => {
  const source = indexedSource(embedded('old', 3));
  await index.replace(source, vectorsFor(source, ['One.', 'Two.'], 3));
  const anew = { ...source, ...embedded('new', 5) };
  await index.append(anew, vectorsFor(anew, ['One.', 'Two.', 'Three.'], 5).slice(2));
  expect(await index.models(source)).toEqual(['new']);
  expect(rows()).toEqual({ embedded: 1, vector_bits: 1, vectors: 1 });
  const { embedding: _, ...bare } = anew;
  await index.append(bare, chunksOf(bare, ['One.', 'Two.', 'Three, once more.']).slice(2));
  expect(rows()).toMatchObject({ vector_bits: 0, vectors: 0 });
});

it("rejects a vector whose length isn't the source's", async () => {
  const source = indexedSource(embedded('small', 4));
  await expect(index.replace(source, vectorsFor(source, ['One.'], 3))).rejects.toMatchObject({
    code: 'unavailable',
  });
  expect(await index.counts()).toEqual({ sources: 0, chunks: 0 });
});
