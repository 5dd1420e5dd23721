/** Sources and passages for tests of indexes. */
import { v7 as uuid } from 'uuid';
import { SourceId, UserId } from '#core/contract/id.ts';
import type { Chunk, IndexedSource, IndexHit } from '../contract.ts';

export const owner = () => UserId.parse(uuid());
export function indexedSource(more: Partial<IndexedSource> = {}): IndexedSource {
  return {
    sourceId: SourceId.parse(uuid()),
    ownerId: owner(),
    version: 1,
    sourceType: 'web',
    title: 'Untitled',
    language: 'en',
    ...more,
  };
}
export function chunksOf(
  source: IndexedSource,
  texts: readonly string[],
  heading = source.title,
): Chunk[] {
  return texts.map((text, ordinal) => ({
    id: `${source.sourceId}-${source.version}-${ordinal}`,
    sourceId: source.sourceId,
    version: source.version,
    ordinal,
    heading,
    text,
    locator: { medium: 'flow', paragraph: ordinal + 1, quote: text, prefix: '', suffix: '' },
    pieces: [
      { start: 0, end: text.length, from: 0, at: { medium: 'flow', paragraph: ordinal + 1 } },
    ],
  }));
}
export const marked = ({ text, highlights }: IndexHit): string[] =>
  highlights.map(([start, end]) => text.slice(start, end));
export const texts = (hits: readonly IndexHit[]): string[] => hits.map((hit) => hit.text);
