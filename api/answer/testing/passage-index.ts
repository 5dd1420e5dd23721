/** A real index with the passages of a few sources, as the answer engine uses it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '#config/log.ts';
import type { SourceId, UserId } from '#core/contract/id.ts';
import type { Chunk } from '#pipeline/search/contract.ts';
import { createRetriever, createSqliteIndex } from '#pipeline/search/index.ts';
import type { ContextPorts } from '../context.ts';
import type { AskedSource } from '../retrieve.ts';

export interface PassageIndex extends ContextPorts {
  put(ownerId: UserId, source: AskedSource, chunks: readonly Chunk[]): Promise<void>;
  /** Adds one passage per text, each at its own minute, page or paragraph. */
  putTexts(
    ownerId: UserId,
    source: AskedSource,
    texts: readonly (string | { heading: string; text: string })[],
  ): Promise<void>;
  close(): Promise<void>;
}

function located(source: AskedSource, at: number, text: string): Pick<Chunk, 'locator' | 'pieces'> {
  const piece = { start: 0, end: text.length, from: 0 };
  switch (source.medium) {
    case 'timed': {
      const position = { medium: 'timed', startS: 60 * at + 3.5, endS: 60 * at + 60 } as const;
      return { locator: { ...position, quote: text }, pieces: [{ ...piece, at: position }] };
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

export function openPassageIndex(): PassageIndex {
  const folder = mkdtempSync(join(tmpdir(), 'gloss-passages-'));
  const log = createLog('error');
  const index = createSqliteIndex({ file: join(folder, 'index.sqlite'), log });
  const stored = new Map<SourceId, { ownerId: UserId; chunks: readonly Chunk[] }>();
  const put: PassageIndex['put'] = async (ownerId, source, chunks) => {
    stored.set(source._id, { ownerId, chunks });
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
            ...located(source, ordinal, text),
          };
        }),
      ),
    passagesOf: async (ownerId, sourceIds, mostChars) =>
      new Map(
        sourceIds.flatMap((id) => {
          const held = stored.get(id);
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
