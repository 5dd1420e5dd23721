/** What every engine must do with dense vectors; a part of `conformance.ts`. */
import { describe, expect, it } from 'vitest';
import type { IndexedSource, IndexQuery, SearchIndex } from './contract.ts';
import { chunksOf, indexedSource, marked, owner, texts } from './testing/passages.ts';

export function vectorConformance(index: () => SearchIndex): void {
  describe('with vectors', () => {
    const space = (model: string, dimensions = 4) => ({ model, dimensions });
    /** One direction per subject, independent of wording. */
    const DIRECTIONS: Record<string, number[]> = {
      sea: [1, 0, 0, 0],
      fire: [0, 1, 0, 0],
      shore: [0.9, 0, 0.44, 0],
      sky: [0, 0, 0, 1],
    };
    const towards = (subject: string, dimensions = 4) =>
      Float32Array.from({ length: dimensions }, (_, at) => DIRECTIONS[subject]?.[at] ?? 0);
    const embed = async (
      passages: [text: string, subject: string][],
      more: Partial<IndexedSource> = {},
    ) => {
      const source = indexedSource({ embedding: space('plain'), ...more });
      const vectors = passages.map(([, subject]) => towards(subject, source.embedding?.dimensions));
      await index().replace(
        source,
        chunksOf(
          source,
          passages.map(([text]) => text),
        ).map((chunk, at) => ({
          ...chunk,
          ...(source.embedding ? { vector: vectors[at] ?? towards('sky') } : {}),
        })),
      );
      return source;
    };
    const ask = (
      source: IndexedSource,
      text: string,
      subject: string,
      more: Partial<IndexQuery> = {},
    ) =>
      index().search({
        text,
        ownerId: source.ownerId,
        limit: 10,
        vectors: [{ model: 'plain', vector: towards(subject) }],
        ...more,
      });

    it('finds the nearest passage without common words, complete', async () => {
      const source = await embed(
        [
          ['Waves break on the beach.', 'sea'],
          ['Embers glow.', 'fire'],
        ],
        { title: 'Elements', sourceType: 'pdf' },
      );
      const [hit] = await ask(source, 'ocean', 'sea');
      expect(hit).toMatchObject({
        chunkId: `${source.sourceId}-1-0`,
        sourceId: source.sourceId,
        sourceType: 'pdf',
        title: 'Elements',
        text: 'Waves break on the beach.',
        ordinal: 0,
        highlights: [],
        locator: { medium: 'flow', paragraph: 1 },
        pieces: [{ start: 0, end: 25, from: 0, at: { medium: 'flow', paragraph: 1 } }],
      });
      expect(await index().search({ text: 'ocean', ownerId: source.ownerId, limit: 10 })).toEqual(
        [],
      );
    });

    it('ranks matches by both words and vectors first, then the nearest', async () => {
      const source = await embed([
        ['Embers glow.', 'fire'],
        ['Pebbles lie there.', 'shore'],
        ['Waves roll.', 'sea'],
        ['The tide runs.', 'sea'],
      ]);
      expect(texts(await ask(source, 'ocean', 'sea')).slice(2)).toEqual([
        'Pebbles lie there.',
        'Embers glow.',
      ]);
      const [best] = await ask(source, 'pebbles', 'sea');
      expect(best && marked(best)).toEqual(['Pebbles']);
      expect((await ask(source, 'ocean', 'sea', { limit: 2 })).map((it) => it.text).sort()).toEqual(
        ['The tide runs.', 'Waves roll.'],
      );
    });

    it('finds nothing below the minimum similarity', async () => {
      const source = await embed([
        ['Embers glow.', 'fire'],
        ['Pebbles lie there.', 'shore'],
        ['Waves roll.', 'sea'],
      ]);
      const found = async (text: string, least: number) =>
        texts(
          await ask(source, text, 'sea', {
            vectors: [{ model: 'plain', vector: towards('sea'), minSimilarity: least }],
          }),
        );
      expect(await found('ocean', 0.5)).toEqual(['Waves roll.', 'Pebbles lie there.']);
      expect(await found('ocean', 0.95)).toEqual(['Waves roll.']);
      expect((await found('embers', 0.95)).sort()).toEqual(['Embers glow.', 'Waves roll.']);
      expect(await found('ocean', -1)).toHaveLength(3);
    });

    it('filters by owner, sources and type', async () => {
      const mine = await embed([['Waves.', 'sea']]);
      const other = await embed([['Surf.', 'sea']], { ownerId: mine.ownerId, sourceType: 'pdf' });
      const theirs = await embed([['Spray.', 'sea']]);
      const found = async (more: Partial<IndexQuery> = {}) =>
        texts(await ask(mine, 'ocean', 'sea', more)).sort();
      expect(await found()).toEqual(['Surf.', 'Waves.']);
      expect(await found({ sourceIds: [mine.sourceId] })).toEqual(['Waves.']);
      expect(await found({ sourceType: 'pdf' })).toEqual(['Surf.']);
      expect(await found({ sourceIds: [] })).toEqual([]);
      expect(await found({ sourceIds: [theirs.sourceId] })).toEqual([]);
      expect(await found({ sourceType: 'pdf', sourceIds: [mine.sourceId] })).toEqual([]);
      expect(await found({ ownerId: owner() })).toEqual([]);
      expect(await index().models({ ownerId: mine.ownerId })).toEqual(['plain']);
      expect(
        await index().models({
          ownerId: mine.ownerId,
          sourceIds: [other.sourceId, theirs.sourceId],
        }),
      ).toEqual(['plain']);
      expect(await index().models({ ownerId: mine.ownerId, sourceIds: [theirs.sourceId] })).toEqual(
        [],
      );
      expect(await index().models({ ownerId: owner() })).toEqual([]);
    });

    it('searches several models at once, each by its own vector', async () => {
      const old = await embed(
        [
          ['Waves.', 'sea'],
          ['Embers.', 'fire'],
        ],
        { embedding: space('old', 8) },
      );
      await embed(
        [
          ['Surf.', 'sea'],
          ['Flames.', 'fire'],
        ],
        { ownerId: old.ownerId },
      );
      expect((await index().models({ ownerId: old.ownerId })).sort()).toEqual(['old', 'plain']);
      const vectors = [
        { model: 'plain', vector: towards('sea') },
        { model: 'old', vector: towards('sea', 8) },
      ];
      expect(texts(await ask(old, 'ocean', 'sea', { vectors, limit: 2 })).sort()).toEqual([
        'Surf.',
        'Waves.',
      ]);
      expect(texts(await ask(old, 'ocean', 'sea')).sort()).toEqual(['Flames.', 'Surf.']);
      expect(
        await ask(old, 'ocean', 'sea', { vectors: [{ model: 'unknown', vector: towards('sea') }] }),
      ).toEqual([]);
      expect(texts(await ask(old, 'embers', 'sea', { vectors: [] }))).toEqual(['Embers.']);
    });

    it('deletes vectors together with their passages', async () => {
      const source = await embed([
        ['Waves.', 'sea'],
        ['Embers.', 'fire'],
      ]);
      expect(await index().indexedSources()).toEqual([
        { sourceId: source.sourceId, version: 1, chunks: 2, model: 'plain' },
      ]);
      const anew = { ...source, embedding: space('new', 8) };
      await index().replace(
        anew,
        chunksOf(anew, ['Waves.', 'Embers.']).map((chunk) => ({
          ...chunk,
          vector: towards(chunk.ordinal === 0 ? 'sea' : 'fire', 8),
        })),
      );
      expect(await index().models(source)).toEqual(['new']);
      expect(await ask(source, 'ocean', 'sea')).toEqual([]);
      expect(await index().indexedSources()).toEqual([
        { sourceId: source.sourceId, version: 1, chunks: 2, model: 'new' },
      ]);
      const { embedding: _, ...bare } = source;
      await index().replace(bare, chunksOf(bare, ['Waves.', 'Embers.']));
      expect(await index().models(source)).toEqual([]);
      expect(texts(await ask(source, 'embers', 'sea'))).toEqual(['Embers.']);
      const again = await embed([['Surf.', 'sea']], { ownerId: source.ownerId });
      await index().remove(again.sourceId);
      expect(await ask(source, 'ocean', 'sea')).toEqual([]);
      await embed([['Surf.', 'sea']], { ownerId: source.ownerId });
      await index().clear();
      expect(await ask(source, 'ocean', 'sea')).toEqual([]);
      expect(await index().models(source)).toEqual([]);
    });

    it('adds passages to a source that is still being processed', async () => {
      const source = await embed([['Embers.', 'fire']]);
      const more = chunksOf(source, ['Embers.', 'Waves.'])
        .slice(1)
        .map((chunk) => ({ ...chunk, vector: towards('sea') }));
      await index().append(source, more);
      await index().append(source, more);
      expect(texts(await ask(source, 'ocean', 'sea'))).toEqual(['Waves.', 'Embers.']);
      expect(await index().indexedSources()).toEqual([
        { sourceId: source.sourceId, version: 1, chunks: 2, model: 'plain' },
      ]);
    });

    it('finds the nearest of many', async () => {
      const around = (subject: string, at: number) =>
        towards(subject, 64).map((value, axis) => value + 0.3 * Math.sin(at * (axis + 1)));
      const source = indexedSource({ embedding: space('plain', 64) });
      const passages = chunksOf(
        source,
        Array.from({ length: 5_000 }, (_, at) => `Passage ${at}`),
      ).map((chunk) => ({
        ...chunk,
        vector: around(chunk.ordinal % 2 ? 'fire' : 'sky', chunk.ordinal),
      }));
      await index().replace(
        source,
        passages.map((chunk) =>
          chunk.ordinal === 4_321 ? { ...chunk, vector: towards('sea', 64) } : chunk,
        ),
      );
      expect(
        texts(
          await ask(source, 'ocean', 'sea', {
            vectors: [{ model: 'plain', vector: towards('sea', 64) }],
            limit: 1,
          }),
        ),
      ).toEqual(['Passage 4321']);
    });
  });
}
