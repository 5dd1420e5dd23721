import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Schemas } from '@qdrant/js-client-rest';
import type { Log } from '#config/log.ts';
import { toFault } from '#core/contract/faults.ts';
import type { Chunk, IndexedSource } from '../contract.ts';
import { baseLanguage } from '../text/languages.ts';
import type { QdrantConnection } from './connection.ts';
import { type Head, headId, passageId, vectorName, WORDS, type Passage } from './layout.ts';
import { passageWords } from './sparse.ts';

/** Points per request, which may have 32 MB: a vector of 2,000 numbers is about 40 kB of JSON. */
const batchFor = (dimensions: number): number => (dimensions > 2_000 ? 50 : 200);
/** Points built per turn of the event loop. */
const TURN = 20;

/**
 * Writes passages of a source: the passages, then the head that names their edition, then removes
 * the passages of other editions.
 */
export async function writeSource(
  { connection, log }: { connection: QdrantConnection; log: Log },
  source: IndexedSource,
  edition: string,
  chunks: readonly Chunk[],
): Promise<void> {
  const { embedding } = source;
  const batch = batchFor(embedding?.dimensions ?? 0);
  const addVector = async () => {
    if (embedding && chunks.some(({ vector }) => vector))
      await connection.addVector(embedding.model, embedding.dimensions);
  };
  const write = () =>
    connection.write(async (client, name) => {
      for (let at = 0; at < chunks.length; at += batch)
        await client.upsert(name, {
          points: await pointsOf(source, edition, chunks.slice(at, at + batch)),
          wait: true,
        });
      const head: Head = {
        kind: 'source',
        source: source.sourceId,
        owner: source.ownerId,
        version: source.version,
        edition,
        type: source.sourceType,
        title: source.title.toWellFormed(),
        language: baseLanguage(source.language),
        ...(embedding ? { model: embedding.model } : {}),
      };
      await client.upsert(name, {
        points: [{ id: headId(source.sourceId), vector: {}, payload: { ...head } }],
        wait: true,
      });
      await client.delete(name, {
        filter: {
          must: [
            { key: 'source', match: { value: source.sourceId } },
            { key: 'kind', match: { value: 'passage' } },
          ],
          must_not: [{ key: 'edition', match: { value: edition } }],
        },
        wait: true,
      });
    });
  await addVector();
  await write().catch(async (error: unknown) => {
    if (!embedding || toFault(error).code !== 'internal') throw error;
    connection.forgetVectors();
    await addVector();
    await write();
  });
  log.debug(
    { sourceId: source.sourceId, version: source.version, chunks: chunks.length },
    'passages put into Qdrant',
  );
}

/** Yields to the event loop, because it analyses and stems the texts. */
async function pointsOf(
  source: IndexedSource,
  edition: string,
  chunks: readonly Chunk[],
): Promise<Schemas['PointStruct'][]> {
  const points: Schemas['PointStruct'][] = [];
  for (const chunk of chunks) {
    if (points.length % TURN === TURN - 1) await nextTurn();
    points.push(pointOf(source, edition, chunk));
  }
  return points;
}

function pointOf(source: IndexedSource, edition: string, chunk: Chunk): Schemas['PointStruct'] {
  const language = baseLanguage(source.language);
  // Replaces lone surrogates, which JSON parsers refuse; offsets stay the same.
  const [title, heading, text] = [source.title, chunk.heading, chunk.text].map((it) =>
    it.toWellFormed(),
  ) as [string, string, string];
  const { vector, words } = passageWords({ title, heading, text, language });
  const passage: Passage = {
    kind: 'passage',
    source: source.sourceId,
    owner: source.ownerId,
    version: source.version,
    edition,
    type: source.sourceType,
    language,
    words,
    ordinal: chunk.ordinal,
    chunk: chunk.id,
    heading,
    text,
    locator: chunk.locator,
    pieces: chunk.pieces,
  };
  const dense =
    source.embedding && chunk.vector
      ? { [vectorName(source.embedding.model)]: [...chunk.vector] }
      : {};
  return {
    id: passageId(edition, chunk.ordinal),
    vector: { [WORDS]: vector, ...dense },
    payload: wellFormed(passage),
  };
}
/** Also within quotes of locators. */
const wellFormed = (passage: Passage): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify(passage, (_, value: unknown) =>
      typeof value === 'string' ? value.toWellFormed() : value,
    ),
  ) as Record<string, unknown>;
