/** Passages of some sources in a real index, and the doors by which the engine reaches them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '#config/log.ts';
import type { SourceId, UserId } from '#core/contract/id.ts';
import type { Chunk } from '#pipeline/search/contract.ts';
import { createRetriever, createSqliteIndex } from '#pipeline/search/index.ts';
import type { ContextPorts } from '../context.ts';
import type { AskedSource } from '../retrieve.ts';

export interface PassageShelf extends ContextPorts {
  put(ownerId: UserId, source: AskedSource, chunks: readonly Chunk[]): Promise<void>;
  /** A passage a text, each a minute, a page or a paragraph of its own. */
  putTexts(
    ownerId: UserId,
    source: AskedSource,
    texts: readonly (string | { heading: string; text: string })[],
  ): Promise<void>;
  close(): Promise<void>;
}

function placed(source: AskedSource, at: number, text: string): Pick<Chunk, 'locator' | 'pieces'> {
  const piece = { start: 0, end: text.length, from: 0 };
  switch (source.medium) {
    case 'timed': {
      const place = { medium: 'timed', startS: 60 * at + 3.5, endS: 60 * at + 60 } as const;
      return { locator: { ...place, quote: text }, pieces: [{ ...piece, at: place }] };
    }
    case 'paged':
      return {
        locator: { medium: 'paged', page: at + 1, quote: text },
        pieces: [{ ...piece, at: { medium: 'paged', page: at + 1, rects: [] } }],
      };
    case 'flow':
      return {
        locator: { medium: 'flow', paragraph: at + 1, quote: text, prefix: '', suffix: '' },
        pieces: [{ ...piece, at: { medium: 'flow', paragraph: at + 1 } }],
      };
  }
}

export function openPassageShelf(): PassageShelf {
  const folder = mkdtempSync(join(tmpdir(), 'gloss-passages-'));
  const log = createLog('error');
  const index = createSqliteIndex({ file: join(folder, 'index.sqlite'), log });
  const shelf = new Map<SourceId, { ownerId: UserId; chunks: readonly Chunk[] }>();
  const put: PassageShelf['put'] = async (ownerId, source, chunks) => {
    shelf.set(source._id, { ownerId, chunks });
    await index.replace(
      {
        sourceId: source._id,
        ownerId,
        version: 1,
        sourceType: source.sourceType,
        title: source.title,
        language: source.language,
      },
      chunks,
    );
  };
  return {
    put,
    retriever: createRetriever({ index, log }),
    putTexts: (ownerId, source, texts) =>
      put(
        ownerId,
        source,
        texts.map((it, ordinal) => {
          const { heading, text } =
            typeof it === 'string' ? { heading: source.title, text: it } : it;
          return {
            id: `${source._id}-${ordinal}`,
            sourceId: source._id,
            version: 1,
            ordinal,
            heading,
            text,
            ...placed(source, ordinal, text),
          };
        }),
      ),
    passagesOf: async (ownerId, sourceIds, mostChars) =>
      new Map(
        sourceIds.flatMap((id) => {
          const held = shelf.get(id);
          const fits =
            held?.ownerId === ownerId &&
            held.chunks.reduce((sum, it) => sum + it.text.length, 0) <= mostChars;
          return held && fits ? [[id, held.chunks] as const] : [];
        }),
      ),
    async close() {
      await index.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
