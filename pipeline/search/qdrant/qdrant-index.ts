import type { Log } from '#config/log.ts';
import type { SearchIndex } from '../contract.ts';
import { QdrantConnection } from './connection.ts';
import { find } from './find.ts';
import { ofKind, readHead, readHeld } from './held-sources.ts';
import { COLLECTION, editionOf, openEdition } from './layout.ts';
import { scopeOf } from './question.ts';
import { MAX_WORDS, Vocabularies } from './vocabulary.ts';
import { writeSource } from './write-source.ts';

/** Models listed, at most. */
const MAX_MODELS = 1_000;

/**
 * The index in a Qdrant server, 1.19 or later (`GLOSS_QDRANT_URL`; without a port 6333). The server
 * isn't contacted before the first call. A source is replaced in this order, each step acknowledged
 * when it is done (`wait=true`): its new passages go in beside the old ones; its head names the new
 * edition, which is the one step that readers see; the old passages go. A reader asks which edition
 * counts after it has found passages, so it shows one edition of a source and never both. A writer
 * that dies between the steps leaves passages that no reader shows; the next write of the source,
 * or `reconcile`, removes them. Faults: `unavailable` (not reached, too slow: 1.5 s for a search;
 * the key is not taken), `storage_full`, `internal` (Qdrant refuses what Gloss says).
 */
export function createQdrantIndex({
  url,
  apiKey,
  log,
  collection = COLLECTION,
}: {
  url: string;
  apiKey: string | undefined;
  log: Log;
  /** default: the collection of this layout */
  collection?: string;
}): SearchIndex {
  const connection = new QdrantConnection({ url, apiKey, collection });
  const vocabularies = vocabulariesOf(connection, log);
  return {
    engine: 'qdrant',
    replace: async (source, chunks) =>
      writeSource(
        { connection, log },
        source,
        editionOf(source, chunks),
        chunks.map((chunk, ordinal) => ({ ...chunk, ordinal })),
      ),
    async append(source, chunks) {
      const head = await connection.write((client, name) =>
        readHead(client, name, source.sourceId),
      );
      await writeSource(
        { connection, log },
        source,
        head?.version === source.version ? head.edition : openEdition(source),
        chunks,
      );
    },
    async remove(sourceId) {
      await connection.write((client, name) =>
        client.delete(name, {
          filter: { must: [{ key: 'source', match: { value: sourceId } }] },
          wait: true,
        }),
      );
    },
    search: (query) =>
      connection.read((client, name) =>
        find({
          client,
          collection: name,
          query,
          vocabularies,
          log,
          isKnown: (model) => connection.hasVector(client, model),
          onRefused: () => {
            connection.forgetVectors();
          },
        }),
      ),
    counts: () =>
      connection.read(async (client, name) => {
        const count = async (kind: 'source' | 'passage') =>
          (await client.count(name, { filter: ofKind(kind), exact: true })).count;
        const [sources, chunks] = await Promise.all([count('source'), count('passage')]);
        return { sources, chunks };
      }),
    models: (scope) =>
      connection.read(async (client, name) => {
        const { hits } = await client.facet(name, {
          key: 'model',
          limit: MAX_MODELS,
          exact: true,
          filter: { must: scopeOf(scope, 'source') },
        });
        return hits.map(({ value }) => String(value));
      }),
    indexedSources: () => connection.write(readHeld),
    clear: () => connection.drop(),
    close: async () => {
      connection.close();
    },
  };
}

/** The words of each owner's passages, read from Qdrant. */
function vocabulariesOf(connection: QdrantConnection, log: Log): Vocabularies {
  return new Vocabularies(
    (ownerId) =>
      connection.write(async (client, name) => {
        const { hits } = await client.facet(name, {
          key: 'words',
          limit: MAX_WORDS,
          exact: false,
          filter: { must: scopeOf({ ownerId }, 'passage') },
        });
        return hits.map(({ value }) => String(value));
      }),
    log,
  );
}
